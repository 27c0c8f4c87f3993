// Stock agents leave the checking of users' keys to the server, and want proof that the server did it: the gateway logs
// in with an RSA key made for that one login, and the agent asks the server to sign something with the same key.
import { createHash, generateKeyPair, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Bus, DeviceUid } from '@sshore/contract'
import { rsaBlob } from './host-key.ts'
import { parseObject } from './parse-object.ts'

export interface SigningKey extends Disposable {
  /** PEM, PKCS#1. */
  readonly privateKey: string
  /** MD5, as agents name keys. */
  readonly fingerprint: string
}

interface Issued {
  readonly key: KeyObject
  readonly uid: DeviceUid
  readonly username: string
  /** Signatures it may still make: agents ask again for each signature algorithm that is offered. */
  signaturesLeft: number
}

const newKeyPair = promisify(generateKeyPair)
const generate = () => newKeyPair('rsa', { modulusLength: 2048 })
const signaturesMost = 6

function fingerprintOf(publicKey: KeyObject): string {
  const digest = createHash('md5')
    .update(rsaBlob(publicKey) ?? '')
    .digest('hex')
  return (digest.match(/../g) ?? []).join(':')
}

/** Agents sign for `{"Username": …, "Namespace": …}`; the latter is the device's name when its agent started. */
const usernameIn = (text: string): unknown => parseObject(text)?.['Username']

export class SigningKeys implements Disposable {
  readonly #issued = new Map<string, Issued>()
  readonly #unsubscribe: () => void
  /** Making a key takes longer than anything else in a login, so one is kept ready once they are needed. */
  #next: ReturnType<typeof generate> | undefined

  /** Answers the server, which asks all gateways for what a device wants to be signed. */
  constructor(bus: Bus) {
    this.#unsubscribe = bus.subscribe('device.signature-wanted', ({ id, uid, fingerprint, text }) => {
      const signature = this.#sign(uid, fingerprint, text)
      if (signature !== undefined) bus.publish('device.signature-made', { id, signature })
    })
  }

  /** A key for one login of one user on one device; dispose it when the login is decided. */
  async issue(uid: DeviceUid, username: string): Promise<SigningKey> {
    const making = this.#next ?? generate()
    this.#next = generate()
    // It is asked for later, if at all; whoever asks hears of the failure.
    this.#next.catch(() => undefined)
    const { privateKey, publicKey } = await making
    const fingerprint = fingerprintOf(publicKey)
    this.#issued.set(fingerprint, { key: privateKey, uid, username, signaturesLeft: signaturesMost })
    return {
      privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
      fingerprint,
      [Symbol.dispose]: () => void this.#issued.delete(fingerprint),
    }
  }

  [Symbol.dispose](): void {
    this.#unsubscribe()
    this.#issued.clear()
  }

  #sign(uid: DeviceUid, fingerprint: string, text: string): string | undefined {
    const issued = this.#issued.get(fingerprint)
    if (!issued || issued.uid !== uid || issued.username !== usernameIn(text) || issued.signaturesLeft === 0) {
      return undefined
    }
    issued.signaturesLeft -= 1
    return sign('sha256', Buffer.from(text), issued.key).toString('base64')
  }
}
