import { Stack } from '@mantine/core'
import { useEffect } from 'react'
import { useText } from '../../language/use-text.ts'
import { Link } from '../../navigation.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useUid } from '../../router/use-uid.ts'
import { markSeen, useAnnouncement } from './announcements.ts'
import { words } from './words.ts'

export function AnnouncementPage() {
  const say = useText()
  const { data, error, refetch } = useAnnouncement(useUid())
  useEffect(() => {
    if (data) markSeen(data)
  }, [data])
  return (
    <Stack gap='md' className='settings'>
      <Stack gap={6}>
        <Link to='/announcements' size='sm'>
          {say(words.all)}
        </Link>
        <PageHead title={data?.title ?? say(words.notice)} {...(data ? { text: <Moment time={data.date} /> } : {})} />
      </Stack>
      {error && <Trouble title={say(words.oneNotLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && (
        <article className='card rounded panel'>
          <Markdown text={data.content} />
        </article>
      )}
    </Stack>
  )
}
