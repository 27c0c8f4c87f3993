import { Text, UnstyledButton } from '@mantine/core'
import type { AuditEntry } from '@sshore/contract'
import { IconListDetails } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useText } from '../../../language/use-text.ts'
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
import { actorKinds, auditSearch, kindNames, useAuditLog } from './audit.ts'
import { AuditDetails } from './audit-entry.tsx'
import { actorNames, kinds, words } from './words.ts'

function Action({ of: { action }, onOpen }: { readonly of: AuditEntry; readonly onOpen: () => void }) {
  const say = useText()
  return (
    <UnstyledButton className='row-link' aria-label={say(words.open)(action)} onClick={onOpen}>
      <span className='code'>{action}</span>
    </UnstyledButton>
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

const columnsWith = (onOpen: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] => [
  {
    name: 'action',
    heading: words.what,
    width: '24%',
    card: 'head',
    cell: (entry) => <Action of={entry} onOpen={() => onOpen(entry)} />,
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
  const { state, change, goToPage } = useTableState(auditSearch)
  const { tenant, q, what, who, since, until, page } = state
  // What is read stays, whatever comes before it in the list meanwhile.
  const [opened, setOpened] = useState<AuditEntry>()
  const columns = useMemo(() => columnsWith(setOpened), [])
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
      of={useAuditLog(state)}
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
      columns={columns}
      keyOf={({ id }) => String(id)}
      nameOf={({ action }) => action}
      page={page}
      onPage={goToPage}
    >
      <SidePanel opened={opened !== undefined} title={say(words.details)} onClose={() => setOpened(undefined)}>
        {opened && <AuditDetails of={opened} />}
      </SidePanel>
    </AdminList>
  )
}
