import type { Device } from '@sshore/contract'
import type { Output } from '../terminal/output.ts'
import { labelled } from '../terminal/text-table.ts'
import { shortTime } from '../terminal/times.ts'

const presence = ({ online, last_seen }: Device): string => (online ? 'now' : shortTime(last_seen))

export const devicesTable = (output: Output, devices: readonly Device[]): string =>
  output.table(
    ['NAME', 'STATUS', 'SEEN', 'UID', 'TAGS', 'SYSTEM', 'AGENT'],
    devices.map((device) => [
      device.name,
      device.status,
      presence(device),
      device.uid.slice(0, 12),
      device.tags.join(','),
      device.info.pretty_name,
      device.info.version,
    ]),
  )

export const deviceText = (device: Device): string =>
  labelled([
    ['Name', device.name],
    ['Status', `${device.status}, since ${shortTime(device.status_updated_at)}`],
    ['Online', device.online ? 'yes' : `no; last seen ${shortTime(device.last_seen)}`],
    ['Address', `${device.namespace}.${device.name}`],
    ['UID', device.uid],
    ['Tags', device.tags.join(', ')],
    ['System', `${device.info.pretty_name} (${device.info.arch}, ${device.info.platform})`],
    ['Agent', device.info.version],
    ['MAC', device.identity.mac],
    ['Last address', device.remote_addr],
    ['First seen', shortTime(device.created_at)],
  ])
