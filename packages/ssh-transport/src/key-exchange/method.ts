// What the ways to agree on a secret have in common: one message from the client, one from the server.
import { ProtocolViolation, Writer } from '../wire.ts'

export type ExchangeHash = 'sha256' | 'sha384' | 'sha512'

export interface Agreement {
  /** As it travels in the reply and goes into the exchange hash, without its length. */
  readonly serverShare: Buffer
  /** Encoded as the exchange hash and the derivation of keys want it: an mpint or a string. */
  readonly secret: Buffer
}

export interface KeyExchangeMethod {
  readonly hash: ExchangeHash
  /** The server's part. Throws a ProtocolViolation when the client's share will not do. */
  respond(clientShare: Buffer): Agreement
}

export const badShare = (what: string): ProtocolViolation => new ProtocolViolation(`key exchange: ${what}`)

/** A secret that is a number (RFC 4253 section 8, RFC 5656 section 4, RFC 8731 section 3.1). */
export const numberSecret = (magnitude: Uint8Array): Buffer => new Writer().positive(magnitude).finish()
