import { Button, NativeSelect, Stack } from '@mantine/core'
import { IconActivity, IconSearchOff } from '@tabler/icons-react'
import { useText } from '../../language/use-text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useTableState } from '../../router/table-state.ts'
import { type SessionSearch, sessionSearch, sessionsPerPage, useSessions } from './session-list.ts'
import { SessionTable } from './session-table.tsx'
import { words } from './words.ts'

interface FiltersProps {
  readonly search: SessionSearch
  readonly onChange: (change: Partial<SessionSearch>) => void
}

function Filters({ search, onChange }: FiltersProps) {
  const say = useText()
  const parsed = (name: keyof SessionSearch, value: string) => sessionSearch({ [name]: value })
  return (
    <div className='filters'>
      <SearchBox
        label={say(words.search)}
        text={search.q ?? ''}
        onChange={(q) => onChange({ q: q === '' ? undefined : q })}
      />
      <NativeSelect
        className='filter'
        aria-label={say(words.state)}
        value={search.state ?? ''}
        data={[
          { value: '', label: say(words.anyState) },
          { value: 'active', label: say(words.active) },
          { value: 'past', label: say(words.past) },
        ]}
        onChange={(event) => onChange({ state: parsed('state', event.currentTarget.value).state })}
      />
      <NativeSelect
        className='filter'
        aria-label={say(words.kind)}
        value={search.type ?? ''}
        data={[
          { value: '', label: say(words.anyKind) },
          { value: 'term', label: say(words.term) },
          { value: 'web', label: say(words.web) },
        ]}
        onChange={(event) => onChange({ type: parsed('type', event.currentTarget.value).type })}
      />
    </div>
  )
}

export function SessionsPage() {
  const say = useText()
  const { state, change, goToPage } = useTableState(sessionSearch)
  const { data, error, refetch } = useSessions(state)
  const { q, type, device, state: activity } = state
  const filtered = [q, type, device, activity].some((part) => part !== undefined)
  const empty = filtered ? (
    <EmptyState
      Icon={IconSearchOff}
      title={say(words.nothing)}
      text=''
      action={
        <Button
          variant='default'
          onClick={() => change({ q: undefined, type: undefined, device: undefined, state: undefined })}
        >
          {say(words.clear)}
        </Button>
      }
    />
  ) : (
    <EmptyState Icon={IconActivity} title={say(words.none)} text={say(words.noneText)} />
  )
  return (
    <Stack gap='md'>
      <PageHead title={say(words.title)} text={say(words.text)} />
      <Filters search={state} onChange={change} />
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {data && data.sessions.length > 0 && (
        <SessionTable
          label={say(words.title)}
          sessions={data.sessions}
          sort={{
            by: state.sort ?? 'started_at',
            order: state.order ?? 'desc',
            onSort: (by, order) => change({ sort: sessionSearch({ sort: by }).sort, order }),
          }}
        />
      )}
      {data && data.sessions.length === 0 && empty}
      {!data && !error && <SkeletonRows />}
      {data && <Pager page={state.page ?? 1} perPage={sessionsPerPage} total={data.total} onPage={goToPage} />}
    </Stack>
  )
}
