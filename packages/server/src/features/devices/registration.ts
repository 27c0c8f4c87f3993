// A device says who it is, for the first time or again.
import {
  type DeviceRegistration,
  type DeviceStatus,
  type DeviceUid,
  Failure,
  limits,
  type TenantId,
} from '@sshore/contract'
import type { Static } from 'typebox'
import type { Changing } from '../../http/implement.ts'
import type { Change } from '../../hooks.ts'
import { seconds } from '../../platform/clock.ts'
import { position } from '../../platform/database/codecs.ts'
import type { DevicesTable } from '../../platform/database/device-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import {
  countByStatus,
  countPendingFrom,
  findDevice,
  insertDevice,
  patchDevice,
  type DeviceRow,
} from './devices.store.ts'
import { isOnline } from './devices.ts'
import { checkDeviceKey, deviceUid, firstName, printable } from './identity.ts'
import { tellPresence } from './presence.ts'

/** What a device says, without what it does there. */
export type Registration = Omit<Static<typeof DeviceRegistration>, 'sessions'>

export interface Registered {
  readonly uid: DeviceUid
  readonly name: string
  readonly namespace: string
  readonly status: DeviceStatus
}

type Description = Pick<
  DevicesTable,
  | 'mac'
  | 'info_id'
  | 'info_pretty_name'
  | 'info_version'
  | 'info_arch'
  | 'info_platform'
  | 'remote_addr'
  | 'latitude_microdegrees'
  | 'longitude_microdegrees'
>

const describe = ({ positions }: Services, { info, identity }: Registration, remoteAddr: string): Description => ({
  mac: identity?.mac ?? '',
  info_id: printable(info.id),
  info_pretty_name: printable(info.pretty_name),
  info_version: printable(info.version),
  info_arch: printable(info.arch),
  info_platform: printable(info.platform),
  remote_addr: remoteAddr,
  ...position.write(positions.of(remoteAddr)),
})

const differs = (known: DeviceRow, now: Description): boolean =>
  (Object.keys(now) as (keyof Description)[]).some((column) => known[column] !== now[column])

/** A device that checks in again so soon, unchanged and connected, has nothing to write. */
const isFresh = (known: DeviceRow, description: Description, now: number): boolean =>
  known.disconnected_at === null &&
  now - known.last_seen_at < seconds(limits.registrationCacheSeconds) &&
  !differs(known, description)

async function namespaceName(database: Database, { tenantId }: Scope): Promise<string> {
  const row = await database
    .selectFrom('namespaces')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (!row) throw new Failure('namespace_not_found')
  return row.name
}

/** Anybody may register anything where they know the namespace's identifier, so what nobody has accepted is limited. */
async function checkPendingRoom(database: Database, scope: Scope, remoteAddr: string): Promise<void> {
  const { perNamespace, perAddress } = limits.pendingDevices
  const full =
    ((await countByStatus(database, scope)).get('pending') ?? 0) >= perNamespace ||
    (await countPendingFrom(database, scope, remoteAddr)) >= perAddress
  if (full) throw new Failure('too_many_pending_devices', { headers: { 'Retry-After': '600' } })
}

async function firstTime(
  { database, scope, changed }: Change,
  registration: Registration,
  uid: DeviceUid,
  description: Description,
  now: number,
): Promise<Registered> {
  const namespace = await namespaceName(database, scope)
  const name = firstName(registration.hostname, description.mac)
  await checkPendingRoom(database, scope, description.remote_addr)
  await insertDevice(database, {
    uid,
    tenant_id: scope.tenantId,
    name,
    ...description,
    public_key: registration.public_key,
    public_url: 0,
    status: 'pending',
    status_updated_at: now,
    created_at: now,
    last_seen_at: now,
    disconnected_at: null,
  })
  const after = { name, mac: description.mac, remote_addr: description.remote_addr, status: 'pending' }
  await changed({ what: 'device.register', target: { kind: 'device', id: uid, name }, after })
  return { uid, name, namespace, status: 'pending' }
}

/**
 * Adds the device as pending, or refreshes what is known of it; its name, status and tags stay as people set them.
 * `change` opens the transaction, should there be something to write. Fails with `invalid_input` (key, neither hostname nor MAC),
 * `namespace_not_found`, `too_many_pending_devices`.
 */
export async function register(
  services: Services,
  change: Changing['change'],
  registration: Registration,
  remoteAddr: string,
  database = services.database,
): Promise<Registered> {
  const now = services.clock.now()
  const scope = scopeOf(registration.tenant_id)
  const description = describe(services, registration, remoteAddr)
  const uid = deviceUid(description.mac, registration.public_key, scope.tenantId)
  const known = await findDevice(database, scope, uid)
  if (known && isFresh(known, description, now)) return known
  // The key is part of the uid, so the key of a known device has been checked.
  if (!known) checkDeviceKey(registration.public_key)
  return change(scope, async (inside) => {
    const current = known && (await findDevice(inside.database, scope, uid))
    if (!current) return firstTime(inside, registration, uid, description, now)
    await patchDevice(inside.database, scope, uid, { ...description, last_seen_at: now, disconnected_at: null })
    if (!isOnline(current, now)) {
      const device = { uid, tenantId: scope.tenantId, name: current.name, status: current.status }
      inside.afterCommit(() => tellPresence(services, [device], true))
    }
    return current
  })
}

/** As `register` takes it, from a registration that came without a namespace. */
export const inNamespace = (registration: Omit<Registration, 'tenant_id'>, tenantId: TenantId): Registration => ({
  ...registration,
  tenant_id: tenantId,
})
