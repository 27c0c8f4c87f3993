// What a path carries, in bytes per millisecond: the mean over each round trip, and the best of the latest rounds.

/** Full once three rounds in a row brought less than a quarter more. */
const growthFactor = 1.25
const roundsWithoutGrowth = 3
const rememberedRounds = 8
/** A shorter round, as on a loopback, would measure how messages clump and not what the path carries. */
const leastRoundMilliseconds = 4

export class Bandwidth {
  #rates: number[] = []
  #startedAt = 0
  #startedWith = 0
  #idle = false
  #full = false
  #bestRate = 0
  #stalledRounds = 0

  /** 0 before the first measurement. */
  get best(): number {
    return this.#rates.length === 0 ? 0 : Math.max(...this.#rates)
  }

  /** Sending more no longer brings more. */
  get full(): boolean {
    return this.#full
  }

  restart(now: number, delivered: number): void {
    this.#rates = []
    this.#full = false
    this.#bestRate = 0
    this.#stalledRounds = 0
    this.beginRound(now, delivered)
  }

  /** A round begins: with the first message after a pause, or where the last round ended. */
  beginRound(now: number, delivered: number): void {
    this.#startedAt = now
    this.#startedWith = delivered
    this.#idle = false
  }

  /**
   * Bytes were acknowledged.
   * @param delivered bytes acknowledged so far, with these
   * @param deliveredAtSending how many that were when the newest of these was sent
   * @param idle the sender had too little to send to fill the path at that time
   */
  acknowledged(delivered: number, deliveredAtSending: number, idle: boolean, now: number): void {
    this.#idle ||= idle
    const elapsed = now - this.#startedAt
    if (deliveredAtSending < this.#startedWith || elapsed < leastRoundMilliseconds) return
    const rate = (delivered - this.#startedWith) / elapsed
    // A round that says nothing about the path must not age what is known of it.
    if (!this.#idle || rate > this.best) this.#remember(rate)
    this.beginRound(now, delivered)
  }

  #remember(rate: number): void {
    this.#rates.push(rate)
    if (this.#rates.length > rememberedRounds) this.#rates.shift()
    if (this.#full || this.#idle) return
    this.#stalledRounds = rate >= this.#bestRate * growthFactor ? 0 : this.#stalledRounds + 1
    if (this.#stalledRounds === 0) this.#bestRate = rate
    this.#full = this.#stalledRounds >= roundsWithoutGrowth
  }
}
