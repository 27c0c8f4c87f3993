import { Button, CloseButton, Group, Paper, Portal, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useConsole } from '../console-context.ts'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'
import type { Notice } from './notices.ts'

const words = { undo: phrase('Undo', 'Desfazer'), dismiss: phrase('Dismiss', 'Fechar') }
const shownMilliseconds = 8000

function NoticeCard({ id, tone, text, undo, next }: Notice) {
  const say = useText()
  const { notices } = useConsole()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    // No hurry for somebody who reads it or is about to press the button (WCAG 2.2, 2.2.1).
    if (held) return undefined
    const timer = setTimeout(() => notices.dismiss(id), shownMilliseconds)
    return () => clearTimeout(timer)
  }, [held, notices, id])
  const step = next ?? (undo && { label: say(words.undo), run: undo })
  const Icon = tone === 'done' ? IconCheck : IconAlertCircle
  return (
    <Paper
      className='notice'
      data-tone={tone}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Group gap='sm' wrap='nowrap'>
        <Icon size={18} className='notice-icon' aria-hidden />
        <Text size='sm' flex={1}>
          {text}
        </Text>
        {step && (
          <Button
            size='compact-sm'
            variant='subtle'
            flex='none'
            onClick={() => {
              step.run()
              notices.dismiss(id)
            }}
          >
            {step.label}
          </Button>
        )}
        <CloseButton size='sm' aria-label={say(words.dismiss)} onClick={() => notices.dismiss(id)} />
      </Group>
    </Paper>
  )
}

export function NoticeList() {
  const { notices } = useConsole()
  const list = useSyncExternalStore(notices.subscribe, notices.list)
  return (
    <Portal>
      <Stack className='notices' gap='xs' aria-live='polite'>
        {list.map((notice) => (
          <NoticeCard key={notice.id} {...notice} />
        ))}
      </Stack>
    </Portal>
  )
}
