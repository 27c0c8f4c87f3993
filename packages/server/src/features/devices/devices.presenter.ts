import type { Device } from '@sshore/contract'
import { position, time } from '../../platform/database/codecs.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { capacityOf } from './capacity.ts'
import { type Capacity, isAcceptable, isOnline } from './devices.ts'
import type { DeviceRow } from './devices.store.ts'
import { tagsOf } from './device-tags.store.ts'

function presentDevice(row: DeviceRow, tags: readonly string[], capacity: Capacity, now: number): Device {
  const statusUpdatedAt = time.toWire(row.status_updated_at)
  return {
    uid: row.uid,
    name: row.name,
    identity: { mac: row.mac },
    info: {
      id: row.info_id,
      pretty_name: row.info_pretty_name,
      version: row.info_version,
      arch: row.info_arch,
      platform: row.info_platform,
    },
    public_key: row.public_key,
    tenant_id: row.tenant_id,
    namespace: row.namespace,
    last_seen: time.toWire(row.last_seen_at),
    online: isOnline(row, now),
    status: row.status,
    status_update_at: statusUpdatedAt,
    status_updated_at: statusUpdatedAt,
    created_at: time.toWire(row.created_at),
    remote_addr: row.remote_addr,
    position: position.read(row),
    tags: [...tags],
    public_url: row.public_url !== 0,
    acceptable: isAcceptable(row, capacity),
  }
}

/**
 * The devices as the wire shows them, in the given order. `database` is the transaction that they were read in, if there is one;
 * `known` the capacity of the namespace, where it was asked for already.
 */
export async function presentDevices(
  { database: own, hooks, clock }: Services,
  scope: Scope,
  rows: readonly DeviceRow[],
  database = own,
  known?: Capacity,
): Promise<Device[]> {
  if (rows.length === 0) return []
  const capacity = known ?? (await capacityOf(database, hooks, scope))
  const tags = await tagsOf(
    database,
    scope,
    rows.map((row) => row.uid),
  )
  return rows.map((row) => presentDevice(row, tags.get(row.uid) ?? [], capacity, clock.now()))
}
