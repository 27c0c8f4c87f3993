import { Text } from '@mantine/core'
import type { AuditEntry } from '@sshore/contract'
import { IconListDetails } from '@tabler/icons-react'
import { useText } from '../../../language/use-text.ts'
import { PlainLink } from '../../../navigation.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import { DaySpan } from '../../../parts/day-span.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { FilterSelect } from '../../../parts/filter-select.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { SearchBox } from '../../../parts/search-box.tsx'
import { SidePanel } from '../../../parts/side-panel.tsx'
import { useTableState } from '../../../router/table-state.ts'
import { AdminList, NothingMatches } from '../admin-list.tsx'
import { NamespacePicker } from '../namespaces/namespace-picker.tsx'
import { actorKinds, type AuditSearch, auditSearch, kindNames, useAuditLog } from './audit.ts'
import { AuditDetails } from './audit-entry.tsx'
import { actorNames, kinds, words } from './words.ts'

function Action({ of: { id, action }, search }: { readonly of: AuditEntry; readonly search: AuditSearch }) {
  const say = useText()
  return (
    <PlainLink
      className='row-link'
      to='.'
      search={{ ...search, entry: String(id) }}
      aria-label={say(words.open)(action)}
    >
      <span className='code'>{action}</span>
    </PlainLink>
  )
}

function Actor({ of: { name, kind } }: { readonly of: AuditEntry['actor'] }) {
  const say = useText()
  return (
    <Text size='sm' component='span' display='block' truncate title={name} {...(name === '' ? { c: 'dimmed' } : {})}>
      {name || say(actorNames[kind])}
    </Text>
  )
}

const columnsFor = (search: AuditSearch): readonly Column<AuditEntry>[] => [
  {
    name: 'action',
    heading: words.what,
    width: '24%',
    card: 'head',
    cell: (entry) => <Action of={entry} search={search} />,
  },
  {
    name: 'target',
    heading: words.target,
    cell: ({ target }) => (
      <Text size='sm' component='span' display='block' truncate title={target.name || target.id}>
        {target.name || target.id || '–'}
      </Text>
    ),
  },
  {
    name: 'actor',
    heading: words.by,
    cell: ({ actor }) => <Actor of={actor} />,
  },
  { name: 'address', heading: words.from, cell: ({ address }) => <span className='code'>{address || '–'}</span> },
  { name: 'time', heading: words.when, width: '10rem', cell: ({ time }) => <Moment time={time} /> },
]

export function AuditPage() {
  const say = useText()
  const { state, change, set, goToPage } = useTableState(auditSearch)
  const { tenant, q, what, who, since, until, page, entry } = state
  const log = useAuditLog(state)
  const opened = log.data?.rows.find(({ id }) => String(id) === entry)
  const narrowed = [q, what, who, since, until].some((each) => each !== undefined)
  return (
    <AdminList
      title={say(words.title)}
      text={say(words.text)}
      filters={
        <>
          <SearchBox label={say(words.search)} text={q} onChange={(text) => change({ q: text })} />
          <NamespacePicker value={tenant} any={say(words.server)} onChange={(to) => change({ tenant: to })} />
          <FilterSelect
            label={say(words.what)}
            any={say(words.anything)}
            choices={kindNames.map((value) => ({ value, label: say(kinds[value]) }))}
            value={what}
            onChange={(kind) => change({ what: kind })}
          />
          <FilterSelect
            label={say(words.who)}
            any={say(words.anybody)}
            choices={actorKinds.map((value) => ({ value, label: say(actorNames[value]) }))}
            value={who}
            onChange={(kind) => change({ who: kind })}
          />
          <DaySpan since={since} until={until} onChange={change} />
        </>
      }
      of={log}
      notLoaded={say(words.notLoaded)}
      empty={
        narrowed ? (
          <NothingMatches
            onClear={() =>
              change({ q: undefined, what: undefined, who: undefined, since: undefined, until: undefined })
            }
          />
        ) : (
          <EmptyState Icon={IconListDetails} title={say(words.none)} text={say(words.noneText)} />
        )
      }
      columns={columnsFor(state)}
      keyOf={({ id }) => String(id)}
      nameOf={({ action }) => action}
      page={page}
      onPage={goToPage}
    >
      <SidePanel opened={opened !== undefined} title={say(words.details)} onClose={() => set({ entry: undefined })}>
        {opened && <AuditDetails of={opened} />}
      </SidePanel>
    </AdminList>
  )
}
