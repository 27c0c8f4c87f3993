// How many bytes may be on their way. TCP below keeps sending until some buffer on the path is full, and a keystroke
// would wait behind all of it; so bulk is limited to what the path itself holds: measured bandwidth times the round trip
// of an empty path, clocked by acknowledgements. The idea is BBR's (draft-ietf-ccwg-bbr), without its pacing.
import { Bandwidth, type SentMark } from './bandwidth.ts'
import { inFlightBytes } from './bounds.ts'

const startupGain = 2
/** A little above one: each round sends slightly more than the path was known to hold and so finds new room. */
const steadyGain = 1.25
/**
 * Time lost in timers and event loops; on a loopback it is nearly all there is. With 3 a keystroke beside a copy took a fifth
 * to a third longer there, and the copy was hardly faster.
 */
const slackMilliseconds = 1
/** How often the path is drained to measure it empty: it costs about half a round trip each time. */
const drainEvery = {
  roundTrips: 50,
  suspiciousMilliseconds: 250,
  leastMilliseconds: 1000,
  mostMilliseconds: 10_000,
} as const
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
  /**
   * Round trip of the empty path. A mean and not the least: on a machine with much to do the least is a stroke of luck,
   * and a limit that waits for it to come again would shrink without end.
   */
  #empty: number | undefined
  /** Least round trip since the path was last drained. */
  #least = Number.POSITIVE_INFINITY
  #drainedAt = 0
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
    this.#empty = undefined
    this.#least = Number.POSITIVE_INFINITY
    this.#drainedAt = now
    this.#smoothed = 0
    this.#draining = undefined
    this.#limit = inFlightBytes.start
  }

  /** To be kept with a message about to be sent. */
  mark(now: number, inFlight: number): SentMark {
    // A writer that refills its queue a moment later did not leave the path empty.
    if (this.#dry && inFlight < this.#limit * filledShare) this.#idleUntil = this.#delivered + inFlight
    if (this.#dry && inFlight === 0) this.#bandwidth.beginRound(now, now, this.#delivered)
    this.#dry = false
    return { sentAt: now, delivered: this.#delivered, idle: this.#idleUntil > this.#delivered }
  }

  /** There was room, and nothing to send into it. */
  ranDry(): void {
    this.#dry = true
  }

  /** `bytes` more were acknowledged, `mark` is that of the newest message among them. */
  acknowledged(bytes: number, mark: SentMark, inFlight: number, now: number): void {
    this.#delivered += bytes
    this.#smooth(now - mark.sentAt)
    this.#least = Math.min(this.#least, now - mark.sentAt)
    if (!this.#bandwidth.full && this.#empty !== undefined) this.#empty = Math.min(this.#empty, this.#least)
    this.#bandwidth.acknowledged(this.#delivered, mark, now)

    if (this.#draining === undefined) this.#steer(inFlight, now)
    else this.#drain(this.#draining, inFlight, now)
  }

  /** A pong came back after so long. */
  answered(roundTrip: number, now: number): void {
    this.#smooth(roundTrip)
    const empty = this.#empty ?? roundTrip
    this.#empty = empty
    if (this.#draining?.measuring !== true) return
    // One ping may be misfortune and the least since the last time may be luck, unless both say that it got longer.
    const least = Math.min(roundTrip, this.#least)
    this.#empty = least > empty ? least : (2 * empty + roundTrip + least) / 4
    this.#endDrain(now)
  }

  #smooth(roundTrip: number): void {
    this.#smoothed = this.#smoothed === 0 ? roundTrip : this.#smoothed + (roundTrip - this.#smoothed) / 8
  }

  #steer(inFlight: number, now: number): void {
    const { best, full } = this.#bandwidth
    const empty = this.#empty
    if (best === 0 || empty === undefined) return
    const wanted = (full ? steadyGain : startupGain) * empty + slackMilliseconds
    if (full && inFlight * 2 > this.#limit && now - this.#drainedAt > this.#drainInterval(empty, wanted)) {
      this.#draining = { until: now + drainMilliseconds + 2 * this.#smoothed, measuring: false }
      this.#limit = clampLimit((best * empty) / 2)
      return
    }
    const limit = clampLimit(best * wanted)
    // Until the path is known to be full, one thin sample must not throttle what the start allows.
    this.#limit = full ? limit : Math.max(inFlightBytes.start, limit)
  }

  /** The standing queue that the gain keeps would slowly pass for the path itself; so it is drained now and then. */
  #drainInterval(empty: number, wanted: number): number {
    const { roundTrips, suspiciousMilliseconds, leastMilliseconds, mostMilliseconds } = drainEvery
    // Longer than what is in flight can explain: the path itself has changed.
    if (this.#smoothed > 2 * wanted) return suspiciousMilliseconds
    return Math.min(mostMilliseconds, Math.max(leastMilliseconds, roundTrips * empty))
  }

  #drain(draining: Draining, inFlight: number, now: number): void {
    if (now >= draining.until) return this.#endDrain(now)
    if (draining.measuring || inFlight > this.#limit) return
    draining.measuring = true
    this.#measure()
  }

  #endDrain(now: number): void {
    this.#draining = undefined
    this.#least = Number.POSITIVE_INFINITY
    this.#drainedAt = now
  }
}

const clampLimit = (bytes: number): number =>
  Math.min(inFlightBytes.max, Math.max(inFlightBytes.floor, Math.round(bytes)))
