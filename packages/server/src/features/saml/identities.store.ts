import type { UserId } from '@sshore/contract'
import type { SamlIdentitiesTable } from '../../platform/database/single-sign-on-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Identity } from './sealed-texts.ts'

export const findIdentity = (
  database: Database,
  { issuer, name }: Identity,
): Promise<SamlIdentitiesTable | undefined> =>
  database
    .selectFrom('saml_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('name', '=', name)
    .executeTakeFirst()

export const listIdentitiesOf = (database: Database, userId: UserId): Promise<SamlIdentitiesTable[]> =>
  database
    .selectFrom('saml_identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('issuer')
    .orderBy('name')
    .execute()

export async function insertIdentity(database: Database, row: SamlIdentitiesTable): Promise<void> {
  await database.insertInto('saml_identities').values(row).execute()
}

export async function noteLogin(database: Database, { issuer, name }: Identity, now: number): Promise<void> {
  await database
    .updateTable('saml_identities')
    .set({ last_login_at: now })
    .where('issuer', '=', issuer)
    .where('name', '=', name)
    .execute()
}

export async function removeIdentities(database: Database, userId: UserId): Promise<number> {
  const gone = await database.deleteFrom('saml_identities').where('user_id', '=', userId).returning('name').execute()
  return gone.length
}
