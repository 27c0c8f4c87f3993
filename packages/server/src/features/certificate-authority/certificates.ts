// Certificates: signed by the namespace's own authority, taken back, and judged for the gateway.
import { createPrivateKey, sign } from 'node:crypto'
import {
  type BodyOf,
  type CertificateRequest,
  type contract,
  Failure,
  type Fingerprint,
  type IssuedCertificate,
  limits,
  type NewCertificate,
  type ReplyOf,
  type Revocation,
  type RevocationRequest,
} from '@sshore/contract'
import type { Change } from '../../hooks.ts'
import { hours } from '../../platform/clock.ts'
import { flag } from '../../platform/database/codecs.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Listed } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Sealer } from '../../platform/sealing.ts'
import { findMembership } from '../namespaces/index.ts'
import { presentKeyLine } from '../public-keys/index.ts'
import { parseSentKey, sealContext } from './authorities.ts'
import { checkRequest, type Issuer } from './certificate-authority.ts'
import {
  type AuthorityRow,
  findAuthority,
  getAuthority,
  listAuthorities,
  patchAuthority,
} from './certificate-authority.store.ts'
import {
  blobOf,
  names,
  presentCertificate,
  presentRevocation,
  sha256Of,
  signingAuthority,
} from './certificate-authority.presenter.ts'
import { certificateTypeOf, packed, writeCertificate } from './certificate-writer.ts'
import {
  type CertificateListing,
  type CertificateRow,
  findCertificate,
  insertCertificate,
  insertRevocation,
  isRevoked,
  listCertificates,
} from './certificates.store.ts'

/** Clocks of servers and devices need not agree on the second. */
const backdatedSeconds = 60

export interface Applicant {
  readonly id: IssuedCertificate['user_id']
  readonly username: string
}

type Wishes = Omit<CertificateRequest, 'user_id'>

function extensionsOf(wishes: Wishes): string[] {
  return [
    ...(wishes.agent_forwarding === false ? [] : ['permit-agent-forwarding']),
    ...(wishes.port_forwarding === false ? [] : ['permit-port-forwarding']),
    ...(wishes.terminal === false ? [] : ['permit-pty']),
  ]
}

function criticalOptionsOf(wishes: Wishes): Record<string, string | true> {
  const sources = wishes.source_addresses ?? []
  return {
    ...(wishes.force_command === undefined ? {} : { 'force-command': wishes.force_command }),
    ...(sources.length === 0 ? {} : { 'source-address': sources.join(',') }),
    ...(wishes.verify_required === true ? { 'verify-required': true } : {}),
  }
}

const signerOf = (sealer: Sealer, scope: Scope, { sealed_key, fingerprint }: AuthorityRow) => {
  const der = sealer.open(sealed_key ?? '', sealContext(scope, fingerprint))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return (unsigned: Buffer): Buffer => Buffer.concat([packed('ssh-ed25519'), packed(sign(null, unsigned, key))])
}

/**
 * Signs a member's key. Fails with `no_signing_authority`, `unprocessable_public_key`, `member_not_found`,
 * `certificate_not_allowed` or `invalid_input`.
 */
export async function issueCertificate(
  { database, scope, changed }: Change,
  { sealer, now }: { readonly sealer: Sealer; readonly now: number },
  issuer: Issuer,
  applicant: Applicant,
  wishes: Wishes,
): Promise<NewCertificate> {
  const authority = signingAuthority(await listAuthorities(database, scope))
  if (!authority) throw new Failure('no_signing_authority')
  const rules = { hoursMost: authority.hours_most, memberPrincipals: names.read(authority.member_principals) }
  const hours = checkRequest(issuer, rules, { ...wishes, userId: applicant.id })
  const membership = await findMembership(database, scope, applicant.id)
  if (membership?.status !== 'accepted') throw new Failure('member_not_found')
  const key = parseSentKey(wishes.public_key)
  const seconds = Math.floor(now / 1000)
  const serial = authority.last_serial + 1
  const keyId = wishes.key_id ?? applicant.username
  const validity = { validAfter: seconds - backdatedSeconds, validBefore: seconds + hours * 3600 }
  const certified = writeCertificate(
    {
      ...{ algorithm: key.algorithm, blob: key.blob, serial, keyId, principals: wishes.principals, ...validity },
      criticalOptions: criticalOptionsOf(wishes),
      extensions: extensionsOf(wishes),
      authority: blobOf(authority.line),
    },
    signerOf(sealer, scope, authority),
  )
  const row: CertificateRow = {
    tenant_id: scope.tenantId,
    authority: authority.fingerprint,
    serial,
    key_id: keyId,
    user_id: applicant.id,
    username: applicant.username,
    fingerprint: key.fingerprint,
    sha256: sha256Of(key.blob),
    principals: names.write(wishes.principals),
    source_addresses: names.write(wishes.source_addresses ?? []),
    valid_after: validity.validAfter * 1000,
    valid_before: validity.validBefore * 1000,
    created_at: now,
  }
  await patchAuthority(database, scope, authority.fingerprint, { last_serial: serial })
  const { username: _, ...columns } = row
  await insertCertificate(database, columns)
  const facts = { authority: row.authority, principals: wishes.principals, username: applicant.username, hours }
  const target = { kind: 'certificate', id: String(serial), name: keyId } as const
  await changed({ what: 'certificate.issue', target, after: { ...facts, fingerprint: row.sha256 } })
  const certificate = `${certificateTypeOf(key.algorithm)} ${certified.toString('base64')} ${keyId}`
  return { ...presentCertificate(row, false), certificate }
}

/** Revoked on its own, by its key id, or because whom it was issued for does not belong to the namespace any more. */
async function isTakenBack(database: Database, scope: Scope, row: Omit<CertificateRow, 'username'>): Promise<boolean> {
  const names = { serial: String(row.serial), keyId: row.key_id }
  if (await isRevoked(database, scope, row.authority, names)) return true
  return (await findMembership(database, scope, row.user_id))?.status !== 'accepted'
}

export async function showCertificates(
  database: Database,
  scope: Scope,
  listing: CertificateListing,
): Promise<Listed<IssuedCertificate>> {
  const { rows, total } = await listCertificates(database, scope, listing)
  return { rows: rows.map((row) => presentCertificate(row, flag.read(row.taken_back))), total }
}

/** Fails with `certificate_authority_not_found`. */
export async function revoke(
  { database, scope, changed }: Change,
  fingerprint: Fingerprint,
  request: RevocationRequest,
  now: number,
): Promise<Revocation> {
  const authority = await getAuthority(database, scope, fingerprint)
  const named = 'serial' in request ? { serial: request.serial, key_id: '' } : { serial: '', key_id: request.key_id }
  const row = { tenant_id: scope.tenantId, authority: authority.fingerprint, created_at: now, ...named }
  await insertRevocation(database, row)
  const target = { kind: 'certificate', id: named.serial || named.key_id } as const
  await changed({ what: 'certificate.revoke', target, after: { authority: authority.fingerprint, ...named } })
  return presentRevocation(row)
}

/** The largest serial number that we give out; greater ones are of others. */
const serialMost = BigInt(Number.MAX_SAFE_INTEGER)

/** For the gateway, which has verified the signature: whether the authority is trusted here, and the certificate still good. */
export async function evaluateCertificate(
  database: Database,
  { authority: fingerprint, serial, key_id }: BodyOf<typeof contract.evaluateCertificate>,
  scope: Scope,
): Promise<ReplyOf<typeof contract.evaluateCertificate>> {
  const authority = await findAuthority(database, scope, fingerprint)
  if (!authority) return { outcome: 'unknown_authority' }
  const data = presentKeyLine(authority.line)
  if (await isRevoked(database, scope, fingerprint, { serial, keyId: key_id })) return { outcome: 'revoked', data }
  if (authority.sealed_key === null) return { outcome: 'trusted', data }
  // All that this server signed is written down; what is not was forgotten with its user, or long after its end.
  const own =
    BigInt(serial) > serialMost ? undefined : await findCertificate(database, scope, fingerprint, Number(serial))
  const good = own !== undefined && !(await isTakenBack(database, scope, own))
  return own !== undefined && good ? { outcome: 'trusted', data, user_id: own.user_id } : { outcome: 'revoked', data }
}

/** Kept this long after their end, for whoever asks who had one. */
export const keptMilliseconds = hours(24 * limits.certificates.keptDays)
