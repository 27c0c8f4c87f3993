// The ciphers that ssh2 compiles for itself: they work in place, and know OpenSSH's use of ChaCha20, which Node's own
// crypto does not. Nothing else of ssh2 is used.
import { createRequire } from 'node:module'

/** Pinned to ssh2 1.17. After `free` an object must not be used again. */
export interface NativeCiphers {
  readonly AESGCMCipher: new (name: string, key: Buffer, iv: Buffer) => { encrypt(packet: Buffer): void; free(): void }
  readonly AESGCMDecipher: new (
    name: string,
    key: Buffer,
    iv: Buffer,
  ) => { decrypt(packet: Buffer, bytes: number, tag: Buffer): void; free(): void }
  readonly ChaChaPolyCipher: new (key: Buffer) => { encrypt(packet: Buffer, sequence: number): void; free(): void }
  readonly ChaChaPolyDecipher: new (key: Buffer) => {
    /** Keeps the encrypted length for the tag. */
    decryptLen(length: Buffer, sequence: number): number
    decrypt(packet: Buffer, tag: Buffer, sequence: number): void
    free(): void
  }
}

const names = ['AESGCMCipher', 'AESGCMDecipher', 'ChaChaPolyCipher', 'ChaChaPolyDecipher']

function isComplete(loaded: unknown): loaded is NativeCiphers {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    names.every((name) => typeof Reflect.get(loaded, name) === 'function')
  )
}

function load(): NativeCiphers | undefined {
  try {
    const loaded: unknown = createRequire(import.meta.url)('ssh2/lib/protocol/crypto/build/Release/sshcrypto.node')
    return isComplete(loaded) ? loaded : undefined
  } catch {
    // Not compiled, or for another version of Node.
    return undefined
  }
}

/** Undefined when the addon was not built; then Node's own crypto serves, slower and without ChaCha20. */
export const native: NativeCiphers | undefined = load()
