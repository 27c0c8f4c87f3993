// What a path carries, in bytes per millisecond: the mean over each round trip, and the best of the latest rounds.

/** Full once three rounds in a row brought less than a quarter more. */
const growthFactor = 1.25
const roundsWithoutGrowth = 3
const rememberedRounds = 8
/** A shorter round, as on a loopback, would measure how messages clump and not what the path carries. */
const leastRoundMilliseconds = 10

/** What has to be remembered of a message to learn from its acknowledgement. */
export interface SentMark {
  readonly sentAt: number
  /** Bytes acknowledged by then. */
  readonly delivered: number
  /** Too little was sent to fill the path, so that the rate tells little about it. */
  readonly idle: boolean
}

export class Bandwidth {
  #rates: number[] = []
  #best = 0
  #startedAt = 0
  /** When the newest of the bytes acknowledged by then was sent. */
  #startedSentAt = 0
  #startedWith = 0
  #idle = false
  #full = false
  #bestRate = 0
  #stalledRounds = 0

  /** 0 before the first measurement. */
  get best(): number {
    return this.#best
  }

  /** Sending more no longer brings more. */
  get full(): boolean {
    return this.#full
  }

  restart(now: number, delivered: number): void {
    this.#rates = []
    this.#best = 0
    this.#full = false
    this.#bestRate = 0
    this.#stalledRounds = 0
    this.beginRound(now, now, delivered)
  }

  /** A round begins: with the first message after a pause, or where the last round ended. */
  beginRound(now: number, sentAt: number, delivered: number): void {
    this.#startedAt = now
    this.#startedSentAt = sentAt
    this.#startedWith = delivered
    this.#idle = false
  }

  /**
   * Bytes were acknowledged.
   * @param delivered bytes acknowledged so far, with these
   * @param mark of the newest message among them
   */
  acknowledged(delivered: number, mark: SentMark, now: number): void {
    this.#idle ||= mark.idle
    // Acknowledgements that were held up arrive in a heap; their bytes took at least as long to send.
    const elapsed = Math.max(now - this.#startedAt, mark.sentAt - this.#startedSentAt)
    if (mark.delivered < this.#startedWith || elapsed < leastRoundMilliseconds) return
    const rate = (delivered - this.#startedWith) / elapsed
    // A round that says nothing about the path must not age what is known of it.
    if (!this.#idle || rate > this.best) this.#remember(rate)
    this.beginRound(now, mark.sentAt, delivered)
  }

  #remember(rate: number): void {
    this.#rates.push(rate)
    if (this.#rates.length > rememberedRounds) this.#rates.shift()
    const descending = this.#rates.toSorted((left, right) => right - left)
    this.#best = descending[this.#full ? Math.floor(descending.length / 4) : 0] ?? 0
    if (this.#full || this.#idle) return
    this.#stalledRounds = rate >= this.#bestRate * growthFactor ? 0 : this.#stalledRounds + 1
    if (this.#stalledRounds === 0) this.#bestRate = rate
    this.#full = this.#stalledRounds >= roundsWithoutGrowth
  }
}
