import type { Fingerprint, UserId } from '@sshore/contract'
import type { CertificateRevocationsTable, CertificatesTable } from '../../platform/database/certificate-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Listed, Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'

export interface CertificateRow extends CertificatesTable {
  readonly username: string
}

export interface CertificateListing {
  /** Only those of this user. */
  readonly userId: UserId | undefined
  readonly page: Page
}

export async function insertCertificate(database: Database, certificate: CertificatesTable): Promise<void> {
  await database.insertInto('certificates').values(certificate).execute()
}

/** Newest first. */
export async function listCertificates(
  database: Database,
  { tenantId }: Scope,
  { userId, page }: CertificateListing,
): Promise<Listed<CertificateRow>> {
  const all = database.selectFrom('certificates').where('certificates.tenant_id', '=', tenantId)
  const wanted = userId === undefined ? all : all.where('certificates.user_id', '=', userId)
  const rows = await wanted
    .innerJoin('users', 'users.id', 'certificates.user_id')
    .selectAll('certificates')
    .select('users.username')
    .orderBy('certificates.created_at', 'desc')
    .orderBy('certificates.serial', 'desc')
    .orderBy('certificates.authority')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await wanted.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export const findCertificate = (
  database: Database,
  { tenantId }: Scope,
  authority: Fingerprint,
  serial: number,
): Promise<CertificatesTable | undefined> =>
  database
    .selectFrom('certificates')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('authority', '=', authority)
    .where('serial', '=', serial)
    .executeTakeFirst()

/** Those that ended before `before` (Unix milliseconds) are forgotten, in every namespace. */
export async function sweepCertificates(database: Database, before: number): Promise<void> {
  await database.deleteFrom('certificates').where('valid_before', '<', before).execute()
}

/** Once is enough: what is revoked already keeps its time. */
export async function insertRevocation(database: Database, revocation: CertificateRevocationsTable): Promise<void> {
  await database
    .insertInto('certificate_revocations')
    .values(revocation)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'authority', 'serial', 'key_id']).doNothing())
    .execute()
}

const revocationsOf = (database: Database, { tenantId }: Scope, authority: Fingerprint) =>
  database.selectFrom('certificate_revocations').where('tenant_id', '=', tenantId).where('authority', '=', authority)

export async function isRevoked(
  database: Database,
  scope: Scope,
  authority: Fingerprint,
  { serial, keyId }: { readonly serial: string; readonly keyId: string },
): Promise<boolean> {
  const row = await revocationsOf(database, scope, authority)
    .select('created_at')
    .where((where) =>
      where.or([
        where.and([where('serial', '=', serial), where('key_id', '=', '')]),
        where.and([where('serial', '=', ''), where('key_id', '=', keyId), where('key_id', '<>', '')]),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Newest first. */
export async function listRevocations(
  database: Database,
  scope: Scope,
  authority: Fingerprint,
  page: Page,
): Promise<Listed<CertificateRevocationsTable>> {
  const all = revocationsOf(database, scope, authority)
  const rows = await all
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('serial')
    .orderBy('key_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await all.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
