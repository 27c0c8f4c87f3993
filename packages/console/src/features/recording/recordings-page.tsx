import { Stack, Text } from '@mantine/core'
import { IconMovie, IconSearchOff } from '@tabler/icons-react'
import { useText } from '../../language/use-text.ts'
import { Link, PlainLink } from '../../navigation.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Pager, type PagerProps } from '../../parts/pager.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { SearchBox } from '../../parts/search-box.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { pageIn, type Search, textIn } from '../../router/search-text.ts'
import { useTableState } from '../../router/table-state.ts'
import { inertText } from '../terminal/inert-text.ts'
import { clockText } from './clock-text.ts'
import { RecordingTable, recordingPath } from './recording-table.tsx'
import { recordingsPerPage, useRecordings, useRecordingSearch } from './recordings.ts'
import { words } from './words.ts'

const pageSearch = (search: Search): { readonly q: string | undefined; readonly page: number | undefined } => ({
  q: textIn(search, 'q'),
  page: pageIn(search),
})

interface PartProps {
  readonly page: number
  readonly onPage: PagerProps['onPage']
}

function All({ page, onPage }: PartProps) {
  const say = useText()
  const recordings = useRecordings({ page })
  const { data, error, refetch } = recordings
  if (error && !data) return <Trouble title={say(words.listNotLoaded)} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows />
  if (data.total === 0) {
    return (
      <EmptyState
        Icon={IconMovie}
        title={say(words.none)}
        text={say(words.noneText)}
        action={<Link to='/settings'>{say(words.settings)}</Link>}
      />
    )
  }
  return (
    <>
      <RecordingTable label={say(words.title)} recordings={data.rows} />
      <Pager of={recordings} page={page} perPage={recordingsPerPage} onPage={onPage} />
    </>
  )
}

function Found({ text, page, onPage }: PartProps & { readonly text: string }) {
  const say = useText()
  const places = useRecordingSearch(text, page)
  const { data, error, refetch } = places
  if (error && !data) return <Trouble title={say(words.listNotLoaded)} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows />
  if (data.total === 0) {
    return <EmptyState Icon={IconSearchOff} title={say(words.nothing)} text={say(words.nothingText)} />
  }
  return (
    <>
      <Text size='sm' c='dimmed' component='output' display='block'>
        {say(words.places)(data.total)}
      </Text>
      <ul className='cards' aria-label={say(words.found)}>
        {data.rows.map(({ uid, seat, second, username, device_name, time, text: lines }) => (
          <li key={`${uid} ${seat} ${second}`} className='card rounded data-card'>
            <div>
              <PlainLink
                className='row-link'
                to={recordingPath}
                params={{ uid, seat: String(seat) }}
                search={{ t: second, q: text }}
              >
                {say(words.one)(username, device_name)} · {clockText(second)}
              </PlainLink>
              <Text size='xs' c='dimmed' component='div'>
                <Moment time={time} />
              </Text>
            </div>
            <pre className='terminal-preview'>{inertText(lines, 600)}</pre>
          </li>
        ))}
      </ul>
      <Pager of={places} page={page} perPage={recordingsPerPage} onPage={onPage} />
    </>
  )
}

/** All recordings of the namespace, and a search in all of them. */
export function RecordingsPage() {
  const say = useText()
  const { state, change, goToPage } = useTableState(pageSearch)
  const refusal = useRefusal('session:play')
  const part = { page: state.page ?? 1, onPage: goToPage }
  return (
    <Stack gap='md'>
      <PageHead title={say(words.title)} text={refusal ?? say(words.text)} />
      {refusal === undefined && (
        <>
          <div className='filters'>
            <SearchBox label={say(words.search)} text={state.q} onChange={(q) => change({ q })} />
          </div>
          {state.q === undefined ? <All {...part} /> : <Found {...part} text={state.q} />}
        </>
      )}
    </Stack>
  )
}
