import type { UserId } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import type { FailureCount } from './lockout.ts'

/** Stands for all addresses together. */
export const everyAddress = '*'

export async function findFailures(
  database: Database,
  account: string,
  address: string,
): Promise<FailureCount | undefined> {
  const row = await database
    .selectFrom('login_failures')
    .selectAll()
    .where('account', '=', account)
    .where('address', '=', address)
    .executeTakeFirst()
  return row && { failures: row.failures, lockedUntil: row.locked_until, forgottenAt: row.forgotten_at }
}

export async function writeFailures(
  database: Database,
  account: string,
  address: string,
  { failures, lockedUntil, forgottenAt }: FailureCount,
): Promise<void> {
  const count = { failures, locked_until: lockedUntil, forgotten_at: forgottenAt }
  await database
    .insertInto('login_failures')
    .values({ account, address, ...count })
    .onConflict((conflict) => conflict.columns(['account', 'address']).doUpdateSet(count))
    .execute()
}

export async function clearFailures(database: Database, account: string, address: string): Promise<void> {
  await database.deleteFrom('login_failures').where('account', '=', account).where('address', '=', address).execute()
}

/** Forgets all failures of an account; returns from how many addresses there had been some. */
export async function forgetFailures(database: Database, account: string): Promise<number> {
  const gone = await database.deleteFrom('login_failures').where('account', '=', account).returning('address').execute()
  return gone.filter(({ address }) => address !== everyAddress).length
}

export async function isKnownAddress(database: Database, id: UserId, address: string, since: number): Promise<boolean> {
  const row = await database
    .selectFrom('login_addresses')
    .select('address')
    .where('user_id', '=', id)
    .where('address', '=', address)
    .where('last_login_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}

export async function writeKnownAddress(database: Database, id: UserId, address: string, now: number): Promise<void> {
  await database
    .insertInto('login_addresses')
    .values({ user_id: id, address, last_login_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ last_login_at: now }))
    .execute()
}

/** Drops what no longer counts. */
export async function sweepLoginTraces(database: Database, now: number, addressesBefore: number): Promise<void> {
  await database.deleteFrom('login_failures').where('forgotten_at', '<=', now).execute()
  await database.deleteFrom('login_addresses').where('last_login_at', '<', addressesBefore).execute()
}
