// What the terminals of browsers show after all that they were fed, for browsers that have lost theirs. Kept by a worker
// thread, which is started with the first and may break down: then only the last output is there to be shown.
import { Worker } from 'node:worker_threads'
import type { Clock } from '@sshore/link'
import type { FromScreens, ToScreens } from './screen-messages.ts'
import type { Size } from './viewer.ts'

export interface Screen extends Disposable {
  /** Bytes that wait to be taken in. */
  readonly waitingBytes: number
  /** Takes a copy. */
  feed(bytes: Uint8Array): void
  resize(size: Size): void
  /** As output for a terminal that was reset; undefined when it is lost, or takes too long. */
  read(): Promise<string | undefined>
}

const readSeconds = 5
/** Without any progress on what one screen was fed: its session is not to wait for it any longer. */
const stuckSeconds = 5
/** All screens together; a worker that needs more breaks down alone. */
const heapMegabytes = 512
/** Fed at a time: other screens have their turn in between. */
const pieceBytes = 16 * 1024
/** An emulator takes a millisecond for each, however small; the next ones are joined meanwhile. */
const piecesOnTheWay = 4
/** What a chunk costs beside its bytes, so that a flood of tiny ones counts as what it is. */
const chunkCostBytes = 128

interface Kept {
  waitingBytes: number
  onTheWay: number
  chunks: Uint8Array[]
  /** Cancels the watch over what waits. */
  cancel: (() => void) | undefined
  readonly onFed: () => void
  readonly readers: ((text: string | undefined) => void)[]
}

export class Screens implements AsyncDisposable {
  readonly #clock: Clock
  readonly #onFault: (error: unknown) => void
  readonly #kept = new Map<number, Kept>()
  #worker: Worker | undefined
  #last = 0
  /** When the worker last took something in. */
  #progressAt = 0

  constructor(clock: Clock, onFault: (error: unknown) => void) {
    this.#clock = clock
    this.#onFault = onFault
  }

  /** `onFed`: some of what waited was taken in, or all of it lost. */
  open(size: Size, onFed: () => void): Screen {
    this.#last += 1
    const id = this.#last
    const worker = (this.#worker ??= this.#start())
    const kept: Kept = { waitingBytes: 0, onTheWay: 0, chunks: [], cancel: undefined, onFed, readers: [] }
    this.#kept.set(id, kept)
    const tell = (message: ToScreens): void => {
      if (this.#kept.has(id)) worker.postMessage(message, [])
    }
    tell({ kind: 'open', id, ...size })
    return {
      get waitingBytes() {
        return kept.waitingBytes
      },
      feed: (bytes) => {
        if (!this.#kept.has(id)) return
        kept.waitingBytes += bytes.length + chunkCostBytes
        kept.chunks.push(Uint8Array.from(bytes))
        this.#watch(id, kept)
        this.#feed(id, kept, piecesOnTheWay)
      },
      resize: (changed) => {
        this.#feed(id, kept, Infinity)
        tell({ kind: 'resize', id, ...changed })
      },
      read: () => {
        if (!this.#kept.has(id)) return Promise.resolve(undefined)
        const { promise, resolve } = Promise.withResolvers<string | undefined>()
        const cancel = this.#clock.after(readSeconds * 1000, () => resolve(undefined))
        kept.readers.push((text) => {
          cancel()
          resolve(text)
        })
        this.#feed(id, kept, Infinity)
        tell({ kind: 'read', id })
        return promise
      },
      [Symbol.dispose]: () => {
        tell({ kind: 'close', id })
        this.#forget(id)
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker
    this.#lose()
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('screens-main.ts', import.meta.url), {
      name: 'screens',
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    // Whoever has a session keeps the process alive, not what it shows.
    worker.unref()
    worker.on('message', (message: FromScreens) => this.#hear(message))
    worker.on('error', (error) => this.#onFault(error))
    worker.on('exit', () => {
      if (worker === this.#worker) this.#lose()
    })
    return worker
  }

  #hear(message: FromScreens): void {
    const kept = this.#kept.get(message.id)
    if (!kept) return
    if (message.kind === 'read') {
      kept.readers.shift()?.(message.text)
      return
    }
    this.#progressAt = this.#clock.now()
    kept.waitingBytes -= message.bytes
    kept.onTheWay -= 1
    this.#feed(message.id, kept, piecesOnTheWay)
    kept.cancel?.()
    kept.cancel = undefined
    if (kept.waitingBytes > 0) this.#watch(message.id, kept)
    kept.onFed()
  }

  /** Passes on what waits, in pieces as large as may be. */
  #feed(id: number, kept: Kept, most: number): void {
    while (kept.chunks.length > 0 && kept.onTheWay < most && this.#kept.has(id)) {
      const all = Buffer.concat(kept.chunks)
      // They cost as much as they did only while they were many.
      kept.waitingBytes -= kept.chunks.length * chunkCostBytes
      // A copy: the message takes along all that a view is of.
      const bytes = Uint8Array.from(all.subarray(0, pieceBytes))
      kept.chunks = all.length > pieceBytes ? [all.subarray(pieceBytes)] : []
      kept.waitingBytes += kept.chunks.length * chunkCostBytes
      kept.onTheWay += 1
      this.#worker?.postMessage({ kind: 'feed', id, bytes } satisfies ToScreens, [bytes.buffer])
    }
  }

  #watch(id: number, kept: Kept): void {
    kept.cancel ??= this.#clock.after(stuckSeconds * 1000, () => {
      this.#onFault(new Error(`a screen took in nothing for ${stuckSeconds} seconds`))
      this.#worker?.postMessage({ kind: 'close', id } satisfies ToScreens, [])
      const isHung = this.#clock.now() - this.#progressAt >= stuckSeconds * 1000
      this.#forget(id)
      if (isHung) this.#replace()
    })
  }

  /** The next screen starts another worker. */
  #replace(): void {
    const worker = this.#worker
    this.#lose()
    void worker?.terminate()
  }

  #lose(): void {
    this.#worker = undefined
    for (const id of [...this.#kept.keys()]) this.#forget(id)
  }

  #forget(id: number): void {
    const kept = this.#kept.get(id)
    if (!kept) return
    this.#kept.delete(id)
    kept.waitingBytes = 0
    kept.cancel?.()
    for (const reader of kept.readers) reader(undefined)
    kept.onFed()
  }
}
