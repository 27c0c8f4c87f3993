// Keys of every type that users may have, with the private half at hand, security keys included: what a real one would refuse to
// sign can be signed here.
import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writer } from '../ssh/wire.ts'
import type { KeyType } from './public-key.ts'

export const keyTypes: readonly KeyType[] = [
  ...(['ssh-ed25519', 'ssh-rsa', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521'] as const),
  ...(['sk-ssh-ed25519@openssh.com', 'sk-ecdsa-sha2-nistp256@openssh.com'] as const),
]

/** Bits of a security key's flags (FIDO CTAP2). */
export const touched = 1
export const verified = 4

export interface TestKey {
  readonly type: KeyType
  readonly blob: Buffer
  readonly line: string
  /** A signature in its wire form. */
  sign(algorithm: string, contents: Buffer, flags?: number): Buffer
}

const hashes: Readonly<Record<string, string>> = {
  'rsa-sha2-256': 'sha256',
  'rsa-sha2-512': 'sha512',
  'ssh-rsa': 'sha1',
  'ecdsa-sha2-nistp256': 'sha256',
  'ecdsa-sha2-nistp384': 'sha384',
  'ecdsa-sha2-nistp521': 'sha512',
  'sk-ecdsa-sha2-nistp256@openssh.com': 'sha256',
}

const bytesOf = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')
const application = 'ssh:'

function pairOf(raw: Buffer): Buffer {
  const half = raw.length / 2
  return new Writer().positive(raw.subarray(0, half)).positive(raw.subarray(half)).finish()
}

function generate(type: KeyType, rsaBits: number): { publicKey: KeyObject; privateKey: KeyObject } {
  if (type === 'ssh-rsa') return generateKeyPairSync('rsa', { modulusLength: rsaBits })
  const namedCurve = /nistp(\d+)/.exec(type)?.[1]
  return namedCurve ? generateKeyPairSync('ec', { namedCurve: `P-${namedCurve}` }) : generateKeyPairSync('ed25519')
}

function blobOf(type: KeyType, publicKey: KeyObject): Buffer {
  const { x, y, n, e } = publicKey.export({ format: 'jwk' })
  const writer = new Writer().text(type)
  if (type === 'ssh-rsa') writer.positive(bytesOf(e)).positive(bytesOf(n))
  else if (type.includes('ecdsa')) {
    writer.text(/nistp\d+/.exec(type)?.[0] ?? '').bytes(Buffer.concat([Buffer.of(4), bytesOf(x), bytesOf(y)]))
  } else writer.bytes(bytesOf(x))
  return Buffer.from(type.startsWith('sk-') ? writer.text(application).finish() : writer.finish())
}

export function newTestKey(type: KeyType, rsaBits = 2048): TestKey {
  const { publicKey, privateKey } = generate(type, rsaBits)
  const blob = blobOf(type, publicKey)
  return {
    type,
    blob,
    line: `${type} ${blob.toString('base64')}`,
    sign(algorithm, contents, flags = touched) {
      const digest = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
      const tail = type.startsWith('sk-') ? Buffer.of(flags, 0, 0, 0, 9) : Buffer.alloc(0)
      const signed = tail.length > 0 ? Buffer.concat([digest(application), tail, digest(contents)]) : contents
      const hash = hashes[algorithm] ?? null
      const raw = sign(hash, signed, { key: privateKey, dsaEncoding: 'ieee-p1363' })
      const body = type.includes('ecdsa') ? pairOf(raw) : raw
      return Buffer.concat([new Writer().text(algorithm).bytes(body).finish(), tail])
    },
  }
}

export interface TestAuthority extends Disposable {
  readonly blob: Buffer
  /** Has ssh-keygen certify the key; `words` are its further options. */
  certify(key: Pick<TestKey, 'line'>, words?: readonly string[]): Buffer
}

/** An authority whose certificates ssh-keygen makes; of `type` as it names them. */
export function newAuthority(type = 'ed25519', words: readonly string[] = []): TestAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'sshore-authority-'))
  const file = join(folder, 'authority')
  execFileSync('ssh-keygen', ['-q', '-t', type, ...words, '-N', '', '-f', file])
  const decoded = (name: string): Buffer => Buffer.from(readFileSync(name, 'utf8').split(' ')[1] ?? '', 'base64')
  return {
    blob: decoded(`${file}.pub`),
    certify(key, options = ['-n', 'root', '-V', '-5m:+1h']) {
      writeFileSync(join(folder, 'key.pub'), `${key.line}\n`)
      execFileSync('ssh-keygen', ['-q', '-s', file, '-I', 'ann', ...options, join(folder, 'key.pub')])
      return decoded(join(folder, 'key-cert.pub'))
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

/** `ssh-ed25519` → `ssh-ed25519-cert-v01@openssh.com`. */
export const certificateNameOf = (algorithm: string): string =>
  `${algorithm.replace('@openssh.com', '')}-cert-v01@openssh.com`
