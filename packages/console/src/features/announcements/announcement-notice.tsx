import { CloseButton } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useText } from '../../language/use-text.ts'
import { Link } from '../../navigation.tsx'
import { markSeen, useAnnouncements, useSeenUntil } from './announcements.ts'
import { words } from './words.ts'

/** The newest announcement in one line above the page, until it was read or put away in this browser. */
export function AnnouncementNotice() {
  const say = useText()
  const { data } = useAnnouncements()
  const seenUntil = useSeenUntil()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const newest = data?.rows[0]
  if (!newest || newest.date <= seenUntil || path.startsWith('/announcements')) return null
  return (
    <aside className='announced' aria-label={say(words.notice)}>
      <IconSpeakerphone size={18} aria-hidden />
      <span className='announced-title'>{newest.title}</span>
      <Link to='/announcements/$uid' params={{ uid: newest.uuid }} size='sm'>
        {say(words.read)}
      </Link>
      <CloseButton size='sm' aria-label={say(words.dismiss)} onClick={() => markSeen(newest)} />
    </aside>
  )
}
