import type { Database } from '../../platform/database/schema.ts'

/** Notes that something was used; false when it had been before. It may be forgotten once it would be refused for its age. */
export async function spend(database: Database, digest: string, forgottenAt: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('saml_spent')
    .values({ digest, forgotten_at: forgottenAt })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function forgetSpent(database: Database, now: number): Promise<void> {
  await database.deleteFrom('saml_spent').where('forgotten_at', '<', now).execute()
}
