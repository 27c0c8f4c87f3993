import { type Contract, type Device, type DeviceStatus, type DeviceUid, Failure, type QueryOf } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import { pageOf } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { capacityOf } from './capacity.ts'
import { deviceFilter, type DeviceKind, listDevices } from './device-list.store.ts'
import { hasRoom, onlineSince } from './devices.ts'
import { presentDevices } from './devices.presenter.ts'
import { type DeviceRow, findByName, getDevice } from './devices.store.ts'

/** Absent: the accepted ones. Empty: all. */
const statusOf = (word: QueryOf<Contract['listDevices']>['status'] = 'accepted'): DeviceStatus | undefined =>
  word === '' ? undefined : word

/** No device's. */
const nobody = '' as DeviceUid

/** One page of the devices or the containers of a namespace, and how many there are in all. */
export async function list(
  services: Services,
  scope: Scope,
  kind: DeviceKind,
  query: QueryOf<Contract['listDevices']>,
): Promise<{ devices: Device[]; total: number }> {
  const { database, hooks, clock } = services
  const capacity = await capacityOf(database, hooks, scope)
  const { rows, total } = await listDevices(database, scope, {
    kind,
    status: statusOf(query.status),
    filter: deviceFilter(query.filter),
    column: query.sort_by ?? (query.status === 'removed' ? 'status_updated_at' : 'last_seen'),
    direction: query.order_by ?? 'desc',
    page: pageOf(query),
    onlineSince: onlineSince(clock.now()),
    room: hasRoom(capacity, nobody),
    roomFor: capacity.slots.filter((uid) => hasRoom(capacity, uid)),
  })
  return { devices: await presentDevices(services, scope, rows, database, capacity), total }
}

export async function presentDevice(services: Services, scope: Scope, row: DeviceRow): Promise<Device> {
  const [device] = await presentDevices(services, scope, [row])
  if (!device) throw new Failure('device_not_found')
  return device
}

/** By uid, or else by name. Fails with `device_not_found`, or with `invalid_input` when neither is given. */
export async function resolveOne(
  database: Database,
  scope: Scope,
  { uid, hostname }: QueryOf<Contract['resolveDevice']>,
): Promise<DeviceRow> {
  if (uid !== undefined) return getDevice(database, scope, uid)
  if (hostname === undefined) {
    const message = 'Name the device by uid or hostname.'
    throw new Failure('invalid_input', { fields: ['uid', 'hostname'], message })
  }
  const device = await findByName(database, scope, hostname.toLowerCase())
  if (!device) throw new Failure('device_not_found')
  return device
}
