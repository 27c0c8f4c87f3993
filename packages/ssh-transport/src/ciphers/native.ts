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

/**
 * Node 24.21 ends the process when an object of the addon is collected as garbage: `~ObjectWrap` (node_object_wrap.h) takes off a
 * clean-up hook where V8 has no context, and asserts that there is one. So none is collected: what `free` leaves of an object, some
 * hundred bytes, is kept for good.
 */
function keepingAll(loaded: NativeCiphers): NativeCiphers {
  const kept: object[] = []
  const keeping = <Made extends object, Input extends unknown[]>(
    make: new (...input: Input) => Made,
  ): new (...input: Input) => Made =>
    new Proxy(make, {
      construct(target, input: Input) {
        const made = new target(...input)
        kept.push(made)
        return made
      },
    })
  return {
    AESGCMCipher: keeping(loaded.AESGCMCipher),
    AESGCMDecipher: keeping(loaded.AESGCMDecipher),
    ChaChaPolyCipher: keeping(loaded.ChaChaPolyCipher),
    ChaChaPolyDecipher: keeping(loaded.ChaChaPolyDecipher),
  }
}

function load(): NativeCiphers | undefined {
  try {
    const loaded: unknown = createRequire(import.meta.url)('ssh2/lib/protocol/crypto/build/Release/sshcrypto.node')
    return isComplete(loaded) ? keepingAll(loaded) : undefined
  } catch {
    // Not compiled, or for another version of Node.
    return undefined
  }
}

/** Undefined when the addon was not built; then Node's own crypto serves, slower and without ChaCha20. */
export const native: NativeCiphers | undefined = load()
