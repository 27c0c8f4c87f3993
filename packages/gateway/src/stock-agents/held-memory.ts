// What the channels of one login on a stock agent hold unread, drawn from the part of its namespace (0029).
import type { UnreadMemory } from '@sshore/link'

/** Drawn and given back in steps, so that keystrokes do not touch the books. */
const stepBytes = 256 * 1024

export class HeldMemory implements Disposable {
  readonly #memory: UnreadMemory
  #drawnBytes = 0

  constructor(memory: UnreadMemory) {
    this.#memory = memory
  }

  /** So many bytes are held now. False: there is no memory for them. */
  covers(bytes: number): boolean {
    const spare = this.#drawnBytes - bytes
    if (spare >= 0) {
      if (spare >= 2 * stepBytes) this.#give(spare - stepBytes)
      return true
    }
    this.#drawnBytes += this.#memory.take(Math.ceil(-spare / stepBytes) * stepBytes)
    const missing = bytes - this.#drawnBytes
    if (missing <= 0) return true
    if (!this.#memory.reserve(missing)) return false
    this.#drawnBytes += missing
    return true
  }

  [Symbol.dispose](): void {
    this.#give(this.#drawnBytes)
  }

  #give(bytes: number): void {
    this.#drawnBytes -= bytes
    this.#memory.give(bytes)
  }
}
