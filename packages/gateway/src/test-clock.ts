import type { Clock } from '@sshore/link'

/** Time that stands still until a test moves it. */
export class TestClock implements Clock {
  #now = 0
  readonly #timers = new Set<{ at: number; callback: () => void }>()

  now(): number {
    return this.#now
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Runs what comes due on the way, and lets promises settle in between. */
  async pass(seconds: number): Promise<void> {
    const end = this.#now + seconds * 1000
    for (;;) {
      const next = [...this.#timers].filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#timers.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.callback()
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#now = end
  }
}
