// Codes are short, so whoever tries wrong ones soon may try no more. Kept in the database: a restart forgives nobody, and
// the nodes of a cluster count together.
import { isIPv6 } from 'node:net'
import { Failure } from '@sshore/contract'
import type { Caller } from '../../http/caller.ts'
import { minutes } from '../../platform/clock.ts'
import { transact } from '../../platform/database/transaction.ts'
import type { Services } from '../../services.ts'
import { addMiss, countMisses } from './pairing.store.ts'

export const missesMax = 10
const windowMinutes = 10

/** One customer of a provider usually has a whole /64 of IPv6 addresses to try from (RFC 6177), so that counts as one. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - groups.length - behind.length }, () => '0')
  const filled = tail === undefined ? groups : [...groups, ...zeros, ...behind]
  return `${filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Who is counted: a member as a user, wherever they are; everybody else by network. */
export function sourceOf(caller: Caller, address: string): string {
  return caller.kind === 'member' && caller.user ? `user ${caller.user.id}` : `network ${networkOf(address)}`
}

/**
 * Looks something up by a code. Finding nothing counts as a wrong guess of `source` and fails with
 * `pairing_code_not_found`; after too many of those everything fails with `too_many_requests`, right codes too.
 */
export async function guess<Found>(
  { database, clock }: Services,
  source: string,
  find: () => Promise<Found | undefined>,
): Promise<Found> {
  if ((await countMisses(database, source, clock.now())) >= missesMax) {
    throw new Failure('too_many_requests', { headers: { 'Retry-After': String(windowMinutes * 60) } })
  }
  const found = await find()
  if (found !== undefined) return found
  const now = clock.now()
  await transact(database, (transaction) => addMiss(transaction, source, now, now + minutes(windowMinutes)))
  throw new Failure('pairing_code_not_found')
}
