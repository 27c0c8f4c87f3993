import { Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { useRefresh } from './administration.ts'

type Naming = Phrase<(name: string) => string>

export interface RemoveForGoodProps {
  /** Has to be typed first. */
  readonly name: string
  readonly words: {
    readonly remove: Phrase
    readonly removeText: Phrase
    readonly removeTitle: Naming
    readonly removed: Naming
  }
  /** Why it cannot be removed. */
  readonly refusal?: string | undefined
  readonly remove: () => Promise<unknown>
  /** The list that it was of. */
  readonly to: string
}

/** Deletes what the page is about, and goes back to the list. */
export function RemoveForGood({ name, words, refusal, remove, to }: RemoveForGoodProps) {
  const say = useText()
  const attempt = useAttempt()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  async function go(): Promise<void> {
    await remove()
    await navigate({ to, search: {} })
    void refresh()
  }
  return (
    <Group justify='space-between'>
      <Text size='sm' className='grow'>
        {say(words.removeText)}
      </Text>
      <GuardedButton color='red' refusal={refusal} onClick={() => setAsking(true)}>
        {say(words.remove)}
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        title={say(words.removeTitle)(name)}
        text={say(words.removeText)}
        action={say(words.remove)}
        typed={name}
        onClose={() => setAsking(false)}
        onConfirm={() => void attempt(go, { done: say(words.removed)(name) })}
      />
    </Group>
  )
}
