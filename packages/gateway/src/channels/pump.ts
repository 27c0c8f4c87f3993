// Carries bytes between an SSH channel and a stream of the link. Neither side is promised room before the other has
// taken the bytes, so a reader that stops, at either end, stops the writer at the other and no buffer grows.
import { type Lane, lanes, type LinkStream } from '@sshore/link'
import type { SeatRecorder } from '../recording/seat-recorder.ts'
import type { Channel } from '../ssh/channel.ts'

/** Totals over all channels, for metrics. */
export interface Traffic {
  fromClients(bytes: number): void
  fromDevices(bytes: number): void
}

export class Pump {
  readonly #channel: Channel
  readonly #stream: LinkStream
  readonly #traffic: Traffic
  readonly #recorder: SeatRecorder | undefined
  /** Taken from the client while the link had no room. */
  #notGranted = 0
  /** Bytes of ours in the channel; the device must not get credit for them. Counted off first, wherever they stand. */
  #own = 0
  /** The device's bytes that wait in the channel. */
  #unsent = 0
  #readerGone = false
  #over = false

  constructor(channel: Channel, stream: LinkStream, traffic: Traffic, recorder?: SeatRecorder) {
    this.#channel = channel
    this.#stream = stream
    this.#traffic = traffic
    this.#recorder = recorder
  }

  fromClient(chunk: Buffer): void {
    this.#traffic.fromClients(chunk.length)
    this.#recorder?.input(chunk.length)
    if (this.#over || this.#stream.write(chunk)) this.#channel.grant(chunk.length)
    else this.#notGranted += chunk.length
  }

  /** The link has room again. */
  linkDrained(): void {
    const bytes = this.#notGranted
    this.#notGranted = 0
    if (bytes > 0) this.#channel.grant(bytes)
  }

  fromDevice(chunk: Uint8Array, lane: Lane): void {
    this.#traffic.fromDevices(chunk.length)
    if (this.#over || (this.#readerGone && lane !== lanes.error)) {
      this.#stream.consumed(chunk.length)
      return
    }
    this.#unsent += chunk.length
    this.#recorder?.output(chunk)
    this.#channel.write(chunk, lane === lanes.error)
  }

  /** The client has closed its standard output: what waits for it, and what still comes, is dropped. */
  readerGone(): void {
    if (this.#readerGone) return
    this.#readerGone = true
    this.sent(this.#channel.dropOutput())
  }

  /** Text of the gateway's own, ahead of everything the device sends from now on. */
  insert(text: string): void {
    const bytes = Buffer.from(text)
    this.#own += bytes.length
    this.#recorder?.output(bytes)
    this.#channel.write(bytes)
  }

  /** The channel passed bytes on. */
  sent(bytes: number): void {
    const own = Math.min(bytes, this.#own)
    this.#own -= own
    this.#credit(bytes - own)
  }

  /**
   * Nothing more is carried: what still comes from either side is dropped, and its room given back. What waits in the
   * channel counts as memory of the device's namespace until it is sent.
   */
  stop(): void {
    if (this.#over) return
    this.#over = true
    this.linkDrained()
    this.#stream.keep?.()
  }

  /** The channel is gone, and what waited in it. */
  drop(): void {
    this.stop()
    this.#credit(this.#unsent)
  }

  #credit(bytes: number): void {
    const owed = Math.min(bytes, this.#unsent)
    this.#unsent -= owed
    if (owed === 0) return
    const give = (): void => this.#stream.consumed(owed)
    if (this.#recorder) this.#recorder.withhold(give)
    else give()
  }
}
