// Notices that a connection died without saying so. One side pings when nothing was heard for a heartbeat; the other
// only listens, so that an idle link costs two tiny messages per heartbeat. While bytes wait for their
// acknowledgement both sides look far more often.
import { pingGraceSeconds, probeDeadSeconds, probeSeconds } from './bounds.ts'
import type { Clock } from './link.ts'

export interface LivenessOptions {
  readonly clock: Clock
  readonly heartbeatSeconds: number
  /** Whether this side sends the idle pings. */
  readonly pings: boolean
  /** Whether bytes wait for the peer's acknowledgement. */
  readonly waiting: () => boolean
  readonly ping: () => void
  readonly dead: () => void
}

export class Liveness {
  readonly #options: LivenessOptions
  #heardAt = 0
  /** When the peer was last known to owe nothing. */
  #settledAt = 0
  #pingedAt: number | undefined
  #dueAt = Number.POSITIVE_INFINITY
  #cancel: (() => void) | undefined

  constructor(options: LivenessOptions) {
    this.#options = options
  }

  start(): void {
    const now = this.#options.clock.now()
    this.#heardAt = now
    this.#settledAt = now
    this.#pingedAt = undefined
    this.#schedule(now)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#dueAt = Number.POSITIVE_INFINITY
  }

  heard(now: number): void {
    this.#heardAt = now
    this.#pingedAt = undefined
  }

  /** Bytes go out and none waited before: from now on silence means more. */
  expectAnswer(now: number): void {
    this.#settledAt = now
    if (now + probeSeconds * 1000 < this.#dueAt) this.#schedule(now)
  }

  #schedule(now: number): void {
    this.#cancel?.()
    this.#dueAt = Math.max(now + 1, this.#nextCheck())
    this.#cancel = this.#options.clock.after(this.#dueAt - now, () => this.#check())
  }

  #nextCheck(): number {
    const probe = this.#options.waiting() ? this.#silentSince() : Number.POSITIVE_INFINITY
    if (this.#pingedAt !== undefined) {
      return Math.min(this.#pingedAt + pingGraceSeconds * 1000, probe + probeDeadSeconds * 1000)
    }
    const idleSeconds = this.#options.heartbeatSeconds + (this.#options.pings ? 0 : pingGraceSeconds)
    return Math.min(this.#heardAt + idleSeconds * 1000, probe + probeSeconds * 1000)
  }

  #silentSince(): number {
    return Math.max(this.#heardAt, this.#settledAt)
  }

  #check(): void {
    const { clock, waiting, pings, heartbeatSeconds, ping, dead } = this.#options
    const now = clock.now()
    this.#cancel = undefined
    this.#dueAt = Number.POSITIVE_INFINITY
    const silent = now - this.#heardAt
    const unanswered = this.#pingedAt !== undefined && now - this.#pingedAt >= pingGraceSeconds * 1000
    const unacknowledged = waiting() ? now - this.#silentSince() : 0
    const limitSeconds = heartbeatSeconds + pingGraceSeconds
    if (unanswered || silent >= limitSeconds * 1000 || unacknowledged >= probeDeadSeconds * 1000) return dead()
    const pingDue = pings && silent >= heartbeatSeconds * 1000
    if (this.#pingedAt === undefined && (pingDue || unacknowledged >= probeSeconds * 1000)) {
      this.#pingedAt = now
      ping()
    }
    this.#schedule(now)
  }
}
