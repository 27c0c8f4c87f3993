// The addon in `native/`: whole packets, encrypted or decrypted in place by one call.
import { createRequire } from 'node:module'
import type { DirectionKeys, Opener, PacketLayout, Sealer } from './cipher.ts'

type Hash = 'sha256' | 'sha512'
export type NativeName = 'aes-gcm' | 'chacha20-poly1305' | `aes-ctr-hmac-${Hash}` | `aes-ctr-hmac-${Hash}-etm`

/** The size of the key chooses between AES-128, -192 and -256. A key of a wrong size throws a RangeError. */
type Construct<Made> = new (name: NativeName, cipherKey: Buffer, initialVector: Buffer, macKey: Buffer) => Made

/** All throw when a packet is too short or was changed; after `free` they only throw. */
export interface NativeCiphers {
  readonly Sealer: Construct<Pick<Sealer, 'seal' | 'free'>>
  readonly Opener: Construct<Pick<Opener, 'packetBytes' | 'open' | 'free'>>
}

function isComplete(loaded: unknown): loaded is NativeCiphers {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    ['Sealer', 'Opener'].every((name) => typeof Reflect.get(loaded, name) === 'function')
  )
}

function load(): NativeCiphers | undefined {
  try {
    const loaded: unknown = createRequire(import.meta.url)('../../dist/packet-ciphers.node')
    return isComplete(loaded) ? loaded : undefined
  } catch {
    // Not compiled, or for another system.
    return undefined
  }
}

/** Undefined when the addon was not built; then everything is done by Node's own crypto, slower. */
export const native: NativeCiphers | undefined = load()

export function nativeSealer(
  { Sealer }: NativeCiphers,
  name: NativeName,
  layout: PacketLayout,
  keys: DirectionKeys,
): Sealer {
  const cipher = new Sealer(name, keys.cipherKey, keys.initialVector, keys.macKey)
  return { ...layout, seal: (packet, sequence) => cipher.seal(packet, sequence), free: () => cipher.free() }
}

export function nativeOpener(
  { Opener }: NativeCiphers,
  name: NativeName,
  layout: PacketLayout & Pick<Opener, 'headBytes'>,
  keys: DirectionKeys,
): Opener {
  const cipher = new Opener(name, keys.cipherKey, keys.initialVector, keys.macKey)
  return {
    ...layout,
    packetBytes: (head, sequence) => cipher.packetBytes(head, sequence),
    open: (packet, sequence) => cipher.open(packet, sequence),
    free: () => cipher.free(),
  }
}
