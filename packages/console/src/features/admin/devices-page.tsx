import { Badge } from '@mantine/core'
import type { Device, DeviceStatus, TenantId } from '@sshore/contract'
import { IconBan, IconCheck, IconDevices } from '@tabler/icons-react'
import { useConsole } from '../../console-context.ts'
import { type Phrase, phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { PlainLink } from '../../navigation.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterSelect } from '../../parts/filter-select.tsx'
import { GuardedItem } from '../../parts/guarded-item.tsx'
import { filterText } from '../../parts/list-filter.ts'
import { Moment } from '../../parts/moment.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { oneOfIn, pageIn, type Search, textIn } from '../../router/search-text.ts'
import { useTableState } from '../../router/table-state.ts'
import { DeviceState } from '../devices/device-state.tsx'
import { DeviceSystem } from '../devices/device-system.tsx'
import { words as deviceWords } from '../devices/words.ts'
import { AdminList, NothingMatches } from './admin-list.tsx'
import { adminPerPage, useAdminChange, useAdminList } from './administration.ts'
import { DevicePanel } from './device-panel.tsx'
import { NamespacePicker } from './namespaces/namespace-picker.tsx'
import { OfNamespace } from './namespaces/of-namespace.tsx'
import { RowActions } from './row-actions.tsx'
import { admin } from './words.ts'

const words = {
  title: phrase('All devices', 'Todos os dispositivos'),
  text: phrase('Devices and containers of all namespaces.', 'Dispositivos e contêineres de todos os namespaces.'),
  seen: phrase('Last seen', 'Visto'),
  accepted: phrase('Accepted', 'Aceito'),
  rejected: phrase('Rejected', 'Rejeitado'),
  isAccepted: phrase(
    (name: string) => `Accepted ${name}.`,
    (name) => `${name} aceito.`,
  ),
  isRejected: phrase(
    (name: string) => `Rejected ${name}.`,
    (name) => `${name} rejeitado.`,
  ),
  isRemoved: phrase(
    (name: string) => `Removed ${name}.`,
    (name) => `${name} removido.`,
  ),
  none: phrase('No devices', 'Nenhum dispositivo'),
  noneText: phrase(
    'Members connect devices to their namespaces; all of them are listed here.',
    'Os membros conectam dispositivos aos seus namespaces; todos aparecem aqui.',
  ),
}

// One that was removed is in no list.
const states = ['accepted', 'pending', 'rejected', 'unused'] as const satisfies readonly DeviceStatus[]
const stateNames: Readonly<Record<DeviceStatus, Phrase>> = {
  accepted: words.accepted,
  pending: phrase('Pending', 'Pendente'),
  rejected: words.rejected,
  removed: phrase('Removed', 'Removido'),
  unused: phrase('Unused', 'Sem uso'),
}

const deviceSearch = (search: Search) => ({
  q: textIn(search, 'q'),
  status: oneOfIn(search, 'status', states),
  tenant: textIn(search, 'tenant'),
  page: pageIn(search),
  device: textIn(search, 'device'),
})

const searched = ['name', 'uid', 'identity.mac', 'remote_addr'] as const

function useAllDevices({ q, status, tenant, page = 1 }: ReturnType<typeof deviceSearch>) {
  const { client } = useConsole()
  const filter = filterText([], { text: q, within: searched })
  const query = {
    page,
    per_page: adminPerPage,
    ...(status === undefined ? {} : { status }),
    ...(tenant === undefined ? {} : { tenant_id: tenant as TenantId }),
    ...(filter === undefined ? {} : { filter }),
  }
  return useAdminList('devices', query, () => client.adminListDevices({ query }))
}

function Actions({ device: { uid, name, status } }: { readonly device: Device }) {
  const say = useText()
  const { client } = useConsole()
  const change = useAdminChange()
  const decide = (to: 'accept' | 'reject', done: string) =>
    change(() => client.adminSetDeviceStatus({ params: { uid, status: to } }), done)
  return (
    <RowActions
      name={name}
      text={say(deviceWords.removeText)}
      remove={() => client.adminRemoveDevice({ params: { uid } })}
      removed={say(words.isRemoved)(name)}
    >
      {status !== 'accepted' && (
        <GuardedItem
          refusal={undefined}
          Icon={IconCheck}
          onClick={() => void decide('accept', say(words.isAccepted)(name))}
        >
          {say(deviceWords.accept)}
        </GuardedItem>
      )}
      {status !== 'rejected' && (
        <GuardedItem
          refusal={undefined}
          Icon={IconBan}
          onClick={() => void decide('reject', say(words.isRejected)(name))}
        >
          {say(deviceWords.reject)}
        </GuardedItem>
      )}
    </RowActions>
  )
}

/** Opens what there is to know beside the list. */
function Name({ device }: { readonly device: Device }) {
  return (
    <>
      <div>
        <PlainLink
          className='row-link'
          to='.'
          search={(known: object) => ({ ...known, device: device.uid })}
          title={device.uid}
        >
          {device.name}
        </PlainLink>
      </div>
      <DeviceState device={device} />
    </>
  )
}

function State({ status }: Pick<Device, 'status'>) {
  const say = useText()
  const colour = status === 'accepted' ? 'sea' : status === 'pending' ? 'orange' : 'gray'
  return (
    <Badge variant='light' color={colour}>
      {say(stateNames[status])}
    </Badge>
  )
}

const columns: readonly Column<Device>[] = [
  {
    name: 'name',
    heading: usual.device,
    width: '25%',
    card: 'head',
    cell: (device) => <Name device={device} />,
  },
  {
    name: 'namespace',
    heading: admin.namespace,
    cell: ({ namespace, tenant_id }) => <OfNamespace tenant={tenant_id} name={namespace} />,
  },
  { name: 'status', heading: admin.state, width: '8rem', cell: ({ status }) => <State status={status} /> },
  {
    name: 'system',
    heading: deviceWords.system,
    width: '22%',
    card: 'line',
    cell: (device) => <DeviceSystem device={device} />,
  },
  { name: 'last_seen', heading: words.seen, width: '9rem', cell: ({ last_seen }) => <Moment time={last_seen} /> },
  {
    name: 'actions',
    heading: usual.actions,
    width: '4.5rem',
    card: 'beside',
    cell: (device) => <Actions device={device} />,
  },
]

export function AllDevicesPage() {
  const say = useText()
  const { state, change, set, goToPage } = useTableState(deviceSearch)
  const isNarrowed = [state.q, state.status, state.tenant].some((each) => each !== undefined)
  return (
    <AdminList
      title={say(words.title)}
      text={say(words.text)}
      filters={
        <>
          <SearchBox label={say(deviceWords.searchDevices)} text={state.q} onChange={(q) => change({ q })} />
          <FilterSelect
            label={say(admin.state)}
            any={say(admin.anyState)}
            choices={states.map((value) => ({ value, label: say(stateNames[value]) }))}
            value={state.status}
            onChange={(status) => change({ status })}
          />
          <NamespacePicker
            value={state.tenant}
            any={say(admin.anyNamespace)}
            onChange={(tenant) => change({ tenant })}
          />
        </>
      }
      of={useAllDevices(state)}
      notLoaded={say(deviceWords.notLoaded)}
      empty={
        isNarrowed ? (
          <NothingMatches onClear={() => change({ q: undefined, status: undefined, tenant: undefined })} />
        ) : (
          <EmptyState Icon={IconDevices} title={say(words.none)} text={say(words.noneText)} />
        )
      }
      columns={columns}
      keyOf={({ uid }) => uid}
      nameOf={({ name }) => name}
      page={state.page}
      onPage={goToPage}
    >
      <DevicePanel uid={state.device} onClose={() => set({ device: undefined })} />
    </AdminList>
  )
}
