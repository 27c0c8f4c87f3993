import type { Fingerprint, UserId } from '@sshore/contract'
import type { CertificateRevocationsTable, CertificatesTable } from '../../platform/database/certificate-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Listed, listPage, type Page } from '../../platform/paging.ts'
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

export interface ListedCertificate extends CertificateRow {
  /** 1: revoked on its own, by its key id, or because whom it was issued for does not belong to the namespace any more. */
  readonly taken_back: number
}

/** Newest first. */
export async function listCertificates(
  database: Database,
  { tenantId }: Scope,
  { userId, page }: CertificateListing,
): Promise<Listed<ListedCertificate>> {
  const all = database.selectFrom('certificates').where('certificates.tenant_id', '=', tenantId)
  const wanted = userId === undefined ? all : all.where('certificates.user_id', '=', userId)
  const rows = wanted
    .innerJoin('users', 'users.id', 'certificates.user_id')
    .selectAll('certificates')
    .select('users.username')
    .select((select) => {
      const revocation = select
        .selectFrom('certificate_revocations')
        .select('certificate_revocations.created_at')
        .whereRef('certificate_revocations.tenant_id', '=', 'certificates.tenant_id')
        .whereRef('certificate_revocations.authority', '=', 'certificates.authority')
      const serial = select.cast<string>('certificates.serial', 'text')
      const bySerial = revocation.where('serial', '=', serial).where('key_id', '=', '')
      const byKeyId = revocation
        .where('serial', '=', '')
        .whereRef('certificate_revocations.key_id', '=', 'certificates.key_id')
        .where('key_id', '<>', '')
      const membership = select
        .selectFrom('memberships')
        .select('memberships.role')
        .whereRef('memberships.tenant_id', '=', 'certificates.tenant_id')
        .whereRef('memberships.user_id', '=', 'certificates.user_id')
        .where('memberships.status', '=', 'accepted')
      const takenBack = select.or([
        select.exists(bySerial),
        select.exists(byKeyId),
        select.not(select.exists(membership)),
      ])
      return select.case().when(takenBack).then(1).else(0).end().as('taken_back')
    })
    .orderBy('certificates.created_at', 'desc')
    .orderBy('certificates.serial', 'desc')
    .orderBy('certificates.authority')
  return listPage(rows, page)
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
  return listPage(all.selectAll().orderBy('created_at', 'desc').orderBy('serial').orderBy('key_id'), page)
}
