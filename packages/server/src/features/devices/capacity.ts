import { limits } from '@sshore/contract'
import type { Hooks } from '../../hooks.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Capacity } from './devices.ts'
import { countByStatus, maxDevicesOf } from './devices.store.ts'

/** How much of the device limit of a namespace is used, and by what. */
export async function capacityOf(database: Database, hooks: Hooks, scope: Scope): Promise<Capacity> {
  const slots = await Promise.all(hooks.list('device.slots').map((taken) => taken(database, scope)))
  const unlimited = await Promise.all(hooks.list('device.unlimited').map((asked) => asked(database, scope)))
  const accepted = (await countByStatus(database, scope)).get('accepted') ?? 0
  return {
    maxDevices: unlimited.includes(true) ? limits.unlimited : await maxDevicesOf(database, scope),
    accepted,
    slots: slots.flat(),
  }
}
