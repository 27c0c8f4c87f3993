// The authorities that a namespace trusts: made here, or brought along as a public key.
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import {
  type AuthorityChoices,
  type AuthorityEdit,
  type CertificateAuthority,
  Failure,
  type Fingerprint,
  limits,
} from '@sshore/contract'
import type { Change, Fact } from '../../hooks.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Sealer } from '../../platform/sealing.ts'
import { type OpenSshKey, parseKeyField, parseOpenSshKey } from '../public-keys/index.ts'
import {
  type AuthorityRow,
  getAuthority,
  insertAuthority,
  listAuthorities,
  patchAuthority,
  removeAuthority,
} from './certificate-authority.store.ts'
import { authorityColumns, names, presentAuthority, signingAuthority } from './certificate-authority.presenter.ts'
import { packed } from './certificate-writer.ts'

/** What a sealed private key belongs to. */
export const sealContext = ({ tenantId }: Scope, fingerprint: Fingerprint): string =>
  `certificate-authority ${tenantId} ${fingerprint}`

/** A line, or the base64 of one. Fails with `unprocessable_public_key`. */
export function parseSentKey(text: string): OpenSshKey {
  const key = text.trim().includes(' ') ? parseOpenSshKey(text) : parseKeyField(text)
  if (key.line === `${key.algorithm} ${key.blob.toString('base64')}`) return key
  throw new Failure('unprocessable_public_key', {
    fields: ['public_key'],
    message: 'Send the key without options in front of it.',
  })
}

interface KeyPair {
  readonly key: OpenSshKey
  /** PKCS#8 in DER. */
  readonly secret: Buffer
}

function newKeyPair(): KeyPair {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const blob = Buffer.concat([packed('ssh-ed25519'), packed(Buffer.from(x, 'base64url'))])
  const key = parseOpenSshKey(`ssh-ed25519 ${blob.toString('base64')}`)
  return { key, secret: privateKey.export({ type: 'pkcs8', format: 'der' }) }
}

const target = ({ fingerprint, name }: Pick<AuthorityRow, 'fingerprint' | 'name'>): Fact['target'] => ({
  kind: 'certificate-authority',
  id: fingerprint,
  name,
})

const factsOf = (row: Pick<AuthorityRow, 'name' | 'hours_most' | 'member_principals' | 'sealed_key'>) => ({
  name: row.name,
  own: row.sealed_key !== null,
  hours_most: row.hours_most,
  member_principals: names.read(row.member_principals),
})

/** Newest first. */
export async function showAuthorities(database: Database, scope: Scope): Promise<CertificateAuthority[]> {
  const rows = await listAuthorities(database, scope)
  const signing = signingAuthority(rows)?.fingerprint
  return rows.map((row) => presentAuthority(row, signing))
}

async function shown(database: Database, scope: Scope, fingerprint: Fingerprint): Promise<CertificateAuthority> {
  const signing = signingAuthority(await listAuthorities(database, scope))?.fingerprint
  return presentAuthority(await getAuthority(database, scope, fingerprint), signing)
}

/** Fails with `unprocessable_public_key`, `certificate_authority_exists` or `certificate_authority_limit`. */
export async function createAuthority(
  { database, scope, changed }: Change,
  sealer: Sealer,
  choices: AuthorityChoices,
  now: number,
): Promise<CertificateAuthority> {
  const known = await listAuthorities(database, scope)
  if (known.length >= limits.certificates.authoritiesMost) throw new Failure('certificate_authority_limit')
  const made = choices.public_key === undefined ? newKeyPair() : undefined
  const key = made?.key ?? parseSentKey(choices.public_key ?? '')
  const row: AuthorityRow = {
    tenant_id: scope.tenantId,
    fingerprint: key.fingerprint,
    line: key.line,
    name: choices.name,
    sealed_key: made ? sealer.seal(made.secret, sealContext(scope, key.fingerprint)) : null,
    last_serial: 0,
    hours_most: choices.hours_most ?? limits.certificates.authorityHoursDefault,
    member_principals: names.write(choices.member_principals ?? []),
    // The newest signs: two made within one millisecond must not leave it open which.
    created_at: Math.max(now, (known[0]?.created_at ?? 0) + 1),
  }
  await insertAuthority(database, row)
  await changed({ what: 'certificate-authority.create', target: target(row), after: factsOf(row) })
  return shown(database, scope, row.fingerprint)
}

/** Fails with `certificate_authority_not_found`. */
export async function editAuthority(
  { database, scope, changed }: Change,
  fingerprint: Fingerprint,
  edit: AuthorityEdit,
): Promise<CertificateAuthority> {
  const before = await getAuthority(database, scope, fingerprint)
  const columns = authorityColumns(edit)
  await patchAuthority(database, scope, fingerprint, columns)
  const after = { ...before, ...columns }
  const facts = { before: factsOf(before), after: factsOf(after) }
  await changed({ what: 'certificate-authority.update', target: target(after), ...facts })
  return shown(database, scope, fingerprint)
}

/** Fails with `certificate_authority_not_found`. */
export async function dropAuthority({ database, scope, changed }: Change, fingerprint: Fingerprint): Promise<void> {
  const before = await getAuthority(database, scope, fingerprint)
  await removeAuthority(database, scope, fingerprint)
  await changed({ what: 'certificate-authority.remove', target: target(before), before: factsOf(before) })
}
