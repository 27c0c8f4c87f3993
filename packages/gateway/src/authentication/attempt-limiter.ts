// Failed attempts per source (an address, an account) in a sliding window, in bounded memory.
import type { Clock } from '@sshore/link'

export interface AttemptLimits {
  /** Failures within the window from which on a source is refused. */
  readonly failuresMost: number
  readonly windowSeconds: number
  /** Sources remembered; the ones silent for longest are forgotten first. */
  readonly sourcesMost: number
}

interface Tally {
  windowStart: number
  current: number
  previous: number
}

/** Counts in two buckets per source: an even sliding window at the cost of two numbers. */
export class AttemptLimiter {
  readonly #clock: Clock
  readonly #limits: AttemptLimits
  readonly #tallies = new Map<string, Tally>()

  constructor(clock: Clock, limits: AttemptLimits) {
    this.#clock = clock
    this.#limits = limits
  }

  /** Seconds until `source` may try again; 0: now. */
  waitSeconds(source: string): number {
    const tally = this.#tallies.get(source)
    if (!tally) return 0
    const { failures, intoWindow } = this.#count(tally)
    if (failures < this.#limits.failuresMost) return 0
    return Math.max(1, Math.ceil(this.#limits.windowSeconds - intoWindow))
  }

  noteFailure(source: string): void {
    const tally = this.#tallies.get(source) ?? { windowStart: this.#clock.now(), current: 0, previous: 0 }
    this.#count(tally)
    tally.current += 1
    // Re-inserted, so that the map's order is the order of last use.
    this.#tallies.delete(source)
    this.#tallies.set(source, tally)
    if (this.#tallies.size <= this.#limits.sourcesMost) return
    const [oldest] = this.#tallies.keys()
    if (oldest !== undefined) this.#tallies.delete(oldest)
  }

  #count(tally: Tally): { failures: number; intoWindow: number } {
    const window = this.#limits.windowSeconds * 1000
    const passed = Math.floor((this.#clock.now() - tally.windowStart) / window)
    if (passed > 0) {
      tally.previous = passed === 1 ? tally.current : 0
      tally.current = 0
      tally.windowStart += passed * window
    }
    const into = this.#clock.now() - tally.windowStart
    return { failures: tally.current + tally.previous * (1 - into / window), intoWindow: into / 1000 }
  }
}
