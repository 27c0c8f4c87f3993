// RFC 4253 sections 7.2 and 8: the exchange hash, and keys from it.
import { hash as digestOf } from 'node:crypto'
import type { DirectionKeys } from '../ciphers/cipher.ts'
import { macs, type Suite, suites } from '../ciphers/suites.ts'
import type { Mac } from '../ciphers/aes-ctr-hmac.ts'
import { Writer } from '../wire.ts'
import type { ExchangeHash } from './method.ts'
import type { DirectionChoice } from './proposal.ts'

export interface Transcript {
  readonly clientIdentification: Uint8Array
  readonly serverIdentification: Uint8Array
  readonly clientProposal: Uint8Array
  readonly serverProposal: Uint8Array
  readonly hostKeyBlob: Uint8Array
  readonly clientShare: Uint8Array
  readonly serverShare: Uint8Array
  /** Encoded. */
  readonly secret: Uint8Array
}

export function exchangeHash(hash: ExchangeHash, transcript: Transcript): Buffer {
  const { secret, ...strings } = transcript
  const order = [
    strings.clientIdentification,
    strings.serverIdentification,
    strings.clientProposal,
    strings.serverProposal,
    strings.hostKeyBlob,
    strings.clientShare,
    strings.serverShare,
  ]
  const writer = new Writer()
  for (const part of order) writer.bytes(part)
  return digestOf(hash, Buffer.concat([writer.finish(), secret]), 'buffer')
}

export interface KeySource {
  readonly hash: ExchangeHash
  /** Encoded. */
  readonly secret: Buffer
  readonly exchangeHash: Buffer
  readonly sessionId: Buffer
}

/** `letter` from A to F names the use. */
function deriveKey(source: KeySource, letter: string, bytes: number): Buffer {
  const { hash, secret, sessionId } = source
  const beginning = Buffer.concat([secret, source.exchangeHash])
  let key = digestOf(hash, Buffer.concat([beginning, Buffer.from(letter), sessionId]), 'buffer')
  while (key.length < bytes) key = Buffer.concat([key, digestOf(hash, Buffer.concat([beginning, key]), 'buffer')])
  return key.subarray(0, bytes)
}

/** For ciphers that bring their own; never looked at. */
const noMac: Mac = { hash: 'sha256', keyBytes: 32, encryptThenMac: false }

export interface Direction {
  readonly suite: Suite
  readonly mac: Mac
  readonly keys: DirectionKeys
}

/** The keys of one direction, with what they are for. */
export function directionFor(source: KeySource, to: 'server' | 'client', choice: DirectionChoice): Direction {
  const suite = suites.get(choice.cipher)
  if (!suite) throw new Error(`There is no cipher ${choice.cipher}.`)
  const mac = macs.get(choice.mac) ?? noMac
  const [vector, cipher, integrity] = to === 'server' ? ['A', 'C', 'E'] : ['B', 'D', 'F']
  const keys = {
    initialVector: deriveKey(source, vector ?? '', suite.initialVectorBytes),
    cipherKey: deriveKey(source, cipher ?? '', suite.keyBytes),
    macKey: suite.wantsMac ? deriveKey(source, integrity ?? '', mac.keyBytes) : Buffer.alloc(0),
  }
  return { suite, mac, keys }
}
