// Opening and closing the tunnels of a device.
import { randomBytes } from 'node:crypto'
import { type BodyOf, type Contract, type DeviceUid, Failure, limits, type TunnelAddress } from '@sshore/contract'
import type { Change, Fact } from '../../hooks.ts'
import { flag } from '../../platform/database/codecs.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { TunnelsTable } from '../../platform/database/tunnel-tables.ts'
import type { Services } from '../../services.ts'
import { type DeviceRow, getDevice } from '../devices/index.ts'
import { hasExpired } from './tunnels.presenter.ts'
import { deleteTunnelRow, findTunnelTo, getTunnel, insertTunnel, listTunnels, patchTunnel } from './tunnels.store.ts'

type Wanted = BodyOf<Contract['createTunnel']>

/** 128 bits: the address is all that keeps strangers from a tunnel that is open to everybody. */
const newAddress = (): TunnelAddress => randomBytes(16).toString('hex') as TunnelAddress

/** What the audit log names it by: a part, since who knows all of it gets in. */
const target = ({ address }: TunnelsTable, device: string): Fact['target'] => ({
  kind: 'tunnel',
  id: address.slice(0, 8),
  name: device,
})

const factsOf = ({ host, port, ttl, members_only }: TunnelsTable) => ({
  ...{ host, port, ttl, members_only: flag.read(members_only) },
})

/** Drops an expired one for a new one. Fails with `tunnel_limit`. */
async function makeRoom({ database, scope }: Change, uid: DeviceUid, now: number): Promise<void> {
  const { rows } = await listTunnels(database, scope, uid, { offset: 0, limit: limits.tunnels.perDevice })
  if (rows.length < limits.tunnels.perDevice) return
  const [longest] = rows.filter((row) => hasExpired(row, now)).toSorted((a, b) => a.used_at - b.used_at)
  if (!longest) throw new Failure('tunnel_limit')
  await deleteTunnelRow(database, scope, longest.address)
}

/**
 * The same host and port keep their address, and whom they are for unless that is said anew. Fails with `device_not_found`, `device_not_accepted` or
 * `tunnel_limit`.
 */
export async function openTunnel(
  { clock, bus }: Services,
  inside: Change,
  uid: DeviceUid,
  { host: given, port, ttl, members_only }: Wanted,
): Promise<TunnelsTable> {
  const { database, scope, changed, afterCommit } = inside
  const device: DeviceRow = await getDevice(database, scope, uid)
  if (device.status !== 'accepted') throw new Failure('device_not_accepted')
  const host = given.toLowerCase()
  const now = clock.now()
  const known = await findTunnelTo(database, scope, uid, { host, port })
  const wasForMembers = known ? flag.read(known.members_only) : false
  const chosen = { ttl, members_only: flag.write(members_only ?? wasForMembers), used_at: now }
  if (known) {
    const row = { ...known, ...chosen }
    await patchTunnel(database, scope, known.address, chosen)
    await changed({
      what: 'tunnel.create',
      target: target(row, device.name),
      before: factsOf(known),
      after: factsOf(row),
    })
    afterCommit(() => bus.publish('tunnel.changed', { address: row.address }))
    return row
  }
  await makeRoom(inside, uid, now)
  const row: TunnelsTable = {
    ...{ address: newAddress(), tenant_id: scope.tenantId, device_uid: uid, host, port },
    ...{ ...chosen, created_at: now },
  }
  await insertTunnel(database, row)
  await changed({ what: 'tunnel.create', target: target(row, device.name), after: factsOf(row) })
  return row
}

/** Fails with `tunnel_not_found`. */
export async function closeTunnel(
  { bus }: Services,
  { database, scope, changed, afterCommit }: Change,
  uid: DeviceUid,
  address: TunnelAddress,
): Promise<void> {
  const row = await getTunnel(database, scope, uid, address)
  await deleteTunnelRow(database, scope, address)
  await changed({ what: 'tunnel.remove', target: target(row, await nameOf(database, row)), before: factsOf(row) })
  afterCommit(() => bus.publish('tunnel.changed', { address }))
}

export async function tellEntry({ database, changed }: Change, row: TunnelsTable): Promise<void> {
  await changed({ what: 'tunnel.enter', target: target(row, await nameOf(database, row)), after: factsOf(row) })
}

const nameOf = async (database: Database, { tenant_id: tenantId, device_uid }: TunnelsTable): Promise<string> =>
  (await getDevice(database, { tenantId }, device_uid)).name
