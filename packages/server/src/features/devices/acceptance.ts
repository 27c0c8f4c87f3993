// People decide about a device: the states it may go through, and what has to hold for it to be accepted.
import { type DeviceStatus, type DeviceUid, Failure, limits } from '@sshore/contract'
import type { Change } from '../../hooks.ts'
import { flag } from '../../platform/database/codecs.ts'
import type { Services } from '../../services.ts'
import { capacityOf } from './capacity.ts'
import { hasRoom, isOnline } from './devices.ts'
import {
  deleteDevice,
  type DeviceRow,
  findAcceptedByMac,
  findAcceptedByName,
  getDevice,
  patchDevice,
} from './devices.store.ts'
import { moveTags } from './device-tags.store.ts'
import { printable } from './identity.ts'

/**
 * A re-flashed device comes back with a new key: the same MAC, another uid. One that is online is no old self but a
 * second machine, for example a clone of the same image: fails with `device_identity_online`.
 */
async function findPredecessor(
  { database, scope }: Change,
  device: DeviceRow,
  now: number,
): Promise<DeviceRow | undefined> {
  if (device.mac === '') return undefined
  const predecessor = await findAcceptedByMac(database, scope, device.mac)
  if (predecessor && isOnline(predecessor, now)) {
    throw new Failure('device_identity_online', {
      message:
        `The accepted device ${predecessor.name} has the same MAC address (${printable(device.mac)}) and is online. If this ` +
        'is another machine, reject it, or start its agent with another --identity. If it is the same one, set up ' +
        `anew, accept it ${limits.onlineGraceSeconds / 60} minutes after the old one was last seen.`,
    })
  }
  return predecessor
}

/** The new device becomes the old one: its name, tags and all that other features keep of it; the old one is gone. */
async function takeOver(services: Services, change: Change, device: DeviceRow, old: DeviceRow): Promise<void> {
  const { database, scope } = change
  for (const hook of services.hooks.list('device.take-over')) await hook({ ...change, from: old.uid, to: device.uid })
  await moveTags(database, scope, old.uid, device.uid)
  await deleteDevice(database, scope, old.uid)
  await patchDevice(database, scope, device.uid, { name: old.name, public_url: old.public_url })
  const target = { kind: 'device', id: device.uid, name: old.name } as const
  await change.changed({
    what: 'device.take-over',
    target,
    before: { uid: old.uid, name: device.name },
    after: { uid: device.uid, name: old.name },
  })
  change.afterCommit(() => services.bus.publish('device.revoked', { uid: old.uid, removed: true }))
}

async function accept(services: Services, change: Change, device: DeviceRow): Promise<void> {
  const { database, scope } = change
  const predecessor = await findPredecessor(change, device, services.clock.now())
  if (!predecessor && (await findAcceptedByName(database, scope, device.name))) {
    throw new Failure('device_name_taken', {
      message: `There is an accepted device named ${device.name} already; rename one of the two first.`,
    })
  }
  const capacity = await capacityOf(database, services.hooks, scope)
  const accepted = capacity.accepted - (predecessor ? 1 : 0)
  const room = hasRoom({ ...capacity, accepted }, device.uid)
  for (const hook of services.hooks.list('device.accept')) await hook({ ...change, uid: device.uid, room })
  if (!room) throw new Failure('device_limit_reached')
  if (predecessor) await takeOver(services, change, device, predecessor)
}

/**
 * Sets the status of a device; setting the one it has changes nothing. Fails with `device_not_found`, and on accepting
 * with `device_name_taken`, `device_identity_online`, `device_limit_reached` or, where it can be paid for, `payment_required`.
 */
export async function changeStatus(
  services: Services,
  change: Change,
  uid: DeviceUid,
  status: DeviceStatus,
): Promise<void> {
  const { database, scope } = change
  const device = await getDevice(database, scope, uid)
  if (device.status === status) return
  if (status === 'accepted') await accept(services, change, device)
  await patchDevice(database, scope, uid, { status, status_updated_at: services.clock.now() })
  await change.changed({
    what: 'device.status',
    target: { kind: 'device', id: uid, name: (await getDevice(database, scope, uid)).name },
    before: { status: device.status },
    after: { status },
  })
  if (device.status === 'accepted') {
    change.afterCommit(() => services.bus.publish('device.revoked', { uid, removed: false }))
  }
}

/** Renames, and says whether others may reach it by a public address. Fails with `device_not_found` or `device_name_taken`. */
export async function changeDevice(
  { database, scope, changed }: Change,
  uid: DeviceUid,
  fields: { readonly name?: string; readonly public_url?: boolean },
): Promise<void> {
  const device = await getDevice(database, scope, uid)
  const name = fields.name?.toLowerCase() ?? device.name
  const namesake = fields.name === undefined ? undefined : await findAcceptedByName(database, scope, name)
  if (namesake && namesake.uid !== uid) throw new Failure('device_name_taken', { fields: ['name'] })
  const before = { name: device.name, public_url: flag.read(device.public_url) }
  const after = { name, public_url: fields.public_url ?? before.public_url }
  if (before.name === after.name && before.public_url === after.public_url) return
  await patchDevice(database, scope, uid, { name, public_url: flag.write(after.public_url) })
  await changed({ what: 'device.update', target: { kind: 'device', id: uid, name }, before, after })
}

/** Removes a device and all that hangs on it; its token is worth nothing from then on. Fails with `device_not_found`. */
export async function remove(services: Services, change: Change, uid: DeviceUid): Promise<void> {
  const { database, scope, afterCommit, changed } = change
  const { name, status, mac } = await getDevice(database, scope, uid)
  for (const hook of services.hooks.list('device.remove')) await hook({ ...change, uid })
  await deleteDevice(database, scope, uid)
  await changed({ what: 'device.remove', target: { kind: 'device', id: uid, name }, before: { name, status, mac } })
  afterCommit(() => services.bus.publish('device.revoked', { uid, removed: true }))
}
