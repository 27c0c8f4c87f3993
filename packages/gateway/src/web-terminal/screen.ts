// What a terminal shows after all the bytes that it was fed, for browsers that have lost theirs. Costs time for every
// byte and memory for every cell, so sessions have one only once their output is more than is kept of it.
import type { Terminal } from '@xterm/headless'
import type { SerializeAddon } from '@xterm/addon-serialize'
import type { Size } from './viewer.ts'

/** Lines above the screen that come back with it. */
const scrollbackLines = 200
/** Fed at a time: other sessions have their turn in between. */
const pieceBytes = 16 * 1024

interface Parts {
  readonly terminal: Terminal
  readonly serializer: SerializeAddon
}

async function load({ columns: cols, rows }: Size): Promise<Parts> {
  const [headless, serialize] = await Promise.all([import('@xterm/headless'), import('@xterm/addon-serialize')])
  const terminal = new headless.default.Terminal({ cols, rows, scrollback: scrollbackLines, allowProposedApi: true })
  const serializer = new serialize.SerializeAddon()
  terminal.loadAddon(serializer)
  return { terminal, serializer }
}

export class Screen implements Disposable {
  readonly #parts: Promise<Parts>
  readonly #onFed: () => void
  #feeding: Promise<void>
  #waitingBytes = 0
  #disposed = false

  /** `onFed`: some of what waited was taken in. */
  constructor(size: Size, onFed: () => void, onFault: (error: unknown) => void) {
    this.#onFed = onFed
    this.#parts = load(size)
    this.#feeding = this.#parts.then(() => undefined, onFault)
  }

  /** Bytes that wait to be taken in. */
  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /** Keeps the view until it is taken in. */
  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += pieceBytes) this.#feedPiece(bytes.subarray(at, at + pieceBytes))
  }

  resize({ columns, rows }: Size): void {
    this.#next(({ terminal }) => {
      terminal.resize(columns, rows)
    })
  }

  /** As bytes for a terminal that was reset, once everything before is taken in. */
  async text(): Promise<string> {
    await this.#feeding
    const { serializer } = await this.#parts
    return serializer.serialize({ scrollback: scrollbackLines })
  }

  [Symbol.dispose](): void {
    this.#disposed = true
    this.#parts.then(
      ({ terminal }) => terminal.dispose(),
      () => undefined,
    )
  }

  #feedPiece(piece: Uint8Array): void {
    this.#waitingBytes += piece.length
    this.#next(async ({ terminal }) => {
      await new Promise<void>((resolve) => {
        terminal.write(piece, resolve)
      })
      this.#waitingBytes -= piece.length
      this.#onFed()
    })
  }

  #next(step: (parts: Parts) => void | Promise<void>): void {
    this.#feeding = this.#feeding.then(async () => (this.#disposed ? undefined : step(await this.#parts)))
  }
}
