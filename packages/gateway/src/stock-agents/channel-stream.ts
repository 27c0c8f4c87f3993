// A channel of the SSH connection to a stock agent, as a stream of the link.
import type { ResetReason, StreamHeader, StreamMessage } from '@sshore/contract'
import type { Readable } from 'node:stream'
import {
  type Clock,
  type Lane,
  lanes,
  type LinkStream,
  SmallPieces,
  type StreamHandler,
  worthKeeping,
} from '@sshore/link'
import { gatherOutput } from './gather-output.ts'
import type { ClientChannel } from './ssh2-client.ts'

/** Handed on and not consumed yet: more stays in the channel, whose window stops the agent. */
const ahead = { most: 256 * 1024, resumeAt: 128 * 1024 } as const
/** Waiting for the agent, before the writer is told to stop. */
const queueBytes = 256 * 1024
/**
 * What the SSH library may hold of one channel's output: its window of 2 MiB, granted anew once half of it is used, on top
 * of as much in its buffer. More comes only from an agent that keeps to no window.
 */
const heldBytesMost = 6 * 1024 * 1024

/** What a stream needs of its login. */
export interface ChannelOwner {
  /** The connection to the agent holds more than it should: stop writing. */
  isFull(): boolean
  /** Everything that was handed on is read. */
  relieved(): void
  done(stream: ChannelStream): void
}

export class ChannelStream implements LinkStream {
  readonly id: number
  readonly header: StreamHeader
  handler: StreamHandler
  readonly #owner: ChannelOwner
  #channel: ClientChannel | undefined
  /** Written before the agent had opened the channel. */
  #early: Uint8Array[] = []
  #earlyBytes = 0
  /** Small chunks for the agent that have to wait, behind all others. */
  readonly #joined = new SmallPieces()
  #drainOwed = false
  #aheadBytes = 0
  #handOn: () => void = () => {}
  #cancelDeadline: () => void = () => {}
  #ended = false
  #closing = false
  #exited = false
  /** Outputs of the channel that may still bring something. */
  #sources = 0
  #channelClosed = false
  #over = false

  constructor(id: number, header: StreamHeader, handler: StreamHandler, owner: ChannelOwner) {
    this.id = id
    this.header = header
    this.handler = handler
    this.#owner = owner
  }

  get over(): boolean {
    return this.#over
  }

  /** The agent has so long to open the channel. */
  expectChannel(clock: Clock, seconds: number): void {
    const late = (): void => this.reset('fault', `the agent gave no answer for ${seconds} seconds`)
    this.#cancelDeadline = clock.after(seconds * 1000, late)
  }

  /** The agent opened the channel. */
  begin(channel: ClientChannel): void {
    this.#cancelDeadline()
    if (this.#over) {
      channel.close()
      return
    }
    this.#channel = channel
    // Told by `close` as well.
    channel.on('error', () => undefined)
    const unreadIn = (source: Readable) => () => this.#aheadBytes + source.readableLength
    const handOn = [channel, channel.stderr].map((source) => gatherOutput(source, unreadIn(source)))
    this.#handOn = () => {
      for (const one of handOn) one()
    }
    this.#listen(channel)
    this.handler.onMessage({ type: 'opened' })
    for (const chunk of this.#early.splice(0)) this.#pass(chunk)
    this.#earlyBytes = 0
    this.#passJoined()
    if (this.#ended) channel.end()
    if (this.#closing) this.#closeChannel(channel)
    this.drained()
  }

  /** The connection to the agent is gone; a program that had ended still hands over its last output. */
  lost(reason: ResetReason, detail: string): void {
    if (!this.#exited) this.#finish(reason, detail)
  }

  /** Bytes of output that nobody has read. */
  get heldBytes(): number {
    return this.#aheadBytes + this.#waitingBytes
  }

  /** The agent keeps to no window. */
  get overfull(): boolean {
    return this.#waitingBytes > heldBytesMost
  }

  get #waitingBytes(): number {
    const channel = this.#channel
    return channel ? channel.readableLength + channel.stderr.readableLength : 0
  }

  /** There may be room on the connection again. */
  drained(): void {
    if (!this.#drainOwed || this.#over || this.#crowded) return
    this.#drainOwed = false
    this.handler.onDrain()
  }

  write(chunk: Uint8Array): boolean {
    if (this.#over || this.#ended) return false
    const waitingBytes = this.#channel ? this.#channel.writableLength : this.#earlyBytes
    if (!this.#channel) this.#earlyBytes += chunk.length
    if (!this.#joined.keeps(chunk, waitingBytes)) {
      this.#passJoined()
      this.#pass(worthKeeping(chunk))
    }
    this.#drainOwed ||= this.#crowded
    return !this.#drainOwed
  }

  message(message: StreamMessage): void {
    const channel = this.#channel
    if (this.#over || !channel) return
    if (message.type === 'resize') {
      const { rows, columns, heightPixels, widthPixels } = message
      // Some agents stall a channel that has no terminal when its size changes.
      const hasTerminal = this.header.kind === 'session' && this.header.terminal !== undefined
      if (hasTerminal) channel.setWindow(rows, columns, heightPixels, widthPixels)
    } else if (message.type === 'signal') channel.signal(message.name)
  }

  end(): void {
    if (this.#over || this.#ended) return
    this.#ended = true
    if (this.#channel) this.#passJoined()
    this.#channel?.end()
  }

  consumed(bytes: number): void {
    this.#aheadBytes -= bytes
    const channel = this.#channel
    if (!channel || this.#over || this.#aheadBytes > ahead.resumeAt) return
    channel.resume()
    channel.stderr.resume()
    // Whoever reads may be in the middle of it.
    if (this.#aheadBytes === 0) queueMicrotask(() => this.#caughtUp())
  }

  close(): void {
    if (this.#over || this.#closing) return
    this.end()
    this.#closing = true
    if (this.#channel) this.#closeChannel(this.#channel)
  }

  reset(reason: ResetReason, detail = ''): void {
    if (this.#over) return
    const { handler } = this
    this.#finish()
    queueMicrotask(() => handler.onClose(reason, detail))
  }

  #caughtUp(): void {
    if (this.#over || this.#aheadBytes > 0) return
    this.#handOn()
    this.#owner.relieved()
  }

  get #crowded(): boolean {
    if (!this.#channel) return this.#earlyBytes > queueBytes
    return this.#channel.writableLength + this.#joined.bytes > queueBytes || this.#owner.isFull()
  }

  #passJoined(): void {
    const chunk = this.#joined.take()
    if (chunk) this.#pass(chunk)
  }

  #pass(chunk: Uint8Array): void {
    if (!this.#channel) this.#early.push(chunk)
    else if (this.#channel.writable) this.#channel.write(chunk, this.#passed)
  }

  readonly #passed = (): void => {
    if (this.#channel?.writableLength === 0 && !this.#over) this.#passJoined()
    this.drained()
  }

  #listen(channel: ClientChannel): void {
    const isSession = this.header.kind === 'session'
    this.#take(channel, lanes.main)
    if (isSession) this.#take(channel.stderr, lanes.error)
    channel.once('exit', (code: number | null, signal?: string, coreDumped?: boolean, message?: string) => {
      if (this.#over) return
      this.#exited = true
      if (code !== null) this.handler.onMessage({ type: 'exit-status', code })
      else {
        const name = (signal ?? 'TERM').replace(/^SIG/, '').slice(0, 16)
        const more = { coreDumped: coreDumped ?? false, message: (message ?? '').slice(0, 1024) }
        this.handler.onMessage({ type: 'exit-signal', name, ...more })
      }
    })
    channel.once('close', () => {
      this.#channelClosed = true
      this.#settle()
    })
  }

  #take(source: NodeJS.ReadableStream, lane: Lane): void {
    this.#sources += 1
    source.on('data', (chunk: Buffer) => {
      if (this.#over || this.#closing) return
      this.#aheadBytes += chunk.length
      if (this.#aheadBytes > ahead.most) source.pause()
      this.handler.onData(chunk, lane)
    })
    source.once('end', () => {
      this.#sources -= 1
      if (this.#sources > 0 || this.#over) return
      this.handler.onEnd()
      this.#settle()
    })
  }

  /** What waits in the channel leaves first; what still comes is let go, or the channel would never be over. */
  #closeChannel(channel: ClientChannel): void {
    channel.resume()
    channel.stderr.resume()
    if (channel.writableFinished || channel.destroyed) channel.close()
    else channel.once('finish', () => channel.close())
  }

  #settle(): void {
    if (this.#channelClosed && this.#sources === 0) this.#finish(undefined, '')
  }

  /** With arguments: from the agent's side, and the handler hears of it. */
  #finish(...told: [] | [ResetReason | undefined, string]): void {
    if (this.#over) return
    this.#over = true
    this.#cancelDeadline()
    this.#early = []
    this.#owner.done(this)
    const channel = this.#channel
    if (channel && !this.#channelClosed) {
      channel.resume()
      channel.stderr.resume()
      channel.close()
    }
    if (told.length === 2) this.handler.onClose(...told)
  }
}
