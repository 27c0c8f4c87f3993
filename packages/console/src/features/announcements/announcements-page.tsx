import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useText } from '../../language/use-text.ts'
import { PlainLink } from '../../navigation.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { pageIn, type Search } from '../../router/search-text.ts'
import { useTableState } from '../../router/table-state.ts'
import { announcementsPerPage, markSeen, useAnnouncements, useSeenUntil } from './announcements.ts'
import { words } from './words.ts'

const pageSearch = (search: Search) => ({ page: pageIn(search) })

export function AnnouncementsPage() {
  const say = useText()
  const { state, goToPage } = useTableState(pageSearch)
  const announcements = useAnnouncements(state.page)
  const { data, error, refetch } = announcements
  // What was new when the page was opened is marked as such while it is open.
  const [seenBefore] = useState(useSeenUntil())
  const newest = data?.rows[0]
  useEffect(() => {
    if (newest) markSeen(newest)
  }, [newest])
  return (
    <Stack gap='md' className='settings'>
      <PageHead title={say(words.title)} text={say(words.text)} />
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data?.total === 0 && <EmptyState Icon={IconSpeakerphone} title={say(words.none)} text={say(words.noneText)} />}
      {data && data.rows.length > 0 && (
        <ul className='cards' aria-label={say(words.title)}>
          {data.rows.map(({ uuid, title, date }) => (
            <li key={uuid} className='card rounded announcement-line'>
              <Group gap='xs' wrap='nowrap' className='grow'>
                <PlainLink className='row-link' to='/announcements/$uid' params={{ uid: uuid }}>
                  {title}
                </PlainLink>
                {date > seenBefore && (
                  <Badge variant='light' size='sm'>
                    {say(words.isNew)}
                  </Badge>
                )}
              </Group>
              <Text size='sm' c='dimmed' component='span'>
                <Moment time={date} />
              </Text>
            </li>
          ))}
        </ul>
      )}
      <Pager of={announcements} page={state.page} perPage={announcementsPerPage} onPage={goToPage} />
    </Stack>
  )
}
