// Credit for the peer: how much it may send on a stream before somebody has read it. A window grows, as TCP receivers
// do it, when half of it is read within a round trip: then it is the window that limits, not the reader. All windows of
// a link share one budget, so that a link's memory is bounded however many streams nobody reads.
import { baseWindowBytes, maxWindowBytes, startWindowBytes, windowBudgetBytes } from './bounds.ts'
import { unshared, type UnreadMemory } from './unread-memory.ts'

/** What the windows of a link may take beyond the base that each has anyway. */
export class WindowBudget {
  readonly #shared: UnreadMemory
  #used = 0

  constructor(shared: UnreadMemory = unshared) {
    this.#shared = shared
  }

  /** Takes what a new stream needs at least; its window gives it back. False: there is nothing left. */
  admit(): boolean {
    return this.#shared.reserve(baseWindowBytes)
  }

  /** Gives back what was admitted, or a part of it. */
  dismiss(bytes: number): void {
    this.#shared.give(bytes)
  }

  /** As much of `bytes` as is left. */
  take(bytes: number): number {
    const taken = this.#shared.take(Math.min(bytes, windowBudgetBytes - this.#used))
    this.#used += taken
    return taken
  }

  give(bytes: number): void {
    this.#used -= bytes
    this.#shared.give(bytes)
  }

  /** Little is left: large windows should shrink. */
  get tight(): boolean {
    return this.#used > windowBudgetBytes * 0.75 || this.#shared.tight
  }
}

/** A round trip on a loopback is shorter than an event loop takes to turn. */
const leastRoundTripMilliseconds = 4

export class ReceiveWindow {
  readonly #budget: WindowBudget
  #window = baseWindowBytes
  /** Drawn from the budget: what the window, or after shrinking what the peer was allowed before, needs. */
  #drawn = 0
  /** Bytes that the peer may still send. */
  #open = baseWindowBytes
  #unread = 0
  #readSinceGrowth = 0
  #growthAt: number
  #admitted = false
  #closed = false
  /** Of the budget, after the end: for what the reader has not passed on. */
  #held = 0

  constructor(budget: WindowBudget, now: number) {
    this.#budget = budget
    this.#growthAt = now
  }

  /** Draws what every stream has from the start. False: there is no memory for one more stream. */
  admit(): boolean {
    this.#admitted = this.#budget.admit()
    return this.#admitted
  }

  /** Bytes that arrived and were not passed on. */
  get unread(): number {
    return this.#unread
  }

  /** Credit to grant at the start. */
  start(): number {
    this.#grow(startWindowBytes - baseWindowBytes)
    return this.#due()
  }

  /** False: the peer sent more than it was allowed to. */
  arrived(bytes: number): boolean {
    if (bytes > this.#open) return false
    this.#open -= bytes
    this.#unread += bytes
    return true
  }

  /** The reader passed bytes on; returns credit to grant now, 0 while it is not worth a frame. */
  read(bytes: number, roundTrip: number, now: number): number {
    const counted = Math.min(bytes, this.#unread)
    this.#unread -= counted
    if (this.#closed) return this.#giveBack(this.#held - Math.min(this.#held, this.#unread))
    this.#readSinceGrowth += counted
    if (this.#readSinceGrowth * 2 >= this.#window) this.#resize(roundTrip, now)
    this.#giveSurplus()
    const due = this.#window - this.#open - this.#unread
    return due * 4 >= this.#window ? this.#due() : 0
  }

  /** The stream is over: what it held of the budget serves others, but for what its reader still has. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#held = this.#drawn + (this.#admitted ? baseWindowBytes : 0)
    this.#giveBack(this.#held - Math.min(this.#held, this.#unread))
  }

  /** The reader of a closed window holds nothing any more. */
  settle(): void {
    this.#giveBack(this.#held)
  }

  /** The base last. Returns the credit for the peer, who is gone: none. */
  #giveBack(bytes: number): 0 {
    const drawn = Math.min(bytes, this.#drawn)
    this.#held -= bytes
    this.#drawn -= drawn
    this.#budget.give(drawn)
    this.#budget.dismiss(bytes - drawn)
    return 0
  }

  #due(): number {
    const due = Math.max(0, this.#window - this.#open - this.#unread)
    this.#open += due
    return due
  }

  #resize(roundTrip: number, now: number): void {
    const limiting = now - this.#growthAt <= Math.max(roundTrip, leastRoundTripMilliseconds)
    this.#readSinceGrowth = 0
    this.#growthAt = now
    if (!this.#budget.tight) {
      if (limiting) this.#grow(Math.min(this.#window, maxWindowBytes - this.#window))
    } else if (this.#window > startWindowBytes) {
      this.#window = Math.max(startWindowBytes, Math.floor(this.#window / 2))
    }
  }

  #grow(bytes: number): void {
    const taken = this.#budget.take(bytes)
    this.#drawn += taken
    this.#window += taken
  }

  #giveSurplus(): void {
    const surplus = this.#drawn + baseWindowBytes - Math.max(this.#window, this.#open + this.#unread)
    if (surplus <= 0) return
    this.#drawn -= surplus
    this.#budget.give(surplus)
  }
}
