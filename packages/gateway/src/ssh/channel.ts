// One SSH channel (RFC 4254 section 5) with exact flow control in both directions: nothing is buffered that the
// peer was not promised room for, and nothing is promised that was not passed on.
import type { Transport } from '@sshore/ssh-transport'
import { message } from './message-numbers.ts'
import { ReplyQueue } from './reply-queue.ts'
import { ProtocolViolation, type Reader, Writer } from './wire.ts'

/** Bytes a client may send on a new channel before we grant more. */
export const openWindowBytes = 128 * 1024
/** What the window grows to once bytes flow, while the connection has such windows left; what OpenSSH itself uses. */
const wideWindowBytes = 2 * 1024 * 1024
/** Fits into the packets of 35,000 bytes that RFC 4253 section 6.1 obliges both sides to take. */
export const receivePacketBytes = 32 * 1024
/** What a person types or reads at once; it passes bulk that waits on the same connection. */
const smallBytes = 8 * 1024
/** Bytes a channel may send before another one that waits has its turn. */
const turnBytes = 64 * 1024
/** Credit is returned in steps of this part of the window, not for every keystroke's byte. */
const grantSteps = 8

/** The wide windows of a connection: together they bound what one client can make us hold. */
export interface WideWindows {
  /** False: none is left. */
  take(): boolean
  giveBack(): void
}

/** Set by who serves the channel. A throw ends the connection. */
export interface ChannelHandler {
  /** The view is the receiver's to keep. Call `channel.grant` once the bytes are passed on. */
  onData(chunk: Buffer): void
  /** The client sends no more bytes. */
  onEof(): void
  /** The reply, or undefined when `channel.reply` will be called later. Asked for every request, in order. */
  onRequest(type: string, fields: Reader): boolean | undefined
  /** Bytes given to `write` have left for the client. */
  onSent(bytes: number): void
  /** The channel is gone: the client closed it, or the connection ended. */
  onClose(): void
}

interface QueuedChunk {
  readonly kind: 'chunk'
  readonly chunk: Uint8Array
  readonly error: boolean
}
interface QueuedMessage {
  readonly kind: 'message' | 'close'
  readonly payload: Uint8Array
}

export class Channel {
  readonly #transport: Transport
  readonly #recipient: number
  readonly #packetBytes: number
  #sendWindow: number
  #receiveWindow: number
  #windowBytes: number
  #passedOn = 0
  readonly #wideWindows: WideWindows
  #toGrant = 0
  readonly #queue: (QueuedChunk | QueuedMessage)[] = []
  #sentOfFirst = 0
  readonly #replies = new ReplyQueue((success) => {
    const type = success ? message.channelSuccess : message.channelFailure
    this.#transport.send(new Writer(type).uint32(this.#recipient).finish())
  })
  #eofReceived = false
  #eofQueued = false
  #closeQueued = false
  #closeSent = false
  #closeReceived = false
  #gone = false
  readonly #onGone: () => void
  #handler: ChannelHandler | undefined

  constructor(
    transport: Transport,
    peer: { recipient: number; window: number; packetBytes: number; windowBytes: number },
    wideWindows: WideWindows,
    onGone: () => void,
  ) {
    this.#transport = transport
    this.#recipient = peer.recipient
    this.#sendWindow = peer.window
    this.#receiveWindow = peer.windowBytes
    this.#windowBytes = peer.windowBytes
    // A peer that advertises tiny or giant packets gets what both sides can live with.
    this.#packetBytes = Math.min(Math.max(peer.packetBytes, 1), receivePacketBytes)
    this.#wideWindows = wideWindows
    this.#onGone = onGone
  }

  serve(handler: ChannelHandler): void {
    this.#handler = handler
  }

  /**
   * Queues bytes for the client; `onSent` follows. The view must not change until then. After `eof` there is nothing more to
   * say (RFC 4254 section 5.3): OpenSSH would break the connection off.
   */
  write(chunk: Uint8Array, error = false): void {
    if (this.#eofQueued || this.#closeQueued || this.#closeReceived || chunk.length === 0) return
    this.#queue.push({ kind: 'chunk', chunk, error })
    this.#flushAll()
  }

  /** The client reads no standard output any more, nor gives room for it: what waits is dropped, and its size told. */
  dropOutput(): number {
    const isOutput = (entry: QueuedChunk | QueuedMessage): entry is QueuedChunk =>
      entry.kind === 'chunk' && !entry.error
    const [first] = this.#queue
    const sent = first && isOutput(first) ? this.#sentOfFirst : 0
    const bytes = this.#queue.filter(isOutput).reduce((sum, { chunk }) => sum + chunk.length, 0)
    const kept = this.#queue.filter((entry) => !isOutput(entry))
    this.#queue.splice(0, this.#queue.length, ...kept)
    if (sent > 0) this.#sentOfFirst = 0
    this.#flushAll()
    return bytes - sent
  }

  /** No more bytes from us, after those queued. */
  eof(): void {
    if (this.#eofQueued || this.#closeQueued) return
    this.#eofQueued = true
    this.#message(new Writer(message.channelEof).uint32(this.#recipient))
  }

  exitStatus(code: number): void {
    this.#message(this.#notice('exit-status').uint32(code))
  }

  /** `name` without SIG (RFC 4254 section 6.10). */
  exitSignal(name: string, coreDumped: boolean, text: string): void {
    this.#message(this.#notice('exit-signal').text(name).boolean(coreDumped).text(text).text(''))
  }

  /** Closes after everything queued. */
  close(): void {
    if (this.#closeQueued) return
    this.#closeQueued = true
    this.#message(new Writer(message.channelClose).uint32(this.#recipient), 'close')
  }

  /** Decides the oldest request that `onRequest` left open. */
  reply(success: boolean): void {
    this.#replies.settle(success)
  }

  /** Promises the client room for `bytes` more. */
  grant(bytes: number): void {
    this.#toGrant += bytes
    this.#passedOn += bytes
    if (this.#toGrant < this.#windowBytes / grantSteps || this.#eofReceived || this.#closeQueued) return
    this.#widen()
    this.#receiveWindow += this.#toGrant
    this.#transport.send(new Writer(message.channelWindowAdjust).uint32(this.#recipient).uint32(this.#toGrant).finish())
    this.#toGrant = 0
  }

  /** A channel that passed a whole window on carries bulk. */
  #widen(): void {
    if (this.#windowBytes === wideWindowBytes || this.#passedOn < openWindowBytes || !this.#wideWindows.take()) return
    this.#toGrant += wideWindowBytes - this.#windowBytes
    this.#windowBytes = wideWindowBytes
  }

  /** Sends what the client's window and the socket have room for, about a turn's worth. True: more could be sent. */
  flush(): boolean {
    let sentBytes = 0
    let more = false
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      if (next.kind !== 'chunk') {
        this.#transport.send(next.payload)
        this.#closeSent ||= next.kind === 'close'
        this.#queue.shift()
        continue
      }
      const left = next.chunk.length - this.#sentOfFirst
      const small = left <= smallBytes && this.#queue.length === 1
      if (this.#sendWindow === 0 || this.#transport.congested(small)) break
      more = sentBytes >= turnBytes
      if (more) break
      const size = Math.min(left, this.#sendWindow, this.#packetBytes)
      const whole = size === next.chunk.length
      const part = whole ? next.chunk : next.chunk.subarray(this.#sentOfFirst, this.#sentOfFirst + size)
      this.#transport.sendChannelData(this.#recipient, part, next.error)
      this.#sendWindow -= size
      this.#sentOfFirst += size
      sentBytes += size
      if (size === left) {
        this.#queue.shift()
        this.#sentOfFirst = 0
      }
    }
    if (sentBytes > 0) this.#handler?.onSent(sentBytes)
    this.#settle()
    return more
  }

  /** All that can be sent now, turn after turn. */
  #flushAll(): void {
    while (this.flush());
  }

  /** Takes a message addressed to this channel; `reader` stands behind the channel number. */
  receive(type: number, reader: Reader): void {
    if (this.#closeReceived) throw new ProtocolViolation('message on a closed channel')
    if (type === message.channelData) this.#receiveData(reader.bytes())
    else if (type === message.channelWindowAdjust) this.#adjust(reader.uint32())
    else if (type === message.channelRequest) this.#request(reader)
    else if (type === message.channelEof) this.#receiveEof()
    else if (type === message.channelClose) this.#receiveClose()
    else if (type === message.channelExtendedData) this.#receiveExtended(reader)
    else if (type !== message.channelSuccess && type !== message.channelFailure) {
      throw new ProtocolViolation(`unexpected message ${type} on a channel`)
    }
  }

  /** The connection ended. */
  abandon(): void {
    this.#closeReceived = true
    this.#closeQueued = true
    this.#queue.length = 0
    this.#handler?.onClose()
  }

  #notice(type: string): Writer {
    return new Writer(message.channelRequest).uint32(this.#recipient).text(type).boolean(false)
  }

  #message(writer: Writer, kind: 'message' | 'close' = 'message'): void {
    this.#queue.push({ kind, payload: writer.finish() })
    this.#flushAll()
  }

  #receiveData(chunk: Buffer): void {
    this.#spend(chunk.length)
    if (chunk.length === 0) return
    if (this.#closeQueued || !this.#handler) this.grant(chunk.length)
    else this.#handler.onData(chunk)
  }

  /** Clients have no use for it; the bytes are dropped, their room given back. */
  #receiveExtended(reader: Reader): void {
    reader.uint32()
    const { length } = reader.bytes()
    this.#spend(length)
    this.grant(length)
  }

  #spend(bytes: number): void {
    if (this.#eofReceived) throw new ProtocolViolation('data after the end of a channel')
    if (bytes > this.#receiveWindow) throw new ProtocolViolation('more data than the window allows')
    this.#receiveWindow -= bytes
  }

  #adjust(bytes: number): void {
    // RFC 4254 section 5.2: the window must not grow past 2^32 - 1.
    this.#sendWindow = Math.min(this.#sendWindow + bytes, 0xff_ff_ff_ff)
    this.#flushAll()
  }

  #receiveEof(): void {
    if (this.#eofReceived) return
    this.#eofReceived = true
    if (!this.#closeQueued) this.#handler?.onEof()
  }

  #receiveClose(): void {
    this.#closeReceived = true
    // Whatever still waits for the client's window can never leave; only the answering close does.
    this.#queue.length = 0
    this.#sentOfFirst = 0
    this.#closeQueued = this.#closeSent
    this.close()
    this.#handler?.onClose()
    this.#settle()
  }

  #request(reader: Reader): void {
    const type = reader.text()
    const wanted = reader.boolean()
    this.#replies.add(wanted, () =>
      this.#closeQueued || !this.#handler ? false : this.#handler.onRequest(type, reader),
    )
  }

  #settle(): void {
    if (!this.#closeReceived || !this.#closeSent || this.#gone) return
    this.#gone = true
    if (this.#windowBytes === wideWindowBytes) this.#wideWindows.giveBack()
    this.#onGone()
  }
}
