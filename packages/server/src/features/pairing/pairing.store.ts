// Waiting devices belong to no namespace yet, so these rows are found by their code alone.
import { hours } from '../../platform/clock.ts'
import type { PairingsTable } from '../../platform/database/device-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { countOf } from '../../platform/paging.ts'

export async function insertPairing(database: Database, pairing: PairingsTable): Promise<void> {
  await database.insertInto('pairings').values(pairing).execute()
}

/**
 * A code that has run out is known for an hour more: a device that asks late still learns that it was accepted, and
 * nobody who asks for a code that did exist is taken for a guesser.
 */
const rememberedMs = hours(1)

/** While it is valid and for an hour after; see `isValid`. */
export const findPairing = (database: Database, codeHash: string, now: number): Promise<PairingsTable | undefined> =>
  database
    .selectFrom('pairings')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now - rememberedMs)
    .executeTakeFirst()

export const isValid = (pairing: PairingsTable, now: number): boolean => pairing.expires_at > now

/** False when another namespace was faster: two of them do not wait for one another. */
export async function completePairing(
  database: Database,
  codeHash: string,
  accepted: Pick<PairingsTable, 'tenant_id' | 'device_uid'>,
): Promise<boolean> {
  const result = await database
    .updateTable('pairings')
    .set(accepted)
    .where('code_hash', '=', codeHash)
    .where('tenant_id', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function countPairings(database: Database, now: number, remoteAddr?: string): Promise<number> {
  let count = database.selectFrom('pairings').where('expires_at', '>', now)
  if (remoteAddr !== undefined) count = count.where('remote_addr', '=', remoteAddr)
  return countOf(count)
}

/** Of codes that have run out only the hashes stay, and those for an hour. */
export async function deleteExpired(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('pairings')
    .where('expires_at', '<=', now - rememberedMs)
    .execute()
  await database
    .updateTable('pairings')
    .set({ registration: '', remote_addr: '' })
    .where('expires_at', '<=', now)
    .where('registration', '<>', '')
    .execute()
  await database.deleteFrom('pairing_misses').where('forgotten_at', '<=', now).execute()
}

/** Wrong codes that the source has tried and that are not forgotten yet. */
export async function countMisses(database: Database, source: string, now: number): Promise<number> {
  const row = await database
    .selectFrom('pairing_misses')
    .select('misses')
    .where('source', '=', source)
    .where('forgotten_at', '>', now)
    .executeTakeFirst()
  return row?.misses ?? 0
}

/** Counts one more; a new count is forgotten at `forgottenAt`. */
export async function addMiss(database: Database, source: string, now: number, forgottenAt: number): Promise<void> {
  const misses = (await countMisses(database, source, now)) + 1
  const fresh = misses === 1 ? { forgotten_at: forgottenAt } : {}
  await database
    .insertInto('pairing_misses')
    .values({ source, misses, forgotten_at: forgottenAt })
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ misses, ...fresh }))
    .execute()
}
