import { Failure, type Fingerprint } from '@sshore/contract'
import type { CertificateAuthoritiesTable } from '../../platform/database/certificate-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'

export type AuthorityRow = CertificateAuthoritiesTable

/** Newest first. */
export const listAuthorities = (database: Database, { tenantId }: Scope): Promise<AuthorityRow[]> =>
  database
    .selectFrom('certificate_authorities')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('fingerprint')
    .execute()

export const findAuthority = (
  database: Database,
  { tenantId }: Scope,
  fingerprint: Fingerprint,
): Promise<AuthorityRow | undefined> =>
  database
    .selectFrom('certificate_authorities')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()

/** Fails with `certificate_authority_not_found`. */
export async function getAuthority(database: Database, scope: Scope, fingerprint: Fingerprint): Promise<AuthorityRow> {
  const authority = await findAuthority(database, scope, fingerprint)
  if (!authority) throw new Failure('certificate_authority_not_found')
  return authority
}

/** Fails with `certificate_authority_exists`. */
export async function insertAuthority(database: Database, authority: AuthorityRow): Promise<void> {
  const result = await database
    .insertInto('certificate_authorities')
    .values(authority)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'fingerprint']).doNothing())
    .executeTakeFirst()
  if (result.numInsertedOrUpdatedRows === 1n) return
  throw new Failure('certificate_authority_exists', { fields: ['public_key'] })
}

export async function patchAuthority(
  database: Database,
  { tenantId }: Scope,
  fingerprint: Fingerprint,
  patch: Partial<Pick<AuthorityRow, 'name' | 'hours_most' | 'member_principals' | 'last_serial'>>,
): Promise<void> {
  if (Object.keys(patch).length === 0) return
  await database
    .updateTable('certificate_authorities')
    .set(patch)
    .where('tenant_id', '=', tenantId)
    .where('fingerprint', '=', fingerprint)
    .execute()
}

/** What it certified and what of it was revoked goes with it. */
export async function removeAuthority(
  database: Database,
  { tenantId }: Scope,
  fingerprint: Fingerprint,
): Promise<void> {
  await database
    .deleteFrom('certificate_authorities')
    .where('tenant_id', '=', tenantId)
    .where('fingerprint', '=', fingerprint)
    .execute()
}
