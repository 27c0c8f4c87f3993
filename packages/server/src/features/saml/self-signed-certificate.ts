// A certificate around the key that signs our requests. Providers read the key in it and nothing else, so it says little; it
// is written here because Node reads certificates and does not make them (X.509, RFC 5280; DER, ITU-T X.690).
import { createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'

function lengthOf(bytes: number): Buffer {
  if (bytes < 128) return Buffer.from([bytes])
  const digits = Buffer.from(bytes.toString(16).padStart(bytes > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | digits.length]), digits])
}

const value = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => value(0x30, ...parts)

/** sha256WithRSAEncryption, 1.2.840.113549.1.1.11 (RFC 4055 section 5), with the NULL that belongs to it. */
const algorithm = sequence(value(0x06, Buffer.from('2a864886f70d01010b', 'hex')), value(0x05))
/** id-at-commonName, 2.5.4.3. */
const commonName = value(0x06, Buffer.from('550403', 'hex'))

const name = (text: string): Buffer => sequence(value(0x31, sequence(commonName, value(0x0c, Buffer.from(text)))))

/** GeneralizedTime serves every year; RFC 5280 wants UTCTime before 2050, which all who read certificates take for granted. */
function timeOf(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  const early = Number(digits.slice(0, 4)) < 2050
  return early ? value(0x17, Buffer.from(digits.slice(2))) : value(0x18, Buffer.from(digits))
}

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`

const yearMilliseconds = 365 * 24 * 3600 * 1000

/** PEM of a certificate for an RSA key, signed by itself, good for ten years. */
export function selfSignedCertificate(privateKey: KeyObject, subject: string, now: number): string {
  // A serial number is positive (RFC 5280 section 4.1.2.2).
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const certificate = sequence(
    value(0xa0, value(0x02, Buffer.from([2]))),
    value(0x02, serial),
    algorithm,
    name(subject),
    sequence(timeOf(now), timeOf(now + 10 * yearMilliseconds)),
    name(subject),
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', certificate, privateKey)
  return pem(sequence(certificate, algorithm, value(0x03, Buffer.from([0]), signature)))
}
