import { Button, Group, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { phrase } from '../language/language.ts'
import { usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'
import { Dialog } from './dialog.tsx'

const words = {
  keep: phrase('Keep it', 'Manter'),
  type: phrase(
    (name: string) => `Type ${name} to go on`,
    (name) => `Digite ${name} para continuar`,
  ),
}

export interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly text: ReactNode
  /** What the button says that does it. */
  readonly action?: string
  /** What the button says that leaves everything as it is. */
  readonly keep?: string
  /** Nothing is lost by it. */
  readonly safe?: boolean
  /** Has to be typed first: for what takes much with it. */
  readonly typed?: string
  readonly onClose: () => void
  readonly onConfirm: () => void | Promise<void>
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, text, action, keep, safe = false, typed, onClose, onConfirm } = props
  const say = useText()
  const [entered, setEntered] = useState('')
  const ready = typed === undefined || entered === typed
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Text size='sm' component='div'>
        {text}
      </Text>
      {typed !== undefined && (
        <TextInput
          mt='md'
          label={say(words.type)(typed)}
          value={entered}
          autoComplete='off'
          spellCheck={false}
          onChange={(event) => setEntered(event.currentTarget.value)}
        />
      )}
      <Group justify='flex-end' mt='lg' className='dialog-end'>
        <Button variant='default' onClick={onClose} data-autofocus>
          {keep ?? say(words.keep)}
        </Button>
        <Button
          {...(safe ? {} : { color: 'red' })}
          disabled={!ready}
          onClick={() => {
            onClose()
            void onConfirm()
          }}
        >
          {action ?? say(usual.remove)}
        </Button>
      </Group>
    </Dialog>
  )
}
