// Everything that waits to be sent, and the turn in which it leaves: control frames, then whoever is next.
import type { ResetReason } from '@sshore/contract'
import { sharedFrameBytes, sparseAllowanceBytes } from './bounds.ts'
import type { Carrier } from './carrier.ts'
import { ControlQueue } from './control-queue.ts'
import { FrameBatch } from './frames.ts'
import { HeaderLine } from './header-line.ts'
import type { Clock } from './link.ts'
import type { MessageMemory } from './message-memory.ts'
import { Scheduler } from './scheduler.ts'
import type { Stream } from './stream.ts'

export interface OutboxOptions {
  readonly clock: Clock
  readonly memory: MessageMemory
  readonly carrier: Carrier
  /** A stream's header is on its way. */
  readonly onOpened: (stream: Stream) => void
  /** What was put off threw. */
  readonly onFault: (fault: unknown) => void
}

export class Outbox {
  readonly #options: OutboxOptions
  readonly #batch: FrameBatch
  readonly #scheduler = new Scheduler<Stream | HeaderLine>()
  readonly #headers: HeaderLine
  readonly #control = new ControlQueue()
  #putOff: (() => void)[] = []
  #flushDue = false

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#batch = new FrameBatch((bytes) => options.memory.take(bytes))
    this.#headers = new HeaderLine(options.onOpened)
  }

  /** Announces a stream to the peer. False when too many headers wait already. */
  open(stream: Stream, header: Uint8Array): boolean {
    if (!this.#headers.push(stream, header)) return false
    this.#scheduler.add(this.#headers, this.#options.clock.now())
    this.flushSoon()
    return true
  }

  /** The stream may have something to send. */
  ready(stream: Stream): void {
    if (!stream.sendable) return
    this.#scheduler.add(stream, this.#options.clock.now())
    this.flushSoon()
  }

  grant(stream: Stream, bytes: number): void {
    this.#control.grant(stream, bytes)
    this.flushSoon()
  }

  /** False when more resets wait than an honest peer can cause. */
  reset(streamId: number, reason: ResetReason, detail: string): boolean {
    this.flushSoon()
    return this.#control.reset(streamId, reason, detail)
  }

  /** Nothing more is sent on this stream. Whether the peer has heard of it. */
  forget(stream: Stream): boolean {
    this.#scheduler.remove(stream)
    this.#control.forget(stream)
    return stream.opened || this.#headers.drop(stream)
  }

  /** Calls back soon, outside the caller's stack. */
  putOff(call: () => void): void {
    this.#putOff.push(call)
    this.flushSoon()
  }

  /** Everything written in one turn of the event loop leaves in as few messages as possible. */
  flushSoon(): void {
    if (this.#flushDue) return
    this.#flushDue = true
    void Promise.resolve().then(() => this.#flush())
  }

  clear(): void {
    this.#control.clear()
    this.#headers.clear()
    this.#scheduler.clear()
  }

  #flush(): void {
    this.#flushDue = false
    const { carrier, onFault } = this.#options
    while (carrier.connected) {
      if (carrier.room > -sparseAllowanceBytes) this.#control.emit(this.#batch)
      this.#emitInTurn()
      if (this.#batch.bytes === 0) break
      carrier.send(this.#batch.take())
    }
    if (carrier.connected && this.#scheduler.waiting === 0) carrier.ranDry()
    const calls = this.#putOff
    this.#putOff = []
    for (const call of calls) {
      try {
        call()
      } catch (fault) {
        onFault(fault)
      }
    }
  }

  #emitInTurn(): void {
    const { carrier, clock } = this.#options
    const { messageBytes } = carrier
    const now = clock.now()
    while (this.#batch.bytes < messageBytes) {
      const room = carrier.room - this.#batch.bytes
      if (room <= -sparseAllowanceBytes) return
      const sender = this.#scheduler.next(room > 0)
      if (sender === undefined) return
      const before = this.#batch.bytes
      const shared = this.#scheduler.waiting > 1 || this.#scheduler.isSparse(sender)
      sender.emit(this.#batch, Math.min(messageBytes - before, shared ? sharedFrameBytes : messageBytes))
      this.#scheduler.charge(sender, this.#batch.bytes - before, now)
      if (!sender.sendable) this.#scheduler.remove(sender)
    }
  }
}
