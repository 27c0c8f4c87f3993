// Finds the device that an SSH user name means, or the reason why it cannot be reached.
import type { Client } from '@sshore/client'
import type { DeviceUid, ReachableDevice, UserId } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import type { LoginFailure } from './failures.ts'
import { type LoginAddress, parseLoginAddress } from './login-address.ts'

export interface Target extends LoginAddress {
  readonly device: ReachableDevice
}

export interface TargetServices {
  readonly client: Client
  readonly isLinked: (uid: DeviceUid) => boolean
  readonly clock: Clock
  /** Wall clock. */
  readonly today: () => Date
  /** Who asks, where it is a member who is signed in. */
  readonly member?: UserId
}

/** The contract's zero time stands for never. */
function known(time: string): Date | undefined {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1971 ? undefined : date
}

/** A device is online from the registration of its agent on, whose link is there a moment later; so it is after the server began anew. */
const arrival = { milliseconds: 3000, everyMilliseconds: 50 } as const

/** Whether the device has a link, or gets one soon. */
async function isLinkedSoon({ isLinked, clock }: TargetServices, uid: DeviceUid): Promise<boolean> {
  const deadline = clock.now() + arrival.milliseconds
  while (!isLinked(uid)) {
    if (clock.now() >= deadline) return false
    await new Promise<void>((resolve) => void clock.after(arrival.everyMilliseconds, resolve))
  }
  return true
}

/** `ipAddress` is the client's, for the rules of the namespace. Rejects when the server cannot be asked. */
export async function findTarget(
  services: TargetServices,
  user: string,
  ipAddress: string,
): Promise<Target | LoginFailure> {
  const { client, today, member } = services
  const parsed = parseLoginAddress(user)
  if (!parsed) return { code: 'malformed_address', user }
  const { login, address } = parsed
  const visitor = { username: login, ip_address: ipAddress, ...(member && { user_id: member }) }
  const { body } = await client.resolveAddress({ body: { address, ...visitor } })
  switch (body.outcome) {
    case 'found':
      if (await isLinkedSoon(services, body.device.uid)) return { ...parsed, device: body.device }
      return { code: 'offline', address, lastSeen: undefined, now: today() }
    case 'offline':
      return { code: 'offline', address, lastSeen: known(body.last_seen), now: today() }
    case 'not_accepted':
      return { code: 'not_accepted', address, status: body.status }
    case 'denied':
      return { code: 'denied', address, reason: body.reason }
    case 'malformed':
      return { code: 'malformed_address', user }
    default:
      return { code: body.outcome, address, suggestions: body.suggestions }
  }
}
