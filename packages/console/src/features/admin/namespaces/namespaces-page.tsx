import { Button, Text } from '@mantine/core'
import type { Namespace } from '@sshore/contract'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { PlainLink } from '../../../navigation.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { Listing } from '../../../parts/listing.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { SearchBox } from '../../../parts/search-box.tsx'
import { SidePanel } from '../../../parts/side-panel.tsx'
import { useTableState } from '../../../router/table-state.ts'
import { AdminPage } from '../admin-page.tsx'
import { adminPerPage } from '../administration.ts'
import { admin } from '../words.ts'
import { namespaceSearch, ownerOf, useAllNamespaces } from './namespaces.ts'
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
  { name: 'members', heading: words.members, width: '7rem', cell: ({ members }) => members.length },
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
  const close = () => set({ add: undefined })
  return (
    <AdminPage
      title={say(words.title)}
      text={say(words.text)}
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => set({ add: 'yes' })}>
          {say(words.add)}
        </Button>
      }
    >
      <div className='filters'>
        <SearchBox label={say(words.search)} text={state.q} onChange={(q) => change({ q })} />
      </div>
      <Listing
        of={useAllNamespaces(state)}
        label={say(words.title)}
        notLoaded={say(words.notLoaded)}
        empty={<EmptyState Icon={IconSearchOff} title={say(admin.nothing)} text={say(admin.nothingText)} />}
        columns={columns}
        keyOf={(namespace) => namespace.tenant_id}
        nameOf={({ name }) => name}
        page={state.page}
        perPage={adminPerPage}
        onPage={goToPage}
      />
      <SidePanel opened={state.add === 'yes'} title={say(words.add)} onClose={close}>
        <NewNamespaceForm onDone={close} />
      </SidePanel>
    </AdminPage>
  )
}
