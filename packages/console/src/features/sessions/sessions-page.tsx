import { Button, Stack } from '@mantine/core'
import { IconActivity, IconSearchOff } from '@tabler/icons-react'
import { useText } from '../../language/use-text.ts'
import { DaySpan } from '../../parts/day-span.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterSelect } from '../../parts/filter-select.tsx'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useTableState } from '../../router/table-state.ts'
import { type SessionSearch, sessionSearch, sessionsPerPage, useSessions } from './session-list.ts'
import { columns, useSessionName } from './session-table.tsx'
import { words } from './words.ts'

interface FiltersProps {
  readonly search: SessionSearch
  readonly onChange: (change: Partial<SessionSearch>) => void
}

function Filters({ search, onChange }: FiltersProps) {
  const say = useText()
  return (
    <div className='filters'>
      <SearchBox label={say(words.search)} text={search.q} onChange={(q) => onChange({ q })} />
      <FilterSelect
        label={say(words.state)}
        any={say(words.anyState)}
        choices={[
          { value: 'active', label: say(words.active) },
          { value: 'past', label: say(words.past) },
        ]}
        value={search.state}
        onChange={(state) => onChange({ state })}
      />
      <FilterSelect
        label={say(words.kind)}
        any={say(words.anyKind)}
        choices={[
          { value: 'term', label: say(words.term) },
          { value: 'web', label: say(words.web) },
        ]}
        value={search.type}
        onChange={(type) => onChange({ type })}
      />
      <DaySpan since={search.since} until={search.until} onChange={onChange} />
    </div>
  )
}

export function SessionsPage() {
  const say = useText()
  const { state, change, goToPage } = useTableState(sessionSearch)
  const { q, type, device, since, until, state: activity } = state
  const filtered = [q, type, device, since, until, activity].some((part) => part !== undefined)
  const empty = filtered ? (
    <EmptyState
      Icon={IconSearchOff}
      title={say(words.nothing)}
      text=''
      action={
        <Button
          variant='default'
          onClick={() => change({ ...sessionSearch({}), sort: state.sort, order: state.order })}
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
      <Listing
        of={useSessions(state)}
        label={say(words.title)}
        notLoaded={say(words.notLoaded)}
        empty={empty}
        columns={columns}
        keyOf={({ uid }) => uid}
        nameOf={useSessionName()}
        sort={{
          by: state.sort ?? 'started_at',
          order: state.order ?? 'desc',
          onSort: (by, order) => change({ sort: sessionSearch({ sort: by }).sort, order }),
        }}
        page={state.page}
        perPage={sessionsPerPage}
        onPage={goToPage}
      />
    </Stack>
  )
}
