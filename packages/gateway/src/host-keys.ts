// The keys that prove this server to SSH clients: made at the first start, kept for good.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type HostKeySigner, Writer } from '@sshore/ssh-transport'

export interface HostKey {
  readonly type: 'ssh-ed25519' | 'ssh-rsa'
  /** False for a key that clients only get to know, so that it can serve one day. */
  readonly serves: boolean
  /** `SHA256:` and base64, as clients show it. */
  readonly fingerprint: string
  /** Wire form (RFC 4253 section 6.6, RFC 8709 section 4). */
  readonly blob: Buffer
  /** By signature algorithm, in the order of preference. */
  readonly signers: readonly HostKeySigner[]
}

/** Signature algorithms in the order of preference, with their hashes (RFC 8332, RFC 8709). */
const hashes = {
  'ssh-ed25519': [['ssh-ed25519', null]],
  'ssh-rsa': [
    ['rsa-sha2-512', 'sha512'],
    ['rsa-sha2-256', 'sha256'],
  ],
} as const

/** RSA is for clients that know no Ed25519; 3072 bits match its strength (NIST SP 800-57). */
const rsaBits = 3072

function fromBase64Url(text: string | undefined): Buffer {
  return Buffer.from(text ?? '', 'base64url')
}

function publicBlob(key: KeyObject): { type: HostKey['type']; blob: Buffer } {
  const { kty, x, n, e } = createPublicKey(key).export({ format: 'jwk' })
  if (kty === 'OKP') {
    return { type: 'ssh-ed25519', blob: new Writer().text('ssh-ed25519').bytes(fromBase64Url(x)).finish() }
  }
  const blob = new Writer().text('ssh-rsa').positive(fromBase64Url(e)).positive(fromBase64Url(n)).finish()
  return { type: 'ssh-rsa', blob }
}

function hostKey(privateKey: KeyObject, serves: boolean): HostKey {
  const { type, blob } = publicBlob(privateKey)
  const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')
  return {
    type,
    serves,
    fingerprint: `SHA256:${digest}`,
    blob,
    signers: hashes[type].map(([algorithm, hash]) => ({
      algorithm,
      blob,
      sign: (contents) =>
        new Writer()
          .text(algorithm)
          .bytes(sign(hash, contents, privateKey))
          .finish(),
    })),
  }
}

const newKeyPair = promisify(generateKeyPair)

/** Off the main thread: an RSA key takes a good part of a second. */
async function generate(name: 'ed25519' | 'rsa'): Promise<string> {
  const { privateKey } =
    name === 'rsa' ? await newKeyPair('rsa', { modulusLength: rsaBits }) : await newKeyPair('ed25519')
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Writes aside and links into place: two processes that start at once agree on one key, a crash leaves none half written. */
async function createOnce(path: string, contents: string): Promise<void> {
  const aside = `${path}.${randomUUID()}.new`
  await writeFile(aside, contents, { mode: 0o600, flag: 'w', flush: true })
  try {
    await link(aside, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(aside, { force: true })
  }
}

async function load(path: string, serves: boolean): Promise<HostKey> {
  if ((await stat(path)).mode & 0o077) {
    throw new Error(`The host key ${path} can be read by others; run: chmod 600 ${path}`)
  }
  const pem = await readFile(path)
  let privateKey: KeyObject
  try {
    privateKey = createPrivateKey(pem)
  } catch (cause) {
    throw new Error(`The host key ${path} is no private key in PEM; make one with: openssl genpkey`, { cause })
  }
  const type = privateKey.asymmetricKeyType
  if (type !== 'ed25519' && type !== 'rsa') throw new Error(`The host key ${path} is neither Ed25519 nor RSA.`)
  return hostKey(privateKey, serves)
}

async function loadOrMake(folder: string, name: 'ed25519' | 'rsa'): Promise<HostKey> {
  const path = join(folder, `ssh_host_${name}_key.pem`)
  const found = await stat(path).catch(() => undefined)
  if (!found) await createOnce(path, await generate(name))
  return load(path, true)
}

/** What clients are told of, while the key without `.next` in its name still serves. */
const nextName = /^ssh_host_\w+_key\.next\.pem$/

/**
 * Reads the host keys in `folder`, making them on the first start. Ed25519 comes first, keys of the future last. Fails
 * with a sentence for a key that others can read, or that is none.
 */
export async function loadHostKeys(folder: string): Promise<readonly HostKey[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const next = (await readdir(folder)).filter((name) => nextName.test(name)).toSorted()
  return Promise.all([
    loadOrMake(folder, 'ed25519'),
    loadOrMake(folder, 'rsa'),
    ...next.map((name) => load(join(folder, name), false)),
  ])
}
