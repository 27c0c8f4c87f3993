// Codes are short, so whoever tries wrong ones soon may try no more. Kept in the database: a restart forgives nobody, and
// the nodes of a cluster count together.
import { Failure, networkOf } from '@sshore/contract'
import type { Caller } from '../../http/caller.ts'
import { minutes } from '../../platform/clock.ts'
import { transact } from '../../platform/database/transaction.ts'
import type { PairingsTable } from '../../platform/database/device-tables.ts'
import type { Services } from '../../services.ts'
import { hashOf } from './codes.ts'
import { addMiss, countMisses, findPairing } from './pairing.store.ts'

export const missesMax = 10
const windowMinutes = 10

/** Who is counted: a member as a user, wherever they are; everybody else by network. */
export function sourceOf(caller: Caller, address: string): string {
  return caller.kind === 'member' && caller.user ? `user ${caller.user.id}` : `network ${networkOf(address)}`
}

/**
 * What a code stands for, or stood for until lately; whether it may still be used is for the caller to say. One that was
 * never given out counts as a wrong guess of `source` and fails with `pairing_code_not_found`; after too many of those
 * everything fails with `too_many_requests`, right codes too.
 */
export async function guess({ database, clock }: Services, source: string, code: string): Promise<PairingsTable> {
  const now = clock.now()
  if ((await countMisses(database, source, now)) >= missesMax) {
    throw new Failure('too_many_requests', { headers: { 'Retry-After': String(windowMinutes * 60) } })
  }
  const pairing = await findPairing(database, hashOf(code), now)
  if (pairing) return pairing
  const forgottenAt = now + minutes(windowMinutes)
  await transact(database, (transaction) => addMiss(transaction, source, now, forgottenAt), source)
  throw new Failure('pairing_code_not_found')
}
