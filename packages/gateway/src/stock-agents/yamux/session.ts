// The gateway's side of a yamux session: it opens streams (odd numbers), the agent serves them.
import type { Duplex } from 'node:stream'
import type { Clock } from '@sshore/link'
import { encodeFrame, flags, frameTypes, type FrameHeader, FrameReader, goAwayCodes } from './frames.ts'
import { YamuxStream } from './stream.ts'

const pingSeconds = 30
/** After a ping without an answer the connection counts as dead. */
const pingAnswerSeconds = 15
/** Agents put up with 256 streams that they have not acknowledged yet. */
const streamsMost = 256
/** Bytes that wait in the connection before streams stop giving it more. */
const fullBytes = 256 * 1024
/** Answers to pings and window updates come on top; a peer that reads none of them is given up. */
const overfullBytes = 4 * 1024 * 1024

export class YamuxSession {
  /** The connection is over; called once, after all streams were broken off. */
  onClose: (reason: string) => void = () => {}
  readonly #carrier: Duplex
  readonly #clock: Clock
  readonly #streams = new Map<number, YamuxStream>()
  #nextId = 1
  #goingAway = false
  #over = false
  #unanswered: number | undefined
  #pings = 0
  #cancelTimer: () => void = () => {}

  constructor(carrier: Duplex, clock: Clock) {
    this.#carrier = carrier
    this.#clock = clock
    const reader = new FrameReader({
      onHeader: (header) => this.#receive(header),
      onData: (header, bytes, last) => this.#receiveData(header, bytes, last),
      onNonsense: () => this.#fail('the agent does not speak yamux'),
    })
    carrier.on('data', (chunk: Buffer) => reader.read(chunk))
    carrier.on('drain', () => {
      for (const stream of this.#streams.values()) stream.room()
    })
    carrier.on('error', (error) => this.#end(error.message))
    carrier.on('end', () => this.#end('the agent ended the connection'))
    carrier.on('close', () => this.#end('the connection was lost'))
    this.#schedulePing()
  }

  /** Throws when the session takes no more streams. */
  open(): YamuxStream {
    if (this.#over || this.#goingAway) throw new Error('the agent is going away')
    if (this.#streams.size >= streamsMost) throw new Error(`the agent has ${streamsMost} streams open`)
    const stream = new YamuxStream(this.#nextId, {
      send: (type, flag, id, data) => this.#send(type, flag, id, data.length, data),
      update: (flag, id, bytes) => void this.#send(frameTypes.windowUpdate, flag, id, bytes),
      done: ({ id }) => this.#streams.delete(id),
    })
    this.#nextId += 2
    this.#streams.set(stream.id, stream)
    // Whoever uses the stream hears of its end by `close`; an error without a listener would end the process.
    stream.on('error', () => undefined)
    return stream
  }

  get size(): number {
    return this.#streams.size
  }

  close(reason: string): void {
    if (this.#over) return
    this.#send(frameTypes.goAway, 0, 0, goAwayCodes.normal)
    this.#end(reason)
  }

  /** False: the connection is full. */
  #send(type: number, flag: number, stream: number, length: number, data?: Buffer): boolean {
    if (this.#over || this.#carrier.destroyed || this.#carrier.writableEnded) return false
    this.#carrier.write(encodeFrame({ type, flags: flag, stream, length }, data))
    const waiting = this.#carrier.writableLength
    if (waiting > overfullBytes) this.#end('the agent reads nothing')
    return waiting < fullBytes
  }

  /** False: the session is over. */
  #receive(header: FrameHeader): boolean {
    const { type, stream, length } = header
    if (type === frameTypes.ping) this.#receivePing(header)
    else if (type === frameTypes.goAway) {
      if (length === goAwayCodes.normal) this.#goingAway = true
      else this.#end('the agent found fault with the connection')
    } else if ((header.flags & flags.syn) !== 0) {
      // Agents serve streams and never open one.
      this.#send(frameTypes.windowUpdate, flags.rst, stream, 0)
    } else if (type === frameTypes.windowUpdate) {
      if (this.#streams.get(stream)?.credit(length) === false) this.#fail('the agent gave impossible credit')
      else this.#receiveFlags(header)
    } else if (length === 0) this.#receiveFlags(header)
    return !this.#over
  }

  #receiveData(header: FrameHeader, bytes: Buffer, last: boolean): boolean {
    const stream = this.#streams.get(header.stream)
    // A stream that is gone here: the agent had sent before it learned of that.
    if (stream && !stream.destroyed && !stream.receive(bytes)) this.#fail('the agent sent more than it was allowed')
    else if (last) this.#receiveFlags(header)
    return !this.#over
  }

  /** FIN and RST come after the data of their frame. */
  #receiveFlags(header: FrameHeader): void {
    const stream = this.#streams.get(header.stream)
    if (!stream) return
    if ((header.flags & flags.rst) !== 0) stream.broken('the agent broke the stream off')
    else if ((header.flags & flags.fin) !== 0) stream.remoteEnded()
  }

  #receivePing({ flags: flag, length }: FrameHeader): void {
    if ((flag & flags.syn) !== 0) this.#send(frameTypes.ping, flags.ack, 0, length)
    else if (length === this.#unanswered) {
      this.#unanswered = undefined
      this.#cancelTimer()
      this.#schedulePing()
    }
  }

  #schedulePing(): void {
    this.#cancelTimer = this.#clock.after(pingSeconds * 1000, () => {
      this.#pings = (this.#pings + 1) % 0x1_00_00_00_00
      this.#unanswered = this.#pings
      this.#send(frameTypes.ping, flags.syn, 0, this.#pings)
      this.#cancelTimer = this.#clock.after(pingAnswerSeconds * 1000, () => this.#end('the agent does not answer'))
    })
  }

  #fail(reason: string): void {
    this.#send(frameTypes.goAway, 0, 0, goAwayCodes.protocolError)
    this.#end(reason)
  }

  #end(reason: string): void {
    if (this.#over) return
    this.#over = true
    this.#cancelTimer()
    for (const stream of [...this.#streams.values()]) stream.broken(reason)
    this.#streams.clear()
    // What was written last, a farewell, still leaves; a peer that takes nothing is cut off.
    if (this.#carrier.writableLength > fullBytes) this.#carrier.destroy()
    else this.#carrier.end()
    this.#clock.after(5000, () => this.#carrier.destroy())
    this.onClose(reason)
  }
}
