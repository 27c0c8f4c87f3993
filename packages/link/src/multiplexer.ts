// Many streams over one carrier: who is open, whose frame goes next, and what a frame of the peer means.
import { linkClose, limits, type ResetReason, type StreamHeader } from '@sshore/contract'
import { agentHeaderBytes, baseWindowBytes, headerBytes, openStreams, queueTotalBytes } from './bounds.ts'
import { Carrier } from './carrier.ts'
import { decodeReset } from './control-queue.ts'
import { frameTypes, readFrames, streamIdMax } from './frames.ts'
import { HeaderAssembly } from './header-assembly.ts'
import type { Clock, Link, LinkSocket, LinkStream, StreamHandler } from './link.ts'
import type { LinkController, LinkOptions } from './link-options.ts'
import { MessageMemory } from './message-memory.ts'
import { Outbox } from './outbox.ts'
import { ReceiveWindow, WindowBudget } from './receive-window.ts'
import { Stream, type StreamOwner } from './stream.ts'
import { encodeText } from './text.ts'

const finalCodes = new Set<number>([linkClose.ended, linkClose.refused, linkClose.revoked, linkClose.replaced])
const plainAllocate = (bytes: number): Uint8Array => new Uint8Array(bytes)
const refusing = (stream: LinkStream): void => stream.reset('refused', 'nothing here accepts streams yet')

class Multiplexer implements Link, LinkController, StreamOwner {
  readonly id: string
  onStream: (stream: LinkStream) => void = refusing
  onClose: (reason: string) => void = () => undefined
  onConnected: (connected: boolean) => void = () => undefined
  onDetached: (code: number, reason: string) => void = () => undefined
  onOver: (code: number, reason: string, wasConnected: boolean) => void = () => undefined
  readonly #clock: Clock
  readonly #resumptionSeconds: number
  readonly #report: (fault: unknown) => void
  readonly #carrier: Carrier
  readonly #outbox: Outbox
  readonly #assembly: HeaderAssembly
  readonly #headerBytes: number
  readonly #budget: WindowBudget
  readonly #streams = new Map<number, Stream>()
  #nextId: number
  #peerId = 0
  #queuedBytes = 0
  #over = false
  #cancelResumption: (() => void) | undefined

  constructor(options: LinkOptions) {
    this.id = options.id
    this.#clock = options.clock
    this.#resumptionSeconds = options.resumptionSeconds ?? limits.resumptionSeconds
    this.#report = options.report ?? (() => undefined)
    const memory = new MessageMemory(options.allocate ?? plainAllocate)
    const gateway = options.role === 'gateway'
    this.#nextId = gateway ? 1 : 2
    this.#headerBytes = gateway ? headerBytes : agentHeaderBytes
    this.#assembly = new HeaderAssembly(gateway ? agentHeaderBytes : headerBytes)
    this.#budget = new WindowBudget(options.unread)
    this.#carrier = new Carrier({
      clock: options.clock,
      memory,
      heartbeatSeconds: options.heartbeatSeconds ?? limits.heartbeatSeconds,
      pings: options.role === 'agent',
      onFrames: (message, from, mayGoOn) => this.#receive(message, from, mayGoOn),
      onRoom: () => this.#outbox.flushSoon(),
      onDetached: (code, reason) => this.#detached(code, reason),
      onViolation: (detail) => this.close(linkClose.refused, `protocol error: ${detail}`),
    })
    this.#outbox = new Outbox({
      clock: options.clock,
      memory,
      carrier: this.#carrier,
      onOpened: (stream) => this.#opened(stream),
      onFault: this.#report,
    })
  }

  get link(): Link {
    return this
  }

  get connected(): boolean {
    return this.#carrier.connected
  }

  get received(): number {
    return this.#carrier.received
  }

  get busy(): boolean {
    return this.#streams.size > 0
  }

  get crowded(): boolean {
    return this.#queuedBytes > queueTotalBytes
  }

  get roundTrip(): number {
    return this.#carrier.roundTrip
  }

  canResumeFrom(peerReceived: number): boolean {
    return !this.#over && this.#carrier.canResumeFrom(peerReceived)
  }

  attach(socket: LinkSocket, peerReceived: number): void {
    this.#cancelResumption?.()
    this.#cancelResumption = undefined
    this.#carrier.attach(socket, peerReceived)
    if (this.connected) this.#guard(() => this.onConnected(true))
  }

  detach(code: number, reason: string): void {
    this.#carrier.detach(code, reason)
  }

  open(header: StreamHeader, handler: StreamHandler): LinkStream {
    const stream = this.#newStream(this.#nextId, header, handler)
    this.#nextId += 2
    const refusal = this.#refusalToOpen(stream)
    if (refusal === undefined) this.#streams.set(stream.id, stream)
    else this.#outbox.putOff(() => stream.lost(this.#over ? 'link_lost' : 'refused', refusal))
    return stream
  }

  close(code: number, reason: string): void {
    this.#end(code, reason, this.connected)
  }

  now(): number {
    return this.#clock.now()
  }

  queued(_stream: Stream, bytes: number): void {
    this.#queuedBytes += bytes
  }

  ready(stream: Stream): void {
    this.#outbox.ready(stream)
  }

  grant(stream: Stream, bytes: number): void {
    this.#outbox.grant(stream, bytes)
  }

  drain(stream: Stream): void {
    this.soon(() => stream.drained())
  }

  soon(call: () => void): void {
    this.#outbox.putOff(call)
  }

  breakOff(stream: Stream, reason: ResetReason, detail: string): void {
    if (this.#forget(stream)) this.#sendReset(stream.id, reason, detail)
    this.#outbox.putOff(() => stream.lost(reason, detail))
  }

  done(stream: Stream): void {
    this.#forget(stream)
    this.#outbox.putOff(() => stream.lost(undefined, ''))
  }

  #newStream(id: number, header: StreamHeader, handler: StreamHandler): Stream {
    const window = new ReceiveWindow(this.#budget, this.now())
    return new Stream({ id, header, owner: this, window, credit: baseWindowBytes, handler })
  }

  #refusalToOpen(stream: Stream): string | undefined {
    if (this.#over) return 'the link is closed'
    if (this.#streams.size >= openStreams || stream.id > streamIdMax) return 'too many streams'
    const json = encodeText(JSON.stringify(stream.header))
    if (json.length > this.#headerBytes) return 'stream header too long'
    if (!stream.window.admit()) return tooMuchUnread
    return this.#outbox.open(stream, json) ? undefined : 'too many streams wait to be opened'
  }

  #opened(stream: Stream): void {
    stream.opened = true
    this.#grantStart(stream)
    this.ready(stream)
  }

  #grantStart(stream: Stream): void {
    const start = stream.window.start()
    if (start > 0) this.grant(stream, start)
  }

  /** Whether the peer has heard of the stream. */
  #forget(stream: Stream): boolean {
    stream.window.close()
    this.#streams.delete(stream.id)
    return this.#outbox.forget(stream)
  }

  #sendReset(streamId: number, reason: ResetReason, detail: string): void {
    if (this.#over) return
    if (this.#outbox.reset(streamId, reason, detail)) return
    this.close(linkClose.refused, 'protocol error: the peer opens streams and reads nothing')
  }

  #end(code: number, reason: string, wasConnected: boolean): void {
    if (this.#over) return
    this.#over = true
    const tellDisconnected = this.connected
    this.#cancelResumption?.()
    // An ordinary code would leave the peer waiting for a connection that never comes.
    this.#carrier.end(finalCodes.has(code) ? code : linkClose.ended, reason)
    this.#outbox.clear()
    this.#assembly.drop()
    const lost = [...this.#streams.values()]
    this.#streams.clear()
    for (const stream of lost) this.#guard(() => stream.lost('link_lost', reason))
    if (tellDisconnected) this.#guard(() => this.onConnected(false))
    this.#guard(() => this.onClose(reason))
    this.#guard(() => this.onOver(code, reason, wasConnected))
  }

  #detached(code: number, reason: string): void {
    // The rest of a message that was begun may have ended the link.
    if (this.#over) return
    this.#guard(() => this.onConnected(false))
    if (finalCodes.has(code)) return this.#end(code, reason, true)
    this.#cancelResumption = this.#clock.after(this.#resumptionSeconds * 1000, () => {
      this.close(linkClose.ended, `no connection to the device for ${this.#resumptionSeconds} seconds`)
    })
    this.#guard(() => this.onDetached(code, reason))
  }

  #receive(message: Uint8Array, from: number, mayGoOn: () => boolean): number {
    let violation: string | undefined
    const to = readFrames(message, from, (type, streamId, payload) => {
      violation = this.#receiveFrame(type, streamId, payload)
      return violation === undefined && !this.#over && mayGoOn()
    })
    violation ??= to === undefined ? 'truncated frame' : undefined
    if (violation !== undefined) this.close(linkClose.refused, `protocol error: ${violation}`)
    return to ?? message.length
  }

  #receiveFrame(type: number, streamId: number, payload: Uint8Array): string | undefined {
    if (type === frameTypes.open || type === frameTypes.openPart) {
      return this.#receiveHeader(streamId, payload, type === frameTypes.open)
    }
    const stream = this.#streams.get(streamId)
    if (stream === undefined) return this.#receiveStray(type, streamId)
    if (type === frameTypes.reset) {
      const { reason, detail } = decodeReset(payload)
      this.#forget(stream)
      this.#guard(() => stream.lost(reason, detail))
      return undefined
    }
    try {
      return stream.receive(type, payload)
    } catch (fault) {
      this.#report(fault)
      stream.reset('fault', 'the other side failed')
      return undefined
    }
  }

  /** A stream broken off here may still be spoken of by a peer that does not know yet. */
  #receiveStray(type: number, streamId: number): string | undefined {
    if (type === frameTypes.reset) {
      if (this.#assembly.streamId === streamId) this.#assembly.drop()
      return undefined
    }
    const ours = streamId % 2 === this.#nextId % 2
    return streamId > 0 && (ours ? streamId < this.#nextId : streamId <= this.#peerId) ? undefined : 'unknown stream'
  }

  #receiveHeader(streamId: number, piece: Uint8Array, last: boolean): string | undefined {
    const goesOn = this.#assembly.streamId === streamId
    const theirs = streamId > 0 && streamId <= streamIdMax && streamId % 2 !== this.#nextId % 2
    if (!goesOn && (!theirs || streamId <= this.#peerId)) return 'impossible stream id'
    this.#peerId = streamId
    const assembled = this.#assembly.add(streamId, piece, last)
    if (assembled.outcome === 'violation') return assembled.detail
    if (assembled.outcome === 'not_understood') this.#sendReset(streamId, 'protocol_error', 'header not understood')
    if (assembled.outcome === 'header') this.#accept(streamId, assembled.header)
    return undefined
  }

  #accept(streamId: number, header: StreamHeader): void {
    if (this.#streams.size >= openStreams) return this.#sendReset(streamId, 'refused', 'too many streams')
    const stream = this.#newStream(streamId, header, unhandled)
    if (!stream.window.admit()) return this.#sendReset(streamId, 'refused', tooMuchUnread)
    stream.opened = true
    this.#streams.set(streamId, stream)
    this.#grantStart(stream)
    try {
      this.onStream(stream)
    } catch (fault) {
      this.#report(fault)
      stream.reset('fault', 'the other side failed')
    }
  }

  #guard(call: () => void): void {
    try {
      call()
    } catch (fault) {
      this.#report(fault)
    }
  }
}

const tooMuchUnread = 'too much that nobody reads is kept for the devices of this namespace'

const unhandled: StreamHandler = {
  onData: () => undefined,
  onMessage: () => undefined,
  onEnd: () => undefined,
  onDrain: () => undefined,
  onClose: () => undefined,
}

export const createLink = (options: LinkOptions): LinkController => new Multiplexer(options)
