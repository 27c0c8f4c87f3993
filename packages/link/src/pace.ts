// How many bytes may be on their way. TCP below keeps sending until some buffer on the path is full, and a keystroke
// would wait behind all of it; so bulk is limited to what the path itself holds: measured bandwidth times least round
// trip, clocked by acknowledgements. The estimator follows BBR (draft-ietf-ccwg-bbr), without pacing.
import { acknowledgeDelayMilliseconds, inFlightBytes } from './bounds.ts'

/** What has to be remembered of a message to learn from its acknowledgement. */
export interface SentMark {
  readonly sentAt: number
  readonly delivered: number
  readonly deliveredAt: number
  readonly firstSentAt: number
  /** Nothing more wanted to be sent, so that the rate tells little about the path. */
  readonly idle: boolean
}

const startupGain = 2
/** A little above one: each round sends slightly more than the path was known to hold and so finds new room. */
const steadyGain = 1.25
/** Full once three rounds in a row brought less than a quarter more. */
const growthFactor = 1.25
const roundsWithoutGrowth = 3
const bandwidthRounds = 10
/** Time lost to late acknowledgements, timers and event loops; on a loopback it is all there is. */
const slackMilliseconds = acknowledgeDelayMilliseconds
const roundTripExpiresMilliseconds = 10_000
const drainMilliseconds = 200
/** A path holding at least this share of the limit counts as kept full. */
const filledShare = 0.75

interface Draining {
  readonly until: number
  /** The queue is gone and a ping is on its way. */
  measuring: boolean
}

export class Pace {
  readonly #measure: () => void
  #delivered = 0
  #deliveredAt = 0
  #firstSentAt = 0
  #dry = false
  #idleUntil = 0
  #least = Number.POSITIVE_INFINITY
  #leastAt = 0
  #smoothed = 0
  #rates: number[] = []
  #roundRate = 0
  #roundEnds = 0
  #full = false
  #bestRate = 0
  #stalledRounds = 0
  #draining: Draining | undefined
  #limit: number = inFlightBytes.start

  /** @param measure sends a ping whose answer is told to `answered` */
  constructor(measure: () => void) {
    this.#measure = measure
  }

  /** Bytes that may be sent and not acknowledged. */
  get limit(): number {
    return this.#limit
  }

  /** Milliseconds, queues on the path included; 0 before the first measurement. */
  get roundTrip(): number {
    return this.#smoothed
  }

  /** A new connection is a new path. */
  restart(now: number): void {
    this.#deliveredAt = now
    this.#firstSentAt = now
    this.#idleUntil = 0
    this.#least = Number.POSITIVE_INFINITY
    this.#leastAt = now
    this.#smoothed = 0
    this.#rates = []
    this.#roundRate = 0
    this.#roundEnds = this.#delivered
    this.#full = false
    this.#bestRate = 0
    this.#stalledRounds = 0
    this.#draining = undefined
    this.#limit = inFlightBytes.start
  }

  /** To be kept with a message about to be sent. */
  mark(now: number, inFlight: number): SentMark {
    // A writer that refills its queue a moment later did not leave the path empty.
    if (this.#dry && inFlight < this.#limit * filledShare) this.#idleUntil = this.#delivered + inFlight
    this.#dry = false
    if (inFlight === 0) {
      this.#deliveredAt = now
      this.#firstSentAt = now
    }
    return {
      sentAt: now,
      delivered: this.#delivered,
      deliveredAt: this.#deliveredAt,
      firstSentAt: this.#firstSentAt,
      idle: this.#idleUntil > this.#delivered,
    }
  }

  /** There was room, and nothing to send into it. */
  ranDry(): void {
    this.#dry = true
  }

  /** `bytes` more were acknowledged, `mark` is that of the newest message among them. */
  acknowledged(bytes: number, mark: SentMark, inFlight: number, now: number): void {
    this.#delivered += bytes
    this.#deliveredAt = now
    this.#firstSentAt = mark.sentAt
    this.#measured(now - mark.sentAt, now)
    const interval = Math.max(now - mark.deliveredAt, mark.sentAt - mark.firstSentAt)
    if (interval > 0) {
      const rate = (this.#delivered - mark.delivered) / interval
      if (!mark.idle || rate > this.#bandwidth) this.#roundRate = Math.max(this.#roundRate, rate)
    }
    if (mark.delivered >= this.#roundEnds) this.#nextRound(mark.idle)
    this.#steer(inFlight, now)
  }

  /** A pong came back after so long. */
  answered(roundTrip: number, now: number): void {
    this.#measured(roundTrip, now)
    if (this.#draining?.measuring === true) this.#endDrain(now)
  }

  #measured(roundTrip: number, now: number): void {
    this.#smoothed = this.#smoothed === 0 ? roundTrip : this.#smoothed + (roundTrip - this.#smoothed) / 8
    if (roundTrip > this.#least) return
    this.#least = roundTrip
    this.#leastAt = now
  }

  get #bandwidth(): number {
    let best = this.#roundRate
    for (const rate of this.#rates) if (rate > best) best = rate
    return best
  }

  #nextRound(idle: boolean): void {
    this.#roundEnds = this.#delivered
    // Rounds that say nothing about the path must not age what is known of it.
    if (idle) return
    this.#rates.push(this.#roundRate)
    if (this.#rates.length > bandwidthRounds) this.#rates.shift()
    this.#roundRate = 0
    if (this.#full) return
    const rate = this.#bandwidth
    this.#stalledRounds = rate >= this.#bestRate * growthFactor ? 0 : this.#stalledRounds + 1
    if (this.#stalledRounds === 0) this.#bestRate = rate
    this.#full = this.#stalledRounds >= roundsWithoutGrowth
  }

  #steer(inFlight: number, now: number): void {
    if (this.#draining !== undefined) return this.#drain(this.#draining, inFlight, now)
    const bandwidth = this.#bandwidth
    if (bandwidth === 0 || !Number.isFinite(this.#least)) return
    // The standing queue that the gain keeps would slowly pass for the path itself; so drain it now and then.
    if (this.#full && now - this.#leastAt > roundTripExpiresMilliseconds) {
      this.#draining = { until: now + drainMilliseconds + 2 * this.#least, measuring: false }
      this.#limit = clampLimit((bandwidth * this.#least) / 2)
      return
    }
    const gain = this.#full ? steadyGain : startupGain
    const limit = clampLimit(bandwidth * (gain * this.#least + slackMilliseconds))
    // Until the path is known to be full, one thin sample must not throttle what the start allows.
    this.#limit = this.#full ? limit : Math.max(this.#limit, limit)
  }

  #drain(draining: Draining, inFlight: number, now: number): void {
    if (now >= draining.until) return this.#endDrain(now)
    if (draining.measuring || inFlight > this.#limit) return
    draining.measuring = true
    this.#least = Number.POSITIVE_INFINITY
    this.#measure()
  }

  #endDrain(now: number): void {
    this.#draining = undefined
    this.#leastAt = now
  }
}

const clampLimit = (bytes: number): number =>
  Math.min(inFlightBytes.max, Math.max(inFlightBytes.floor, Math.round(bytes)))
