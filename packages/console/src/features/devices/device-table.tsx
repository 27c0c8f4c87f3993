import { Table, Text } from '@mantine/core'
import type { Device } from '@sshore/contract'
import type { ReactNode } from 'react'
import { DeviceActions } from './device-actions.tsx'
import { DeviceName } from './device-name.tsx'
import { DeviceSystem } from './device-system.tsx'
import { Reaching } from './reaching.tsx'
import type { TabStatus } from './tabs.ts'
import { DeviceState } from './device-state.tsx'

interface Column {
  readonly heading: string
  readonly width: string
  readonly cell: (device: Device) => ReactNode
}

const name: Column = {
  heading: 'Device',
  width: '22%',
  cell: (device) => (
    <>
      <DeviceName device={device} />
      <DeviceState device={device} />
    </>
  ),
}
const system: Column = { heading: 'System', width: '22%', cell: (device) => <DeviceSystem device={device} /> }
const reaching: Column = { heading: 'Connect', width: '49%', cell: (device) => <Reaching device={device} /> }
const identity: Column = {
  heading: 'Hardware address',
  width: '26%',
  cell: ({ identity: { mac }, remote_addr }) => (
    <>
      <Text size='sm' ff='monospace'>
        {mac}
      </Text>
      <Text size='xs' c='dimmed'>
        from {remote_addr}
      </Text>
    </>
  ),
}

const columns: Readonly<Record<TabStatus, readonly Column[]>> = {
  accepted: [name, system, reaching],
  pending: [name, system, identity],
  rejected: [name, system, identity],
}

export interface DevicesProps {
  readonly status: TabStatus
  readonly devices: readonly Device[]
}

export function DeviceTable({ status, devices }: DevicesProps) {
  return (
    <Table className='devices' verticalSpacing='sm' horizontalSpacing='md' layout='fixed' highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {columns[status].map(({ heading, width }) => (
            <Table.Th key={heading} w={width}>
              {heading}
            </Table.Th>
          ))}
          <Table.Th w={status === 'accepted' ? '7%' : '30%'}>
            <span className='unseen'>Actions</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {devices.map((device) => (
          <Table.Tr key={device.uid}>
            {columns[status].map(({ heading, cell }) => (
              <Table.Td key={heading}>{cell(device)}</Table.Td>
            ))}
            <Table.Td>
              <DeviceActions device={device} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
