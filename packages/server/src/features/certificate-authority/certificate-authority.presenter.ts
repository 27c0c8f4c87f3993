import { createHash } from 'node:crypto'
import type { AuthorityEdit, CertificateAuthority, Fingerprint, IssuedCertificate, Revocation } from '@sshore/contract'
import type { CertificateRevocationsTable } from '../../platform/database/certificate-tables.ts'
import { json, time } from '../../platform/database/codecs.ts'
import { presentKeyLine } from '../public-keys/index.ts'
import type { AuthorityRow } from './certificate-authority.store.ts'
import type { CertificateRow } from './certificates.store.ts'

export const names = json<readonly string[]>()

export const blobOf = (line: string): Buffer => Buffer.from(line.split(' ').at(-1) ?? '', 'base64')

export const sha256Of = (blob: Buffer): string =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`

/** The one that signs: the newest whose private key is here. `rows` are newest first. */
export const signingAuthority = (rows: readonly AuthorityRow[]): AuthorityRow | undefined =>
  rows.find((row) => row.sealed_key !== null)

export const presentAuthority = (row: AuthorityRow, signing: Fingerprint | undefined): CertificateAuthority => ({
  fingerprint: row.fingerprint,
  sha256: sha256Of(blobOf(row.line)),
  tenant_id: row.tenant_id,
  name: row.name,
  data: presentKeyLine(row.line),
  own: row.sealed_key !== null,
  signing: row.fingerprint === signing,
  hours_most: row.hours_most,
  member_principals: [...names.read(row.member_principals)],
  created_at: time.toWire(row.created_at),
})

export const authorityColumns = ({ name, hours_most, member_principals }: AuthorityEdit) => ({
  ...(name === undefined ? {} : { name }),
  ...(hours_most === undefined ? {} : { hours_most }),
  ...(member_principals === undefined ? {} : { member_principals: names.write(member_principals) }),
})

export const presentCertificate = (row: CertificateRow, revoked: boolean): IssuedCertificate => ({
  authority: row.authority,
  serial: String(row.serial),
  key_id: row.key_id,
  user_id: row.user_id,
  username: row.username,
  fingerprint: { md5: row.fingerprint, sha256: row.sha256 },
  principals: [...names.read(row.principals)],
  source_addresses: [...names.read(row.source_addresses)],
  valid_after: time.toWire(row.valid_after),
  valid_before: time.toWire(row.valid_before),
  revoked,
  created_at: time.toWire(row.created_at),
})

export const presentRevocation = ({ serial, key_id, created_at }: CertificateRevocationsTable): Revocation => ({
  serial,
  key_id,
  created_at: time.toWire(created_at),
})
