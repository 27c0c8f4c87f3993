// Who a device is: its key, its uid and the name it starts with.
import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { type DeviceUid, deviceUidSource, Failure, limits, type TenantId } from '@sshore/contract'

const rsaBitsMin = 2048

/** Private keys parse as public ones too, so the label decides first. */
const publicKeyLabel = /^\s*-----BEGIN (RSA )?PUBLIC KEY-----\r?\n/

function parsePem(pem: string): KeyObject | undefined {
  if (!publicKeyLabel.test(pem)) return undefined
  try {
    return createPublicKey(pem)
  } catch {
    return undefined
  }
}

/**
 * Refuses what cannot serve as a device's key: anything but Ed25519 (SPKI, RFC 8410) or RSA of 2048 bits and more
 * (PKCS#1 or SPKI, RFC 8017). Fails with `invalid_input`.
 */
export function checkDeviceKey(pem: string): void {
  const refuse = (message: string): never => {
    throw new Failure('invalid_input', { fields: ['public_key'], message })
  }
  const key = parsePem(pem)
  if (!key) return refuse('public_key is not a public key in PEM form (Ed25519 as SPKI, or RSA as PKCS#1 or SPKI).')
  if (key.asymmetricKeyType === 'ed25519') return
  if (key.asymmetricKeyType !== 'rsa') return refuse('public_key must be an Ed25519 or an RSA key.')
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (bits < rsaBitsMin) refuse(`public_key is an RSA key of ${bits} bits; ${rsaBitsMin} are the least.`)
}

/** The uid follows from MAC, key and namespace alone: agents in the field compute the same. */
export const deviceUid = (mac: string, publicKey: string, tenantId: TenantId): DeviceUid =>
  createHash('sha256')
    .update(deviceUidSource(mac, publicKey, tenantId))
    .digest('hex') as DeviceUid

/** Makes any text a device name: lower-case, other characters become hyphens. Empty when nothing is left. */
const toDeviceName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, limits.deviceName.max)

/**
 * The name of a device seen for the first time: its host name without the domain, or its MAC.
 * Fails with `invalid_input` when neither gives one.
 */
export function firstName(hostname: string | undefined, mac: string): string {
  const name = toDeviceName(hostname?.split('.', 1)[0] ?? '') || toDeviceName(mac)
  if (name === '') {
    throw new Failure('invalid_input', {
      fields: ['hostname', 'identity'],
      message: 'A device needs a hostname or an identity.mac to be known by.',
    })
  }
  return name
}

/** What devices say about themselves is shown in terminals and browsers, so control characters go. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, '')
