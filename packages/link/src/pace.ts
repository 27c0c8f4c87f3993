// How many bytes may be on their way. TCP below keeps sending until some buffer on the path is full, and a keystroke
// would wait behind all of it; so bulk is limited to what the path itself holds: measured bandwidth times least round
// trip, clocked by acknowledgements. The idea is BBR's (draft-ietf-ccwg-bbr), without its pacing.
import { Bandwidth } from './bandwidth.ts'
import { inFlightBytes } from './bounds.ts'

/** What has to be remembered of a message to learn from its acknowledgement. */
export interface SentMark {
  readonly sentAt: number
  /** Bytes acknowledged by then. */
  readonly delivered: number
  /** Too little was sent to fill the path, so that the rate tells little about it. */
  readonly idle: boolean
}

const startupGain = 2
/** A little above one: each round sends slightly more than the path was known to hold and so finds new room. */
const steadyGain = 1.25
/** Time lost in timers and event loops; on a loopback it is all there is. */
const slackMilliseconds = 2
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
  readonly #bandwidth = new Bandwidth()
  #delivered = 0
  #dry = false
  #idleUntil = 0
  #least = Number.POSITIVE_INFINITY
  #leastAt = 0
  #smoothed = 0
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
    this.#bandwidth.restart(now, this.#delivered)
    this.#dry = false
    this.#idleUntil = 0
    this.#least = Number.POSITIVE_INFINITY
    this.#leastAt = now
    this.#smoothed = 0
    this.#draining = undefined
    this.#limit = inFlightBytes.start
  }

  /** To be kept with a message about to be sent. */
  mark(now: number, inFlight: number): SentMark {
    // A writer that refills its queue a moment later did not leave the path empty.
    if (this.#dry && inFlight < this.#limit * filledShare) this.#idleUntil = this.#delivered + inFlight
    this.#dry = false
    if (inFlight === 0) this.#bandwidth.beginRound(now, this.#delivered)
    return { sentAt: now, delivered: this.#delivered, idle: this.#idleUntil > this.#delivered }
  }

  /** There was room, and nothing to send into it. */
  ranDry(): void {
    this.#dry = true
  }

  /** `bytes` more were acknowledged, `mark` is that of the newest message among them. */
  acknowledged(bytes: number, mark: SentMark, inFlight: number, now: number): void {
    this.#delivered += bytes
    this.#measured(now - mark.sentAt, now)
    this.#bandwidth.acknowledged(this.#delivered, mark.delivered, mark.idle, now)
    if (this.#draining === undefined) this.#steer(now)
    else this.#drain(this.#draining, inFlight, now)
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

  #steer(now: number): void {
    const { best, full } = this.#bandwidth
    if (best === 0) return
    // The standing queue that the gain keeps would slowly pass for the path itself; so drain it now and then.
    if (full && now - this.#leastAt > roundTripExpiresMilliseconds) {
      this.#draining = { until: now + drainMilliseconds + 2 * this.#least, measuring: false }
      this.#limit = clampLimit((best * this.#least) / 2)
      return
    }
    const limit = clampLimit(best * ((full ? steadyGain : startupGain) * this.#least + slackMilliseconds))
    // Until the path is known to be full, one thin sample must not throttle what the start allows.
    this.#limit = full ? limit : Math.max(this.#limit, limit)
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
