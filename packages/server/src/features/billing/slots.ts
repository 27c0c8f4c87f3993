// Devices that a namespace may have, and those that were removed and count for a while.
import { type DeviceUid, Failure } from '@sshore/contract'
import type { Change, HookTypes } from '../../hooks.ts'
import type { Services } from '../../services.ts'
import { capacityOf, changeStatus, findDevice, hasRoom, listAcceptedUids } from '../devices/index.ts'
import { isActive, slotsSince } from './accounts.ts'
import { forgetRemoved, insertRemoved, listRemovedUids } from './removed-devices.store.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'

export const takenSlots =
  ({ clock }: Services): HookTypes['device.slots'] =>
  (database, scope) =>
    listRemovedUids(database, scope, slotsSince(clock.now()))

/** A device that is accepted takes a place of its own; the one that it left behind is free. */
export const acceptWithin: HookTypes['device.accept'] = async ({ database, scope, uid, room }) => {
  if (!room) throw new Failure('payment_required')
  await forgetRemoved(database, scope, uid)
}

/** Without a subscription an accepted device that is removed goes on counting: otherwise three slots would do for any number. */
export const keepSlot =
  ({ clock, hooks }: Services): HookTypes['device.remove'] =>
  async ({ database, scope, uid }) => {
    const device = await findDevice(database, scope, uid)
    if (device?.status !== 'accepted' || (await capacityOf(database, hooks, scope)).maxDevices <= 0) return
    await insertRemoved(database, {
      uid,
      tenant_id: device.tenant_id,
      name: device.name,
      mac: device.mac,
      info_id: device.info_id,
      info_pretty_name: device.info_pretty_name,
      info_version: device.info_version,
      info_arch: device.info_arch,
      info_platform: device.info_platform,
      public_key: device.public_key,
      remote_addr: device.remote_addr,
      latitude_microdegrees: device.latitude_microdegrees,
      longitude_microdegrees: device.longitude_microdegrees,
      public_url: device.public_url,
      status: 'removed',
      status_updated_at: clock.now(),
      created_at: device.created_at,
      last_seen_at: device.last_seen_at,
      disconnected_at: device.disconnected_at ?? clock.now(),
    })
  }

export interface Evaluation {
  readonly can_accept: boolean
  readonly can_connect: boolean
}

/** No device's. */
const nobody = '' as DeviceUid

/** From what is known here: the provider is not asked. Without billing everything is allowed. */
export async function evaluate({ payments, hooks }: Services, database: Database, scope: Scope): Promise<Evaluation> {
  if (!payments) return { can_accept: true, can_connect: true }
  const capacity = await capacityOf(database, hooks, scope)
  const { maxDevices, accepted } = capacity
  return { can_accept: hasRoom(capacity, nobody), can_connect: maxDevices <= 0 || accepted <= maxDevices }
}

const refusal =
  'This namespace has more devices than its plan allows. Its owner can subscribe, or choose which to keep.'

export const connectWithin =
  (services: Services): HookTypes['connection.evaluate'] =>
  async ({ database, scope }) => {
    const { can_connect: allowed } = await evaluate(services, database, scope)
    return allowed ? { outcome: 'allowed' } : { outcome: 'denied', reason: refusal }
  }

const wrongChoice = (message: string): Failure => new Failure('invalid_input', { fields: ['choices'], message })

/** Puts all accepted devices but these back to pending. Fails with `device_choice_not_needed` or `invalid_input`. */
export async function chooseDevices(services: Services, inside: Change, choices: readonly DeviceUid[]): Promise<void> {
  const { database, scope } = inside
  if (await isActive(database, scope)) throw new Failure('device_choice_not_needed')
  const { maxDevices } = await capacityOf(database, services.hooks, scope)
  if (maxDevices > 0 && choices.length > maxDevices) throw wrongChoice(`At most ${maxDevices} devices can stay.`)
  const accepted = await listAcceptedUids(database, scope)
  const [known, kept] = [new Set(accepted), new Set(choices)]
  if (!choices.every((uid) => known.has(uid))) throw wrongChoice('Only accepted devices can be chosen.')
  for (const uid of accepted) if (!kept.has(uid)) await changeStatus(services, inside, uid, 'pending')
  await inside.changed({
    what: 'subscription.choose-devices',
    target: { kind: 'namespace', id: scope.tenantId },
    before: { devices: accepted.length },
    after: { devices: choices },
  })
}
