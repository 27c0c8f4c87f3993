import { Group, Text } from '@mantine/core'
import { contract, type Namespace } from '@sshore/contract'
import { IconFolders } from '@tabler/icons-react'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { PlainLink } from '../../../navigation.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { SearchBox } from '../../../parts/search-box.tsx'
import { useTableState } from '../../../router/table-state.ts'
import { AddButton, AddPanel, AdminList, NothingMatches } from '../admin-list.tsx'
import { ExportButton } from '../export-button.tsx'
import { isIn, namespaceSearch, ownerOf, useAllNamespaces } from './namespaces.ts'
import { NewNamespaceForm } from './new-namespace-form.tsx'
import { words } from './words.ts'

export function DeviceShare({ of: { devices_count, max_devices } }: { readonly of: Namespace }) {
  const say = useText()
  return (
    <span>{max_devices < 0 ? say(words.unlimited)(devices_count) : say(words.of)(devices_count, max_devices)}</span>
  )
}

const columns: readonly Column<Namespace>[] = [
  {
    name: 'name',
    heading: usual.name,
    width: '26%',
    card: 'head',
    cell: ({ name, tenant_id }) => (
      <PlainLink className='row-link' to='/admin/namespaces/$uid' params={{ uid: tenant_id }}>
        {name}
      </PlainLink>
    ),
  },
  {
    name: 'owner',
    heading: words.owner,
    cell: (namespace) => (
      <Text size='sm' truncate title={ownerOf(namespace)} component='span' display='block'>
        {ownerOf(namespace)}
      </Text>
    ),
  },
  { name: 'devices', heading: words.devices, width: '11rem', cell: (namespace) => <DeviceShare of={namespace} /> },
  { name: 'members', heading: words.members, width: '7rem', cell: ({ members }) => members.filter(isIn).length },
  {
    name: 'created_at',
    heading: usual.created,
    width: '10rem',
    cell: ({ created_at }) => <Moment time={created_at} />,
  },
]

export function NamespacesPage() {
  const say = useText()
  const { state, change, set, goToPage } = useTableState(namespaceSearch)
  const open = (opened: boolean) => set({ add: opened ? 'yes' : undefined })
  return (
    <AdminList
      title={say(words.title)}
      text={say(words.text)}
      action={
        <Group gap='sm'>
          <ExportButton path={contract.adminExportNamespaces.path} />
          <AddButton label={say(words.add)} onOpen={open} />
        </Group>
      }
      filters={<SearchBox label={say(words.search)} text={state.q} onChange={(q) => change({ q })} />}
      of={useAllNamespaces(state)}
      notLoaded={say(words.notLoaded)}
      empty={
        state.q === undefined ? (
          <EmptyState Icon={IconFolders} title={say(words.none)} text={say(words.noneText)} />
        ) : (
          <NothingMatches onClear={() => change({ q: undefined })} />
        )
      }
      columns={columns}
      keyOf={(namespace) => namespace.tenant_id}
      nameOf={({ name }) => name}
      page={state.page}
      onPage={goToPage}
    >
      <AddPanel label={say(words.add)} opened={state.add === 'yes'} onOpen={open}>
        <NewNamespaceForm onDone={() => open(false)} />
      </AddPanel>
    </AdminList>
  )
}
