import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { StateFolder } from './state-folder.ts'

export const keyFile = 'device.key'

export interface DeviceKey {
  /** PEM, SPKI, as it is registered. */
  readonly publicKey: string
  /** Base64 of the Ed25519 signature over the text's UTF-8 bytes. */
  sign(text: string): string
}

function parseKey(pem: string, folder: StateFolder): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Said below, in words that help.
  }
  throw new Error(`${folder.path}/${keyFile} is not an Ed25519 key; remove it to make this a new device`)
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}

/** The device's key; made at first use. Two agents that start at once end up with the same one. */
export async function openDeviceKey(folder: StateFolder): Promise<DeviceKey> {
  let pem = await folder.find(keyFile)
  if (pem === undefined) {
    await folder.create(keyFile, newKey())
    pem = (await folder.find(keyFile)) ?? ''
  }
  const key = parseKey(pem, folder)
  return {
    publicKey: createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString(),
    sign: (text) => sign(null, new TextEncoder().encode(text), key).toString('base64'),
  }
}
