/** So many at a time; the others wait, in the order in which they came. */
export class Turns {
  readonly #atOnce: number
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Runs the work when its turn has come. Fails with the reason of the signal when that comes first. */
  async run(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    await this.#enter(signal)
    try {
      await work()
    } finally {
      this.#leave()
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#running < this.#atOnce) {
      this.#running += 1
      return
    }
    const hasTurn = await new Promise<boolean>((resolve) => {
      const enter = (): void => resolve(true)
      this.#waiting.add(enter)
      // Whose turn has come already goes on, and gives it back.
      signal.addEventListener('abort', () => resolve(!this.#waiting.delete(enter)))
    })
    if (!hasTurn) signal.throwIfAborted()
  }

  #leave(): void {
    const [next] = this.#waiting
    if (!next) this.#running -= 1
    else {
      this.#waiting.delete(next)
      next()
    }
  }
}
