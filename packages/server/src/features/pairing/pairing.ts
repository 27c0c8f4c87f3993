// A device without a namespace shows a code; a member who types it takes the device in.
import { type BodyOf, type contract, type Device, Failure, limits } from '@sshore/contract'
import type { Changing } from '../../http/implement.ts'
import type { Change } from '../../hooks.ts'
import { seconds } from '../../platform/clock.ts'
import { json } from '../../platform/database/codecs.ts'
import type { PairingsTable } from '../../platform/database/device-tables.ts'
import { transact } from '../../platform/database/transaction.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import {
  changeStatus,
  checkDeviceKey,
  findAcceptedByName,
  firstName,
  freeName,
  getDevice,
  inNamespace,
  patchDevice,
  presentDevices,
  register,
  type Registered,
} from '../devices/index.ts'
import { hashOf, newCode } from './codes.ts'
import { completePairing, countPairings, findPairing, insertPairing, isValid } from './pairing.store.ts'

export type Waiting = BodyOf<typeof contract.startPairing>
export const registration = json<Waiting>()

/** Codes that are valid at a time: what a flood can fill, and how far it thins out the space of codes. */
const waitingMax = { inAll: 10_000, perAddress: 50 } as const

/** Makes a code for a device. Fails with `invalid_input` as a registration would, or with `too_many_requests`. */
export async function start({ database, clock }: Services, waiting: Waiting, remoteAddr: string): Promise<string> {
  checkDeviceKey(waiting.public_key)
  firstName(waiting.hostname, waiting.identity?.mac ?? '')
  const now = clock.now()
  const code = newCode()
  await transact(
    database,
    async (transaction) => {
      const full =
        (await countPairings(transaction, now, remoteAddr)) >= waitingMax.perAddress ||
        (await countPairings(transaction, now)) >= waitingMax.inAll
      const retryAfter = String(limits.pairing.expiresSeconds)
      if (full) throw new Failure('too_many_requests', { headers: { 'Retry-After': retryAfter } })
      await insertPairing(transaction, {
        code_hash: hashOf(code),
        registration: registration.write(waiting),
        remote_addr: remoteAddr,
        expires_at: now + seconds(limits.pairing.expiresSeconds),
        tenant_id: null,
        device_uid: null,
      })
    },
    'pairings',
  )
  return code
}

/** Fails with `pairing_code_not_found` when the code has run out, or another namespace has taken the device. */
export function checkUsable(pairing: PairingsTable, scope: Scope, now: number): void {
  const taken = pairing.tenant_id !== null && pairing.tenant_id !== scope.tenantId
  if (taken || !isValid(pairing, now)) throw new Failure('pairing_code_not_found')
}

/** Nobody could rename a device that exists only as a code, so a name that is taken gets a number. */
async function nameFreely({ database, scope }: Change, { uid, name, status }: Registered): Promise<void> {
  if (status === 'accepted') return
  const taken = new Set<string>()
  let candidate = name
  while (await findAcceptedByName(database, scope, candidate)) {
    taken.add(candidate)
    candidate = freeName(name, (other) => taken.has(other))
  }
  if (candidate !== name) await patchDevice(database, scope, uid, { name: candidate })
}

/**
 * Registers the waiting device in the namespace and accepts it, or neither. A second time finds the same device.
 * Fails with `pairing_code_not_found` when somebody else was faster, `device_identity_online`, `device_limit_reached`,
 * `too_many_pending_devices`.
 */
export async function accept(
  services: Services,
  change: Changing['change'],
  scope: Scope,
  code: string,
): Promise<Device> {
  const codeHash = hashOf(code)
  const now = services.clock.now()
  return change(scope, async (inside) => {
    const { database } = inside
    const pairing = await findPairing(database, codeHash, now)
    if (!pairing) throw new Failure('pairing_code_not_found')
    checkUsable(pairing, scope, now)
    const waiting = inNamespace(registration.read(pairing.registration), scope.tenantId)
    const registered = await register(services, (_, run) => run(inside), waiting, pairing.remote_addr, database)
    if (pairing.tenant_id === null) {
      await nameFreely(inside, registered)
      await changeStatus(services, inside, registered.uid, 'accepted')
      const completion = { tenant_id: scope.tenantId, device_uid: registered.uid }
      if (!(await completePairing(database, codeHash, completion))) throw new Failure('pairing_code_not_found')
    }
    const [device] = await presentDevices(services, scope, [await getDevice(database, scope, registered.uid)], database)
    if (!device) throw new Failure('device_not_found')
    return device
  })
}
