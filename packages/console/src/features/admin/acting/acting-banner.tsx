import { Button } from '@mantine/core'
import { IconMasksTheater } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useConsole, useUser } from '../../../console-context.ts'
import { languageTags } from '../../../language/language.ts'
import { useLanguage, useText } from '../../../language/use-text.ts'
import type { Acting } from '../../../session/session.ts'
import { words } from './words.ts'

/** Says above every page whose it is, until when, and ends it. */
export function ActingBanner({ acting: { by, untilMilliseconds } }: { readonly acting: Acting }) {
  const say = useText()
  const language = useLanguage()
  const { session, now } = useConsole()
  const { user, token } = useUser()
  useEffect(() => {
    const timer = setTimeout(() => session.expire(token), untilMilliseconds - now())
    return () => clearTimeout(timer)
  }, [session, token, now, untilMilliseconds])
  const until = new Intl.DateTimeFormat(languageTags[language], { timeStyle: 'short' }).format(untilMilliseconds)
  return (
    <aside className='acting' aria-label={say(words.banner)}>
      <IconMasksTheater size={18} aria-hidden />
      <strong className='acting-who'>{say(words.acting)(user, until)}</strong>
      <span className='wide-only'>{say(words.told)(by.user)}</span>
      <Button size='compact-sm' variant='white' color='dark' onClick={() => session.stopActing()}>
        {say(words.stop)}
      </Button>
    </aside>
  )
}
