// Our compiled ciphers with the face that ssh2's own have (ssh2/lib/protocol/crypto.js, pinned to 1.17). CTR is left
// to what ssh2 does by Node's crypto.
import { nativeCiphers } from '@sshore/ssh-transport'

type Ciphers = NonNullable<typeof nativeCiphers>

const none = Buffer.alloc(0)
const lengthBytes = 4

/** Opens a packet whose parts lie apart; `packet` is changed in place. */
function openParts(
  opener: InstanceType<Ciphers['Opener']>,
  { length, packet, tag, sequence }: { length: Uint8Array; packet: Uint8Array; tag: Uint8Array; sequence: number },
): void {
  const whole = Buffer.allocUnsafe(lengthBytes + packet.length + tag.length)
  whole.set(length, 0)
  whole.set(packet, lengthBytes)
  whole.set(tag, lengthBytes + packet.length)
  opener.open(whole, sequence)
  packet.set(whole.subarray(lengthBytes, lengthBytes + packet.length))
}

function facing({ Sealer, Opener }: Ciphers) {
  return {
    AESGCMCipher: class {
      readonly #sealer
      constructor(_name: string, key: Buffer, initialVector: Buffer) {
        this.#sealer = new Sealer('aes-gcm', key, initialVector, none)
      }
      encrypt(packet: Buffer): void {
        this.#sealer.seal(packet, 0)
      }
      free(): void {
        this.#sealer.free()
      }
    },
    ChaChaPolyCipher: class {
      readonly #sealer
      constructor(key: Buffer) {
        this.#sealer = new Sealer('chacha20-poly1305', key, none, none)
      }
      encrypt(packet: Buffer, sequence: number): void {
        this.#sealer.seal(packet, sequence)
      }
      free(): void {
        this.#sealer.free()
      }
    },
    AESGCMDecipher: class {
      readonly #opener
      readonly #length = Buffer.alloc(lengthBytes)
      constructor(_name: string, key: Buffer, initialVector: Buffer) {
        this.#opener = new Opener('aes-gcm', key, initialVector, none)
      }
      decrypt(packet: Uint8Array, bytes: number, tag: Uint8Array): void {
        this.#length.writeUInt32BE(bytes, 0)
        openParts(this.#opener, { length: this.#length, packet, tag, sequence: 0 })
      }
      free(): void {
        this.#opener.free()
      }
    },
    ChaChaPolyDecipher: class {
      readonly #opener
      readonly #length = Buffer.alloc(lengthBytes)
      constructor(key: Buffer) {
        this.#opener = new Opener('chacha20-poly1305', key, none, none)
      }
      decryptLen(length: Buffer, sequence: number): number {
        // The tag is over the encrypted length.
        this.#length.set(length)
        return this.#opener.packetBytes(this.#length, sequence)
      }
      decrypt(packet: Uint8Array, tag: Uint8Array, sequence: number): void {
        openParts(this.#opener, { length: this.#length, packet, tag, sequence })
      }
      free(): void {
        this.#opener.free()
      }
    },
  }
}

/** Undefined where ours were not compiled; then ssh2 does all of it by Node's crypto. */
export const ssh2Ciphers: object | undefined = nativeCiphers && facing(nativeCiphers)
