import { Button } from '@mantine/core'
import { IconMasksTheater } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useConsole, useUser } from '../../../console-context.ts'
import { languageTags } from '../../../language/language.ts'
import { useLanguage, useText } from '../../../language/use-text.ts'
import type { Acting } from '../../../session/session.ts'
import { words } from './words.ts'

/** Says above every page whose it is, until when, and ends it. */
export function ActingBanner({ acting: { by, untilMilliseconds } }: { readonly acting: Acting }) {
  const say = useText()
  const language = useLanguage()
  const { session, notices, now } = useConsole()
  const { id, user } = useUser()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const stop = useCallback(() => {
    session.stopActing()
    queries.clear()
    void navigate({ to: '/admin/users/$uid', params: { uid: id }, search: {} })
  }, [session, queries, navigate, id])
  const over = say(words.over)(user)
  useEffect(() => {
    const timer = setTimeout(() => {
      stop()
      notices.add({ tone: 'done', text: over })
    }, untilMilliseconds - now())
    return () => clearTimeout(timer)
  }, [stop, notices, now, over, untilMilliseconds])
  const until = new Intl.DateTimeFormat(languageTags[language], { timeStyle: 'short' }).format(untilMilliseconds)
  return (
    <aside className='acting' aria-label={say(words.banner)}>
      <IconMasksTheater size={18} aria-hidden />
      <strong className='acting-who'>{say(words.acting)(user, until)}</strong>
      <span className='wide-only'>{say(words.told)(by.user)}</span>
      <Button size='compact-sm' variant='white' color='dark' onClick={stop}>
        {say(words.stop)}
      </Button>
    </aside>
  )
}
