import type { Clock } from './link.ts'

/** Growing, fully jittered waits: many agents that lost one server together must not return together. */
const backOffMilliseconds = { first: 250, base: 1000, cap: 30_000 } as const
/** Streams that wait to be resumed are people who look at a frozen terminal, and they wait for two minutes only. */
const resumingCapMilliseconds = 5000
/** Between attempts while another machine uses the same identity. */
const twinMilliseconds = 120_000
/** A connection that stood this long was a good one; the next loss starts from the beginning. */
const stoodSeconds = 30

export class BackOff {
  readonly #random: () => number
  readonly #clock: Clock
  #attempt = 0
  #connectedAt: number | undefined

  /** @param random uniform in [0, 1) */
  constructor(clock: Clock, random: () => number) {
    this.#clock = clock
    this.#random = random
  }

  connected(): void {
    this.#connectedAt = this.#clock.now()
  }

  /**
   * Milliseconds to wait before the next attempt. `reluctant`: the server does not want this agent back soon.
   * `resuming`: streams wait for the connection.
   */
  next(reluctant: boolean, resuming: boolean): number {
    const connectedAt = this.#connectedAt
    this.#connectedAt = undefined
    if (connectedAt !== undefined && this.#clock.now() - connectedAt >= stoodSeconds * 1000) this.#attempt = 0
    const { first, base, cap } = backOffMilliseconds
    const ceiling =
      this.#attempt === 0 ? first : Math.min(resuming ? resumingCapMilliseconds : cap, base * 2 ** (this.#attempt - 1))
    this.#attempt = Math.min(this.#attempt + 1, 16)
    return Math.round(reluctant ? cap * (0.5 + this.#random() / 2) : ceiling * this.#random())
  }

  /** Milliseconds to wait while another machine has this device's place: a person has to do something about it. */
  afterTwin(): number {
    this.#connectedAt = undefined
    return Math.round(twinMilliseconds * (0.5 + this.#random() / 2))
  }

  /** The server is about to stop; its agents are spread over more than the first quick retry. */
  expectRestart(): void {
    this.#connectedAt = undefined
    this.#attempt = 3
  }
}
