import { Badge } from '@mantine/core'
import { useText } from '../../language/use-text.ts'
import { useAnnouncements, useSeenUntil } from './announcements.ts'
import { words } from './words.ts'

/** How many announcements this browser has not shown yet, beside the page in the navigation. */
export function Unread() {
  const say = useText()
  const { data } = useAnnouncements()
  const seenUntil = useSeenUntil()
  const count = data?.rows.filter(({ date }) => date > seenUntil).length ?? 0
  if (count === 0) return null
  return (
    <Badge size='sm' circle={count < 10} className='unread'>
      <span aria-hidden>{count}</span>
      <span className='unseen'>{say(words.unread)(count)}</span>
    </Badge>
  )
}
