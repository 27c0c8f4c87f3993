// The kinds of keys that both a browser and SSH can sign with.
import { field, fromBase64Url, joined, number } from '../ssh-wire.ts'
import type { Bytes } from '../ssh-wire.ts'

export interface KeyKind {
  readonly importing: RsaHashedImportParams | EcKeyImportParams | Algorithm
  readonly signing: EcdsaParams | Algorithm
}

const ecdsa = (namedCurve: string, hash: string): KeyKind => ({
  importing: { name: 'ECDSA', namedCurve },
  signing: { name: 'ECDSA', hash },
})

/** By the name of SSH (RFC 8709, RFC 5656, RFC 8332: `rsa-sha2-512` is how an `ssh-rsa` key signs here). */
export const keyKinds = {
  'ssh-ed25519': { importing: { name: 'Ed25519' }, signing: { name: 'Ed25519' } },
  'ecdsa-sha2-nistp256': ecdsa('P-256', 'SHA-256'),
  'ecdsa-sha2-nistp384': ecdsa('P-384', 'SHA-384'),
  'ecdsa-sha2-nistp521': ecdsa('P-521', 'SHA-512'),
  'ssh-rsa': {
    importing: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' },
    signing: { name: 'RSASSA-PKCS1-v1_5' },
  },
} as const satisfies Record<string, KeyKind>

export type KeyKindName = keyof typeof keyKinds
export const isKeyKind = (name: string): name is KeyKindName => Object.hasOwn(keyKinds, name)
export const kindOf = (name: KeyKindName): KeyKind => keyKinds[name]

const curves: Readonly<Record<string, KeyKindName>> = {
  'P-256': 'ecdsa-sha2-nistp256',
  'P-384': 'ecdsa-sha2-nistp384',
  'P-521': 'ecdsa-sha2-nistp521',
}

/** Undefined: a kind that SSH does not sign with. */
export function kindOfJwk({ kty, crv = '' }: JsonWebKey): KeyKindName | undefined {
  if (kty === 'OKP' && crv === 'Ed25519') return 'ssh-ed25519'
  if (kty === 'RSA') return 'ssh-rsa'
  return kty === 'EC' ? curves[crv] : undefined
}

/** The public half as SSH writes it. */
export function publicBlob(kind: KeyKindName, { x = '', y = '', n = '', e = '' }: JsonWebKey): Bytes {
  const name = field(kind)
  if (kind === 'ssh-rsa') return joined([name, number(fromBase64Url(e)), number(fromBase64Url(n))])
  if (kind === 'ssh-ed25519') return joined([name, field(fromBase64Url(x))])
  const point = joined([Uint8Array.of(4), fromBase64Url(x), fromBase64Url(y)])
  return joined([name, field(kind.slice('ecdsa-sha2-'.length)), field(point)])
}
