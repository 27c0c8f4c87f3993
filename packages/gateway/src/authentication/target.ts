// Finds the device that an SSH user name means, or the reason why it cannot be reached.
import type { Client } from '@sshore/client'
import type { DeviceUid, ReachableDevice, UserId } from '@sshore/contract'
import type { LoginFailure } from './failures.ts'
import { type LoginAddress, parseLoginAddress } from './login-address.ts'

export interface Target extends LoginAddress {
  readonly device: ReachableDevice
}

export interface TargetServices {
  readonly client: Client
  readonly isLinked: (uid: DeviceUid) => boolean
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

/** `ipAddress` is the client's, for the rules of the namespace. Rejects when the server cannot be asked. */
export async function findTarget(
  { client, isLinked, today, member }: TargetServices,
  user: string,
  ipAddress: string,
): Promise<Target | LoginFailure> {
  const parsed = parseLoginAddress(user)
  if (!parsed) return { code: 'malformed_address', user }
  const { login, address } = parsed
  const visitor = { username: login, ip_address: ipAddress, ...(member && { user_id: member }) }
  const { body } = await client.resolveAddress({ body: { address, ...visitor } })
  switch (body.outcome) {
    case 'found':
      if (isLinked(body.device.uid)) return { ...parsed, device: body.device }
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
