// A security key in software: makes credentials and signs with them as WebAuthn Level 3, section 6, has it.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { KeyAnswer, KeyRegistration } from '@sshore/contract'

type Cbor = number | string | Buffer | ReadonlyMap<Cbor, Cbor>

/** RFC 8949, as far as keys need it: integers, bytes, texts, maps. */
function cbor(item: Cbor): Buffer {
  const head = (kind: number, value: number): Buffer => {
    if (value < 24) return Buffer.from([(kind << 5) | value])
    if (value < 256) return Buffer.from([(kind << 5) | 24, value])
    return Buffer.from([(kind << 5) | 25, value >> 8, value & 0xff])
  }
  if (typeof item === 'number') return item >= 0 ? head(0, item) : head(1, -1 - item)
  if (typeof item === 'string') return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)])
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item])
  return Buffer.concat([head(5, item.size), ...[...item].flatMap(([name, value]) => [cbor(name), cbor(value)])])
}

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** COSE (RFC 9053): ES256 on P-256. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [left, right] = [x, y].map((half) => Buffer.from(half, 'base64url'))
  return cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, left ?? ''],
      [-3, right ?? ''],
    ]),
  )
}

export class TestAuthenticator {
  readonly #id = randomBytes(32)
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  /** What it says next of how often it has signed. */
  signatures = 1

  #data(host: string, flags: number, rest: Buffer = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.signatures++)
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, rest])
  }

  #client(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  /** Answers `navigator.credentials.create` of a page at `origin`. */
  create(challenge: string, origin: string, host = new URL(origin).hostname): KeyRegistration {
    const length = Buffer.from([this.#id.length >> 8, this.#id.length & 0xff])
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, coseOf(this.#pair.publicKey)])
    // User present, credential data included.
    const authData = this.#data(host, 0x41, credential)
    const statement = new Map<Cbor, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    const id = this.#id.toString('base64url')
    return {
      ...{ id, rawId: id, type: 'public-key' },
      response: {
        clientDataJSON: this.#client('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: cbor(statement).toString('base64url'),
        transports: ['usb'],
      },
    }
  }

  /** Answers `navigator.credentials.get` of a page at `origin`. */
  get(challenge: string, origin: string, host = new URL(origin).hostname): KeyAnswer {
    const client = this.#client('webauthn.get', challenge, origin)
    const data = this.#data(host, 0x01)
    const id = this.#id.toString('base64url')
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#pair.privateKey)
    return {
      ...{ id, rawId: id, type: 'public-key' },
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    }
  }
}
