import { Text } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { type Column, DataTable, type DataTableProps } from '../../parts/data-table.tsx'
import { DeviceActions } from './device-actions.tsx'
import { DeviceName } from './device-name.tsx'
import { DeviceState } from './device-state.tsx'
import { DeviceSystem } from './device-system.tsx'
import { Reaching } from './reaching.tsx'
import type { TabStatus } from './tabs.ts'
import { words } from './words.ts'

const name: Column<Device> = {
  name: 'name',
  heading: usual.device,
  sortable: true,
  width: '24%',
  card: 'head',
  cell: (device) => (
    <>
      <DeviceName device={device} />
      <DeviceState device={device} />
    </>
  ),
}
const system: Column<Device> = {
  name: 'info.pretty_name',
  heading: words.system,
  sortable: true,
  width: '19%',
  card: 'line',
  cell: (device) => <DeviceSystem device={device} />,
}
const reaching: Column<Device> = {
  name: 'connect',
  heading: words.connect,
  card: 'line',
  cell: (device) => <Reaching device={device} />,
}
const from: Column<Device> = {
  name: 'identity.mac',
  heading: words.mac,
  sortable: true,
  card: 'line',
  cell: (device) => <From device={device} />,
}
/** On a phone the buttons of those that wait need a line of their own. */
const actions = (width: string, card: 'beside' | 'line'): Column<Device> => ({
  name: 'actions',
  heading: usual.actions,
  width,
  card,
  cell: (device) => <DeviceActions device={device} />,
})

function From({ device: { identity, remote_addr } }: { readonly device: Device }) {
  const say = useText()
  return (
    <>
      <Text size='sm' ff='monospace'>
        {identity.mac}
      </Text>
      <Text size='xs' c='dimmed'>
        {say(words.from)} {remote_addr}
      </Text>
    </>
  )
}

const columns: Readonly<Record<TabStatus, readonly Column<Device>[]>> = {
  accepted: [name, system, reaching, actions('6.5rem', 'beside')],
  pending: [name, system, from, actions('15rem', 'line')],
  rejected: [name, system, from, actions('11rem', 'line')],
}

export interface DeviceTableProps extends Pick<DataTableProps<Device>, 'label' | 'sort' | 'selection'> {
  readonly status: TabStatus
  readonly devices: readonly Device[]
}

export function DeviceTable({ status, devices, ...table }: DeviceTableProps) {
  return (
    <DataTable
      {...table}
      rows={devices}
      columns={columns[status]}
      keyOf={({ uid }) => uid}
      nameOf={(device) => device.name}
    />
  )
}
