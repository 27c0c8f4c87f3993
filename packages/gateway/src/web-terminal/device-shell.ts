// What runs behind a browser's terminal: a login shell on the device, on a stream of the link.
import type { ResetReason, StreamMessage } from '@sshore/contract'
import type { Clock, LinkStream, StreamHandler } from '@sshore/link'
import type { Admission } from '../authentication/gatekeeper.ts'
import { startDeadline } from '../channels/start-deadline.ts'
import type { Size } from './viewer.ts'

export type ShellEnding =
  /** Neither code nor signal: the device did not say. */
  | { readonly kind: 'exited'; readonly code?: number; readonly signal?: string; readonly message: string }
  /** It never ran. */
  | { readonly kind: 'refused'; readonly reason: ResetReason | undefined; readonly detail: string }
  | { readonly kind: 'broken'; readonly reason: ResetReason; readonly detail: string }

export interface ShellListener {
  onOpened(): void
  onOutput(bytes: Uint8Array): void
  /** There is room for input again. */
  onRoom(): void
  /** Once; nothing follows. */
  onOver(ending: ShellEnding): void
}

const startSeconds = 30

/** A browser speaks UTF-8. Where the device has a language of its own, that stays. */
const environment = { LANG: 'C.UTF-8' }

export class DeviceShell {
  readonly #listener: ShellListener
  readonly #stream: LinkStream
  readonly #cancelDeadline: () => void
  #opened = false
  #ended = false
  #exit: Extract<ShellEnding, { kind: 'exited' }> | undefined
  #over = false

  constructor({ login, permits }: Admission, term: string, size: Size, clock: Clock, listener: ShellListener) {
    this.#listener = listener
    const { forcedCommand: command } = permits
    const program = command === undefined ? ({ kind: 'shell' } as const) : ({ kind: 'exec', command } as const)
    const terminal = { term, ...size, widthPixels: 0, heightPixels: 0, modes: { IUTF8: 1 } }
    const header = { kind: 'session', login: login.id, program, environment, terminal } as const
    this.#stream = login.link.open(header, this.#handler())
    this.#cancelDeadline = startDeadline(clock, login.link, startSeconds, () =>
      this.#stream.reset('fault', `it gave no answer for ${startSeconds} seconds`),
    )
  }

  /** False: no room; `onRoom` follows. What was given is kept all the same. */
  write(bytes: Uint8Array): boolean {
    return this.#over || this.#stream.write(bytes)
  }

  resize({ columns, rows }: Size): void {
    if (!this.#over) this.#stream.message({ type: 'resize', columns, rows, widthPixels: 0, heightPixels: 0 })
  }

  /** Output was passed on. */
  consumed(bytes: number): void {
    this.#stream.consumed(bytes)
  }

  /** Hangs up; `onOver` does not follow. */
  stop(): void {
    if (this.#over) return
    this.#over = true
    this.#cancelDeadline()
    this.#stream.reset('closed', 'the terminal was closed')
  }

  #handler(): StreamHandler {
    return {
      onData: (bytes) => (this.#over ? this.#stream.consumed(bytes.length) : this.#listener.onOutput(bytes)),
      onMessage: (message) => this.#hear(message),
      onEnd: () => {
        this.#ended = true
        this.#finish()
      },
      onDrain: () => {
        if (!this.#over) this.#listener.onRoom()
      },
      onClose: (reason, detail) => this.#closed(reason, detail),
    }
  }

  #hear(message: StreamMessage): void {
    if (this.#over) return
    if (message.type === 'opened' && !this.#opened) {
      this.#opened = true
      this.#cancelDeadline()
      this.#listener.onOpened()
    } else if (message.type === 'exit-status') {
      this.#exit ??= { kind: 'exited', code: message.code, message: '' }
      this.#finish()
    } else if (message.type === 'exit-signal') {
      this.#exit ??= { kind: 'exited', signal: message.name, message: message.message }
      this.#finish()
    }
  }

  #finish(): void {
    if (!this.#ended || !this.#exit || this.#over) return
    this.#stream.close()
    this.#tell(this.#exit)
  }

  #closed(reason: ResetReason | undefined, detail: string): void {
    if (this.#over) return
    if (!this.#opened) this.#tell({ kind: 'refused', reason, detail })
    else if (this.#exit || reason === undefined) this.#tell(this.#exit ?? { kind: 'exited', message: '' })
    else this.#tell({ kind: 'broken', reason, detail })
  }

  #tell(ending: ShellEnding): void {
    this.#over = true
    this.#cancelDeadline()
    this.#listener.onOver(ending)
  }
}
