// One forwarded connection: an SSH channel and a stream of the device, whichever stands first.
import type { ResetReason, StreamHeader } from '@sshore/contract'
import type { Lane, LinkStream } from '@sshore/link'
import type { Channel, ChannelHandler } from '../ssh/channel.ts'
import { Pump } from './pump.ts'
import type { SessionContext } from './session-channel.ts'
import { startDeadline } from './start-deadline.ts'

/** A little more than the device itself allows a connection. */
const openSeconds = 20
/** For a device to take what the client sent before it closed the channel. */
const lingerSeconds = 60

export interface PassageEvents {
  /** The device's side stands. */
  onOpened(): void
  /** It will not. */
  onFailed(reason: ResetReason | undefined, detail: string): void
}

export class ForwardPassage implements ChannelHandler {
  readonly #stream: LinkStream
  readonly #context: SessionContext
  readonly #events: PassageEvents
  readonly #early: { readonly chunk: Uint8Array; readonly lane: Lane }[] = []
  #channel: Channel | undefined
  #pump: Pump | undefined
  #opened = false
  #clientEnded = false
  #deviceEnded = false
  /** The device is done with its side: its connection is gone. */
  #deviceClosed = false
  #over = false
  readonly #cancelDeadline: () => void
  #cancelLinger: () => void = () => {}

  constructor(header: StreamHeader, context: SessionContext, events: PassageEvents) {
    this.#context = context
    this.#events = events
    const { clock, login, log } = context
    this.#stream = login.link.open(header, {
      onData: (chunk, lane) => {
        if (this.#pump) this.#pump.fromDevice(chunk, lane)
        else if (this.#over) this.#stream.consumed(chunk.length)
        else this.#early.push({ chunk, lane })
      },
      onMessage: (message) => {
        if (message.type !== 'opened' || this.#opened || this.#over) return
        this.#opened = true
        this.#cancelDeadline()
        events.onOpened()
      },
      onEnd: () => {
        this.#deviceEnded = true
        this.#channel?.eof()
        this.#finish()
      },
      onPeerClose: () => {
        this.#deviceClosed = true
        this.#finish()
      },
      onDrain: () => this.#pump?.linkDrained(),
      onClose: (reason, detail) => this.#streamClosed(reason, detail),
    })
    this.#cancelDeadline = startDeadline(clock, login.link, openSeconds, () => {
      log.warn({ kind: header.kind }, 'the device did not say whether a connection stands')
      this.#stream.reset('connect_failed', `the device gave no answer for ${openSeconds} seconds`)
    })
  }

  /** The client's side stands. */
  attach(channel: Channel): void {
    this.#channel = channel
    if (this.#over) {
      channel.close()
      return
    }
    const pump = new Pump(channel, this.#stream, this.#context.traffic)
    this.#pump = pump
    channel.serve(this)
    for (const { chunk, lane } of this.#early.splice(0)) pump.fromDevice(chunk, lane)
    if (this.#deviceEnded) channel.eof()
    this.#finish()
  }

  onRequest(): boolean {
    return false
  }

  onData(chunk: Buffer): void {
    this.#pump?.fromClient(chunk)
  }

  onEof(): void {
    if (this.#over) return
    this.#clientEnded = true
    this.#stream.end()
    this.#finish()
  }

  onSent(bytes: number): void {
    this.#pump?.sent(bytes)
  }

  /** The client closed the channel, or there will be none. What it sent before is still passed on, as sshd does. */
  onClose(): void {
    this.#pump?.drop()
    if (this.#over) return
    this.#over = true
    this.#cancelDeadline()
    this.#dropEarly()
    if (!this.#opened || !this.#channel) {
      this.#stream.reset('closed', 'the client closed the channel')
      return
    }
    this.#stream.close()
    const late = (): void => this.#stream.reset('closed', 'the client closed the channel')
    this.#cancelLinger = this.#context.clock.after(lingerSeconds * 1000, late)
  }

  #finish(): void {
    const done = this.#deviceClosed || (this.#clientEnded && this.#deviceEnded)
    if (!done || !this.#channel || this.#over) return
    this.#over = true
    this.#pump?.stop()
    this.#channel.eof()
    this.#stream.close()
    this.#channel.close()
  }

  #streamClosed(reason: ResetReason | undefined, detail: string): void {
    this.#cancelLinger()
    if (this.#over) return
    this.#over = true
    this.#cancelDeadline()
    this.#pump?.stop()
    this.#dropEarly()
    this.#channel?.close()
    if (!this.#opened) this.#events.onFailed(reason, detail)
  }

  #dropEarly(): void {
    for (const { chunk } of this.#early.splice(0)) this.#stream.consumed(chunk.length)
  }
}
