import type { LinkSocket } from './link.ts'

export interface PairedSocket extends LinkSocket {
  /** Loses both ends at once, with every message still on its way, as a dead network does. */
  cut(): void
}

const inMicrotask = (deliver: () => void): void => void Promise.resolve().then(deliver)

/**
 * Two connected sockets in memory. Messages are copied, and arrive later and in order.
 * @param later when; microtasks let no timer run while both ends keep one another busy
 */
export const socketPair = (later: (deliver: () => void) => void = inMicrotask): [PairedSocket, PairedSocket] => {
  const left = new MemorySocket(later)
  const right = new MemorySocket(later)
  left.peer = right
  right.peer = left
  return [left, right]
}

class MemorySocket implements PairedSocket {
  onMessage: (message: Uint8Array) => void = () => undefined
  onClose: (code: number, reason: string) => void = () => undefined
  peer: MemorySocket | undefined
  readonly #later: (deliver: () => void) => void
  #incoming: Uint8Array[] = []
  #open = true

  constructor(later: (deliver: () => void) => void) {
    this.#later = later
  }

  get bufferedBytes(): number {
    let bytes = 0
    for (const message of this.peer?.waiting ?? []) bytes += message.length
    return bytes
  }

  get waiting(): readonly Uint8Array[] {
    return this.#incoming
  }

  send(message: Uint8Array): void {
    if (this.#open) this.peer?.arrive(message.slice())
  }

  close(code: number, reason: string): void {
    if (!this.#open) return
    this.#open = false
    this.#later(() => this.peer?.closed(code, reason))
  }

  cut(): void {
    for (const end of [this, this.peer]) end?.closed(1006, 'cut')
  }

  arrive(message: Uint8Array): void {
    this.#incoming.push(message)
    if (this.#incoming.length === 1) this.#later(() => this.#deliver())
  }

  closed(code: number, reason: string): void {
    this.#incoming = []
    if (!this.#open) return
    this.#open = false
    this.onClose(code, reason)
  }

  #deliver(): void {
    const messages = this.#incoming
    this.#incoming = []
    for (const message of messages) if (this.#open) this.onMessage(message)
  }
}
