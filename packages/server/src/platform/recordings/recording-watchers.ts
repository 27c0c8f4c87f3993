// Who watches which running session on this server.
import { limits } from '@sshore/contract'

export class RecordingWatchers {
  readonly #byName = new Map<string, number>()

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
