import { type ResetReason, type StreamHeader, StreamMessage } from '@sshore/contract'
import { Compile } from 'typebox/compile'
import { crowdedQueueBytes, messageBytes, queueBytes, waitingMessageBytes } from './bounds.ts'
import { type FrameBatch, frameTypes, readUint32 } from './frames.ts'
import { type Lane, type LinkStream, lanes, type StreamHandler } from './link.ts'
import type { ReceiveWindow } from './receive-window.ts'
import { SendQueue } from './send-queue.ts'
import { SmallPieces, worthKeeping } from './small-pieces.ts'
import { decodeText, encodeText, parseJson } from './text.ts'

/** What a stream needs of its link. */
export interface StreamOwner {
  /** The queues of all streams together hold too much. */
  readonly crowded: boolean
  readonly roundTrip: number
  now(): number
  /** Queued bytes changed by this much. */
  queued(stream: Stream, bytes: number): void
  /** There may be something to send now. */
  ready(stream: Stream): void
  grant(stream: Stream, bytes: number): void
  /** Call `stream.drained` soon, outside the caller's stack. */
  drain(stream: Stream): void
  /** Calls soon, outside the caller's stack. */
  soon(call: () => void): void
  /** Broken off from this side: tell the peer, and call `stream.lost` soon, outside the caller's stack. */
  breakOff(stream: Stream, reason: ResetReason, detail: string): void
  /** Both sides are done; forget the stream. */
  done(stream: Stream): void
}

export interface StreamParts {
  readonly id: number
  readonly header: StreamHeader
  readonly owner: StreamOwner
  readonly window: ReceiveWindow
  readonly credit: number
  readonly handler: StreamHandler
}

const messageCheck = Compile(StreamMessage)
const creditMax = 0x7f_ff_ff_ff
/** Messages that bytes which are kept back go before, while their reader is behind; no honest peer sends as many. */
const orderedMessages = 256

const silent: StreamHandler = {
  onData: () => undefined,
  onMessage: () => undefined,
  onEnd: () => undefined,
  onDrain: () => undefined,
  onClose: () => undefined,
}

export class Stream implements LinkStream {
  readonly id: number
  readonly header: StreamHeader
  readonly window: ReceiveWindow
  handler: StreamHandler
  recentBytes = 0
  recentAt = 0
  deficit = 0
  /** The peer knows of the stream, so that frames may name it. */
  opened = false
  readonly #owner: StreamOwner
  readonly #queue = new SendQueue()
  /** By lane: a peer that goes to and fro between the two must not make a piece of every byte again. */
  readonly #pieces = [new SmallPieces(), new SmallPieces()] as const
  #messagesInOrder = 0
  #credit: number
  #over = false
  #drainOwed = false
  #ended = false
  #closing = false
  #closeSent = false
  #peerEnded = false
  #peerClosed = false
  /** The reader tells what it consumed after the stream is over, too. */
  #kept = false

  constructor(parts: StreamParts) {
    this.id = parts.id
    this.header = parts.header
    this.window = parts.window
    this.handler = parts.handler
    this.#owner = parts.owner
    this.#credit = parts.credit
  }

  get sendable(): boolean {
    return !this.#over && this.opened && this.#queue.sendable(this.#credit)
  }

  write(chunk: Uint8Array, lane: Lane = lanes.main): boolean {
    if (this.#over || this.#ended) return false
    if (chunk.length > 0) {
      this.#queue.write(chunk, lane)
      this.#queued(chunk.length)
    }
    this.#drainOwed ||= this.#queue.bytes > this.#highWater
    return !this.#drainOwed
  }

  message(message: StreamMessage): void {
    if (this.#over || this.#closing) return
    const json = encodeText(JSON.stringify(message))
    if (json.length > messageBytes || this.#queue.messageBytes + json.length > waitingMessageBytes) {
      this.reset('fault', json.length > messageBytes ? 'message too long' : 'too many messages wait')
      return
    }
    this.#queue.message(json)
    this.#queued(json.length)
  }

  end(): void {
    if (this.#over || this.#ended) return
    this.#ended = true
    this.#queue.mark(frameTypes.end)
    this.#owner.ready(this)
  }

  consumed(bytes: number): void {
    const grant = this.window.read(bytes, this.#owner.roundTrip, this.#owner.now())
    if (this.#over) return
    if (grant > 0) this.#owner.grant(this, grant)
    // Whoever reads may be in the middle of it.
    if (this.#keptBytes > 0 && this.#delivered === 0) this.#owner.soon(() => this.#deliverPieces())
  }

  keep(): void {
    this.#kept = true
  }

  close(): void {
    if (this.#over || this.#closing) return
    this.end()
    this.#closing = true
    this.#queue.mark(frameTypes.close)
    this.#owner.ready(this)
  }

  reset(reason: ResetReason, detail = ''): void {
    if (this.#over) return
    this.#finish()
    this.#owner.breakOff(this, reason, detail)
  }

  /** Moves frames into the batch, about `most` bytes. */
  emit(batch: FrameBatch, most: number): void {
    const before = this.#queue.bytes
    const { used, closed } = this.#queue.emit(batch, this.id, most, this.#credit)
    this.#credit -= used
    this.#owner.queued(this, this.#queue.bytes - before)
    if (closed) this.#closeSent = true
    if (this.#drainOwed && this.#queue.bytes * 2 <= this.#highWater) this.#owner.drain(this)
    if (this.#closeSent && this.#peerClosed) this.#owner.done(this)
  }

  drained(): void {
    if (this.#over || !this.#drainOwed) return
    this.#drainOwed = false
    this.handler.onDrain()
  }

  /** One frame of the peer. Returns what is wrong with it, if anything. */
  receive(type: number, payload: Uint8Array): string | undefined {
    if (type === frameTypes.bytes) return this.#receiveBytes(payload, lanes.main)
    if (type === frameTypes.errorBytes) return this.#receiveBytes(payload, lanes.error)
    if (type === frameTypes.credit) return this.#receiveCredit(payload)
    if (type === frameTypes.message) return this.#receiveMessage(payload)
    if (type === frameTypes.end) return this.#receiveEnd()
    if (type === frameTypes.close) return this.#receiveClose()
    return 'unknown frame'
  }

  /** The stream ends here; nothing is sent any more. */
  lost(reason: ResetReason | undefined, detail: string): void {
    this.#deliverPieces()
    this.#finish()
    const handler = this.handler
    // A closed stream must not hold what its handler refers to.
    this.handler = silent
    handler.onClose(reason, detail)
    if (!this.#kept) this.window.settle()
  }

  get #highWater(): number {
    return this.#owner.crowded ? crowdedQueueBytes : queueBytes
  }

  #queued(bytes: number): void {
    this.#owner.queued(this, bytes)
    this.#owner.ready(this)
  }

  #finish(): void {
    if (this.#over) return
    this.#over = true
    this.#owner.queued(this, -this.#queue.bytes)
    this.#queue.clear()
    this.window.close()
  }

  #receiveBytes(payload: Uint8Array, lane: Lane): string | undefined {
    if (this.#peerEnded) return 'bytes after the end'
    const delivered = this.#delivered
    if (!this.window.arrived(payload.length)) return 'more bytes than credit'
    if (payload.length === 0 || this.#pieces[lane].keeps(payload, delivered)) return undefined
    this.#deliverLane(lane)
    this.#deliver(worthKeeping(payload), lane)
    return undefined
  }

  /** Bytes that the handler has and did not pass on yet. */
  get #delivered(): number {
    return this.window.unread - this.#keptBytes
  }

  get #keptBytes(): number {
    return this.#pieces[lanes.main].bytes + this.#pieces[lanes.error].bytes
  }

  #deliverPieces(): void {
    this.#deliverLane(lanes.main)
    this.#deliverLane(lanes.error)
  }

  #deliverLane(lane: Lane): void {
    const chunk = this.#pieces[lane].take()
    if (chunk !== undefined) this.#deliver(chunk, lane)
  }

  #deliver(chunk: Uint8Array, lane: Lane): void {
    if (this.#over) this.consumed(chunk.length)
    else this.handler.onData(chunk, lane)
  }

  /** A peer that sends a message behind every byte must not make a piece of each byte. */
  #deliverBeforeMessage(): void {
    if (this.#delivered === 0) this.#messagesInOrder = 0
    if (this.#keptBytes === 0 || this.#messagesInOrder >= orderedMessages) return
    this.#messagesInOrder += 1
    this.#deliverPieces()
  }

  #receiveCredit(payload: Uint8Array): string | undefined {
    if (payload.length !== 4) return 'malformed credit'
    this.#credit += readUint32(payload, 0)
    if (this.#credit > creditMax) return 'impossible credit'
    this.#owner.ready(this)
    return undefined
  }

  #receiveMessage(payload: Uint8Array): string | undefined {
    if (this.#peerClosed) return 'message after the close'
    if (payload.length > messageBytes) return 'message too long'
    this.#deliverBeforeMessage()
    if (this.#over) return undefined
    const message = parseJson(decodeText(payload))
    // A newer peer may know messages that this side does not; that is no reason to lose the other streams.
    if (messageCheck.Check(message)) this.handler.onMessage(message)
    else this.reset('protocol_error', 'message not understood')
    return undefined
  }

  #receiveEnd(): string | undefined {
    if (this.#peerEnded) return 'ended twice'
    this.#deliverPieces()
    this.#peerEnded = true
    if (!this.#over) this.handler.onEnd()
    return undefined
  }

  #receiveClose(): string | undefined {
    if (this.#peerClosed) return 'closed twice'
    this.#peerClosed = true
    if (!this.#peerEnded) this.#receiveEnd()
    if (this.#over) return undefined
    this.handler.onPeerClose?.()
    if (this.#closeSent) this.#owner.done(this)
    return undefined
  }
}
