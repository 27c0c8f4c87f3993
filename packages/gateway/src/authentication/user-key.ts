// The keys and certificates that users offer, and whether a signature shows that they hold them.
import type { Fingerprint } from '@sshore/contract'
import { userSignatureAlgorithms } from '../ssh/algorithms.ts'
import type { KeySignature, OfferedKey } from '../ssh/authentication-service.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import {
  fingerprintOf,
  isKeyType,
  type KeyType,
  type PublicKey,
  readPublicKey,
  shownFingerprintOf,
  WeakKey,
} from './public-key.ts'
import { checkSignature, type Demands, type SignatureVerdict } from './signature.ts'

/** Why a key cannot be used here at all, whoever it belongs to. */
export type KeyProblem = 'dsa' | 'rsa_sha1' | 'rsa_too_short' | 'bad_certificate' | 'unsupported' | 'malformed'

export interface UserKey {
  /** As the client named it. */
  readonly algorithm: string
  /** What the signature is made with. */
  readonly signatureAlgorithm: string
  readonly key: PublicKey
  /** The plain key in its wire form, without what certifies it. */
  readonly blob: Buffer
  /** All that was offered. */
  readonly offered: Buffer
  readonly fingerprint: Fingerprint
  readonly shownFingerprint: string
  readonly certificate: Certificate | undefined
}

const isOurs = (algorithm: string): boolean => userSignatureAlgorithms.some((known) => known === algorithm)

const rsaAlgorithms: ReadonlySet<string> = new Set(['rsa-sha2-256', 'rsa-sha2-512'])

/** The key type that a signature algorithm works with. */
function keyTypeOf(algorithm: string): KeyType | undefined {
  if (rsaAlgorithms.has(algorithm)) return 'ssh-rsa'
  return isOurs(algorithm) && isKeyType(algorithm) ? algorithm : undefined
}

const certificateSuffix = '-cert-v01@openssh.com'

interface Form {
  readonly signatureAlgorithm: string
  readonly type: KeyType
  /** The name in front of the blob, when it is a certificate. */
  readonly certificateName: string | undefined
}

/** Splits `sk-ssh-ed25519-cert-v01@openssh.com` and the like into what is signed with and what certifies. */
function formOf(algorithm: string): Form | undefined {
  if (!algorithm.endsWith(certificateSuffix)) {
    const type = keyTypeOf(algorithm)
    return type && { signatureAlgorithm: algorithm, type, certificateName: undefined }
  }
  const stem = algorithm.slice(0, -certificateSuffix.length)
  // The names of security keys carry the domain already; of certificates they carry it once.
  const signatureAlgorithm = stem.startsWith('sk-') ? `${stem}@openssh.com` : stem
  const type = keyTypeOf(signatureAlgorithm)
  if (!type) return undefined
  const certificateName = rsaAlgorithms.has(stem) ? `ssh-rsa${certificateSuffix}` : algorithm
  return { signatureAlgorithm, type, certificateName }
}

function read(wanted: OfferedKey, { signatureAlgorithm, type, certificateName }: Form): UserKey | KeyProblem {
  const { algorithm } = wanted
  const offered = Buffer.from(wanted.blob)
  if (certificateName === undefined) {
    const key = readPublicKey(offered)
    if (key.type !== type) return 'malformed'
    const fingerprints = { fingerprint: fingerprintOf(offered), shownFingerprint: shownFingerprintOf(offered) }
    return { algorithm, signatureAlgorithm, key, blob: offered, offered, ...fingerprints, certificate: undefined }
  }
  const { subject, subjectBlob, certificate, signed } = readCertificate(certificateName, type, offered)
  if (!signed) return 'bad_certificate'
  const fingerprints = { fingerprint: fingerprintOf(subjectBlob), shownFingerprint: shownFingerprintOf(subjectBlob) }
  return { algorithm, signatureAlgorithm, key: subject, blob: subjectBlob, offered, ...fingerprints, certificate }
}

/** Reads an offered key or certificate, or says why it will not do. Never throws. */
export function readUserKey(offered: OfferedKey): UserKey | KeyProblem {
  const { algorithm } = offered
  if (/^ssh-dss(-cert-v01@openssh\.com)?$/.test(algorithm)) return 'dsa'
  if (/^ssh-rsa(-cert-v01@openssh\.com)?$/.test(algorithm)) return 'rsa_sha1'
  const form = formOf(algorithm)
  if (!form) return 'unsupported'
  try {
    return read(offered, form)
  } catch (error) {
    if (error instanceof WeakKey) return 'rsa_too_short'
    // Too short, or not a point of its curve.
    return 'malformed'
  }
}

/** Whether `proof` shows possession of the key, and of what is demanded of a security key beyond. */
export const provesPossession = (user: UserKey, proof: KeySignature, demands: Demands): SignatureVerdict =>
  checkSignature(user.key, user.signatureAlgorithm, proof.signature, proof.signed, demands)
