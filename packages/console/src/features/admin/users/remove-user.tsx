import { Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole, useUser } from '../../../console-context.ts'
import { useText } from '../../../language/use-text.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { GuardedButton } from '../../../parts/guarded-button.tsx'
import { useAttempt } from '../../../parts/attempt.ts'
import { useRefresh } from '../administration.ts'
import type { UserAccount } from './users.ts'
import { words } from './words.ts'

export function RemoveUser({ user: { id, username } }: { readonly user: UserAccount }) {
  const say = useText()
  const { client } = useConsole()
  const { id: own } = useUser()
  const attempt = useAttempt()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  async function remove(): Promise<void> {
    await client.adminDeleteUser({ params: { id } })
    await navigate({ to: '/admin/users', search: {} })
    void refresh()
  }
  return (
    <Group justify='space-between'>
      <Text size='sm' className='grow'>
        {say(words.removeText)}
      </Text>
      <GuardedButton color='red' refusal={id === own ? say(words.yourself) : undefined} onClick={() => setAsking(true)}>
        {say(words.remove)}
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        title={say(words.removeTitle)(username)}
        text={say(words.removeText)}
        action={say(words.remove)}
        typed={username}
        onClose={() => setAsking(false)}
        onConfirm={() => void attempt(remove, { done: say(words.removed)(username) })}
      />
    </Group>
  )
}
