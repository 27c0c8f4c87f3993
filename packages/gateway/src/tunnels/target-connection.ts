// One connection that a device made for a tunnel, lent from request to request.
import type { ResetReason } from '@sshore/contract'
import { type EndOfTurn, GatheredStream, type Link, type LinkStream } from '@sshore/link'

export interface ConnectionUser {
  /** Give the bytes back with `consumed`. */
  onData(bytes: Buffer): void
  /** There is room again. */
  onDrain(): void
  /** The service sends no more. */
  onEnd(): void
  /** Broken off, or never made. */
  onClose(reason: ResetReason | undefined, detail: string): void
}

export class TargetConnection {
  readonly link: Link
  readonly #stream: LinkStream
  #user: ConnectionUser | undefined
  #usable = true
  #uses = 0
  /** Set by the pool while nobody uses it. */
  onSpoilt: () => void = () => {}

  constructor(link: Link, host: string, port: number, turn: EndOfTurn) {
    this.link = link
    this.#stream = new GatheredStream(
      link.open(
        { kind: 'tunnel', host, port },
        {
          onData: (chunk) => {
            const user = this.#user
            // A view that the link never writes into again.
            if (user) user.onData(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
            else {
              this.#stream.consumed(chunk.byteLength)
              this.spoil('it spoke without being asked')
            }
          },
          onMessage: () => undefined,
          onDrain: () => this.#user?.onDrain(),
          onEnd: () => {
            this.#usable = false
            if (this.#user) this.#user.onEnd()
            else this.spoil('')
          },
          onPeerClose: () => {
            this.#usable = false
          },
          onClose: (reason, detail) => this.#closed(reason, detail),
        },
      ),
      turn,
    )
  }

  /** Whether it served a request before, so that the service may be about to close it. */
  get reused(): boolean {
    return this.#uses > 1
  }

  get usable(): boolean {
    return this.#usable && this.link.connected
  }

  use(user: ConnectionUser): void {
    this.#user = user
    this.#uses += 1
  }

  leave(): void {
    this.#user = undefined
  }

  /** False: stop until `onDrain`. */
  write(bytes: Uint8Array): boolean {
    return this.#stream.write(bytes)
  }

  consumed(bytes: number): void {
    this.#stream.consumed(bytes)
  }

  /** What was written arrives still. */
  close(): void {
    this.#usable = false
    this.#stream.close()
  }

  /** At once. Its user hears nothing any more. */
  spoil(detail: string): void {
    this.#user = undefined
    this.#usable = false
    this.#stream.reset('closed', detail)
    this.onSpoilt()
  }

  #closed(reason: ResetReason | undefined, detail: string): void {
    this.#usable = false
    const user = this.#user
    this.#user = undefined
    if (user) user.onClose(reason, detail)
    else this.onSpoilt()
  }
}
