// Time-based one-time passwords: RFC 6238 with what every authenticator app takes, that is SHA-1, six digits and 30 seconds.
import { createHmac, randomBytes } from 'node:crypto'
import { limits } from '@sshore/contract'
import { equalSecrets } from '../../platform/secrets.ts'

const { codeDigits, stepSeconds, stepsAside } = limits.mfa

export type HashName = 'sha1' | 'sha256' | 'sha512'

/** HOTP (RFC 4226 section 5.3). */
export function hotp(
  secret: Uint8Array,
  counter: number,
  digits: number = codeDigits,
  hash: HashName = 'sha1',
): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac(hash, secret).update(message).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step of a moment in Unix milliseconds (RFC 6238 section 4.2). */
export const stepAt = (now: number): number => Math.floor(now / 1000 / stepSeconds)

/**
 * The time step whose code this is, among the present one and its neighbours; undefined for none. Steps up to `usedUp` do not
 * count.
 */
export function matchingStep(secret: Uint8Array, code: string, now: number, usedUp = -1): number | undefined {
  const present = stepAt(now)
  const candidates = Array.from({ length: 2 * stepsAside + 1 }, (_, index) => present - stepsAside + index)
  // All are computed, so that the time taken does not tell which one it was.
  const matching = candidates.filter((step) => equalSecrets(hotp(secret, step), code))
  return matching.find((step) => step > usedUp)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding (RFC 4648 section 6). */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** Of text that `toBase32` wrote. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** 160 bits (RFC 4226 section 4, R6), 32 characters. */
export const newSecret = (): string => toBase32(randomBytes(20))

/** 80 bits, 16 characters. */
export const newRecoveryCode = (): string => toBase32(randomBytes(limits.mfa.recoveryCodeBytes))

/** What a QR code carries (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export function enrolmentLink(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const parameters = `secret=${secret}&issuer=${encodeURIComponent(issuer)}`
  return `otpauth://totp/${label}?${parameters}&algorithm=SHA1&digits=${codeDigits}&period=${stepSeconds}`
}
