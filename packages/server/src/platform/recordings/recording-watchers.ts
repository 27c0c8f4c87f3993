// Who watches which running session on this server, and who reads which recording piece by piece.
import { limits } from '@sshore/contract'
import { RecentlyUsed } from '../recently-used.ts'

const readersRemembered = 2000

export class RecordingWatchers {
  readonly #byName = new Map<string, number>()
  readonly #readers = new RecentlyUsed<string, true>(readersRemembered)

  /** Whether this reader has begun; one who was forgotten begins again. */
  isReading(name: string): boolean {
    return this.#readers.get(name) === true
  }

  beginReading(name: string): void {
    this.#readers.set(name, true)
  }

  /** Undefined: there are as many as may be. Dispose it when nobody watches any more. */
  enter(name: string): Disposable | undefined {
    const others = this.#byName.get(name) ?? 0
    if (others >= limits.recordings.watchersMost) return undefined
    this.#byName.set(name, others + 1)
    return { [Symbol.dispose]: () => this.#leave(name) }
  }

  #leave(name: string): void {
    const left = (this.#byName.get(name) ?? 1) - 1
    if (left > 0) this.#byName.set(name, left)
    else this.#byName.delete(name)
  }
}
