// Private keys of a member in this browser: encrypted in IndexedDB, opened to sign, never sent anywhere.
// Without a passphrase the key to them is one of this browser that no script can read; with one it is made of that.
import type { Fingerprint } from '@sshore/contract'
import { fingerprintOf } from './fingerprint.ts'
import { isKeyKind, type KeyKindName, kindOf, kindOfJwk, publicBlob } from './key-kinds.ts'
import { type Bytes, toBase64 } from '../ssh-wire.ts'

export interface StoredKey {
  readonly fingerprint: Fingerprint
  /** Whose it is: a browser may be shared. */
  readonly userId: string
  readonly name: string
  readonly kind: KeyKindName
  /** The public half as one line of OpenSSH. */
  readonly line: string
  readonly needsPassphrase: boolean
}

interface Sealed extends StoredKey {
  readonly iv: Bytes
  readonly sealed: ArrayBuffer
  /** Of the passphrase; empty without one. */
  readonly salt: Bytes
}

/** OWASP's figure for PBKDF2 with SHA-256. */
const rounds = 600_000
const [keys, secrets] = ['keys', 'secrets'] as const

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing here.')))
  })

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('sshore-keys', 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(keys, { keyPath: ['userId', 'fingerprint'] })
    request.result.createObjectStore(secrets)
  })
  return done(request)
}

async function within<Result>(store: string, work: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const database = await openDatabase()
  try {
    return await done(work(database.transaction(store, 'readwrite').objectStore(store)))
  } finally {
    database.close()
  }
}

async function browserSecret(): Promise<CryptoKey> {
  const known: unknown = await within(secrets, (store) => store.get('wrapping'))
  if (known instanceof CryptoKey) return known
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  // Another tab may have been first: whoever adds first has it.
  await within(secrets, (store) => store.add(made, 'wrapping')).catch(() => undefined)
  const kept: unknown = await within(secrets, (store) => store.get('wrapping'))
  if (!(kept instanceof CryptoKey)) throw new Error('The browser does not keep keys.')
  return kept
}

async function secretOf(passphrase: string, salt: Bytes): Promise<CryptoKey> {
  if (passphrase === '') return browserSecret()
  const text = new TextEncoder().encode(passphrase)
  const base = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveKey'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Pages without TLS have no WebCrypto, but for this machine's own. */
export const canKeepKeys = (): boolean => window.isSecureContext

function isSealed(value: unknown): value is Sealed {
  return (
    typeof value === 'object' && value !== null && 'sealed' in value && 'kind' in value && isKeyKind(String(value.kind))
  )
}

async function allOf(userId: string): Promise<readonly Sealed[]> {
  const rows: readonly unknown[] = await within(keys, (store) => store.getAll())
  return rows.filter(isSealed).filter((row) => row.userId === userId)
}

export const listKeys = (userId: string): Promise<readonly StoredKey[]> => allOf(userId)

export interface KeyToKeep {
  readonly userId: string
  readonly name: string
  readonly jwk: JsonWebKey
  /** Empty: none. */
  readonly passphrase: string
}

export async function keepKey({ userId, name, jwk, passphrase }: KeyToKeep): Promise<StoredKey> {
  const kind = kindOfJwk(jwk)
  if (!kind) throw new Error('SSH does not sign with keys of this kind.')
  const blob = publicBlob(kind, jwk)
  const [iv, salt] = [crypto.getRandomValues(new Uint8Array(12)), crypto.getRandomValues(new Uint8Array(16))]
  const secret = await secretOf(passphrase, salt)
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    secret,
    new TextEncoder().encode(JSON.stringify(jwk)),
  )
  const line = `${kind} ${toBase64(blob)} ${name}`
  const stored = { fingerprint: fingerprintOf(blob), userId, name, kind, line, needsPassphrase: passphrase !== '' }
  await within(keys, (store) => store.put({ ...stored, iv, sealed, salt } satisfies Sealed))
  return stored
}

export const removeKey = async ({ userId, fingerprint }: StoredKey): Promise<void> => {
  await within(keys, (store) => store.delete([userId, fingerprint]))
}

/** A key that cannot be read any more, only used. Fails when the passphrase is wrong. */
export async function openKey(stored: StoredKey, passphrase: string): Promise<CryptoKey> {
  const row = (await allOf(stored.userId)).find(({ fingerprint }) => fingerprint === stored.fingerprint)
  if (!row) throw new Error('The key is not here any more.')
  const secret = await secretOf(passphrase, row.salt)
  const content = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: row.iv }, secret, row.sealed)
  const jwk: unknown = JSON.parse(new TextDecoder().decode(content))
  if (typeof jwk !== 'object' || jwk === null) throw new Error('The key is broken.')
  return crypto.subtle.importKey('jwk', { ...jwk, key_ops: ['sign'] }, kindOf(row.kind).importing, false, ['sign'])
}

export async function newKeyJwk(): Promise<JsonWebKey> {
  const made = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])
  if (!('privateKey' in made)) throw new Error('A signing key has two halves.')
  return crypto.subtle.exportKey('jwk', made.privateKey)
}

/** Base64 of the bare signature over base64 of something. */
export async function signWith(key: CryptoKey, kind: KeyKindName, data: string): Promise<string> {
  const bytes = Uint8Array.from(atob(data), (character) => character.codePointAt(0) ?? 0)
  return toBase64(new Uint8Array(await crypto.subtle.sign(kindOf(kind).signing, key, bytes)))
}
