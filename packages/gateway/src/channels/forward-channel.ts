// A `direct-tcpip` channel (RFC 4254 section 7.2): a TCP connection made from the device.
import type { ResetReason } from '@sshore/contract'
import type { LinkStream } from '@sshore/link'
import { oneLine } from '../plain-text.ts'
import type { Channel, ChannelHandler } from '../ssh/channel.ts'
import type { ChannelRequest } from '../ssh/connection-service.ts'
import { openFailure } from '../ssh/message-numbers.ts'
import type { Reader } from '../ssh/wire.ts'
import { Pump } from './pump.ts'
import type { SessionContext } from './session-channel.ts'
import { startDeadline } from './start-deadline.ts'
import { dialFailure } from './stream-failures.ts'

/** A little more than the device itself allows a connection. */
const dialSeconds = 20
/** For what the client sent before it closed the channel to arrive; then a target that never ends is left. */
const lingerSeconds = 60

export class ForwardChannel implements ChannelHandler {
  readonly #request: ChannelRequest
  readonly #stream: LinkStream
  readonly #context: SessionContext
  #channel: Channel | undefined
  #pump: Pump | undefined
  #clientEnded = false
  #deviceEnded = false
  #over = false
  readonly #cancelDeadline: () => void
  #cancelLinger: () => void = () => {}

  private constructor(request: ChannelRequest, context: SessionContext, target: DialTarget) {
    this.#request = request
    this.#context = context
    request.onAbandoned = () => this.onClose()
    this.#stream = context.login.link.open(
      { kind: 'dial', login: context.login.id, ...target },
      {
        onData: (chunk, lane) => this.#pump?.fromDevice(chunk, lane),
        onMessage: (message) => {
          if (message.type === 'opened') this.#opened()
        },
        onEnd: () => {
          this.#deviceEnded = true
          this.#channel?.eof()
          this.#finish()
        },
        onDrain: () => this.#pump?.linkDrained(),
        onClose: (reason, detail) => this.#streamClosed(reason, detail),
      },
    )
    const { clock, login, log } = context
    this.#cancelDeadline = startDeadline(clock, login.link, dialSeconds, () => {
      log.warn('the device did not say whether a connection stands')
      this.#stream.reset('connect_failed', `the device gave no answer for ${dialSeconds} seconds`)
    })
  }

  /** Dials what `fields` name and answers the request once the device has. */
  static open(request: ChannelRequest, fields: Reader, context: SessionContext): void {
    const host = fields.text()
    const port = fields.uint32()
    const origin = { address: oneLine(fields.text(), 255), port: Math.min(fields.uint32(), 65_535) }
    if (host.length === 0 || host.length > 255 || port < 1 || port > 65_535) {
      request.refuse(openFailure.connectFailed, 'not a host and port')
      return
    }
    context.record.noteEvent('direct-tcpip')
    // The stream's handler keeps it alive; nobody else needs the reference.
    void new ForwardChannel(request, context, { host, port, origin })
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

  onClose(): void {
    if (this.#over) return
    this.#over = true
    this.#cancelDeadline()
    this.#pump?.stop()
    // After an orderly end what the client sent must still arrive; a reset would drop it from the queue.
    if (this.#clientEnded) {
      this.#stream.close()
      const late = (): void => this.#stream.reset('closed', 'the client closed the channel')
      this.#cancelLinger = this.#context.clock.after(lingerSeconds * 1000, late)
    } else this.#stream.reset('closed', 'the client closed the channel')
  }

  #opened(): void {
    if (this.#channel || this.#over) return
    this.#cancelDeadline()
    const channel = this.#request.accept()
    this.#channel = channel
    this.#pump = new Pump(channel, this.#stream, this.#context.traffic)
    channel.serve(this)
  }

  #finish(): void {
    if (!this.#clientEnded || !this.#deviceEnded || this.#over) return
    this.#over = true
    this.#pump?.stop()
    this.#stream.close()
    this.#channel?.close()
  }

  #streamClosed(reason: ResetReason | undefined, detail: string): void {
    this.#cancelLinger()
    if (this.#over) return
    this.#over = true
    this.#cancelDeadline()
    this.#pump?.stop()
    if (this.#channel) {
      this.#channel.close()
      return
    }
    const failure = dialFailure(reason, oneLine(detail))
    this.#request.refuse(failure.reason, failure.text)
  }
}

interface DialTarget {
  readonly host: string
  readonly port: number
  readonly origin: { readonly address: string; readonly port: number }
}
