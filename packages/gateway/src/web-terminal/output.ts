// The output of one session on its way to whoever looks at it. A browser that is there decides how fast it comes; while
// none is, the program goes on and its output is kept, as far back as there is room, and as a screen beyond.
import { webTerminal } from '@sshore/contract'
import { History } from './history.ts'
import type { Screen, Screens } from './screens.ts'
import type { Size, Viewer } from './viewer.ts'

export interface OutputOptions {
  readonly size: Size
  /** Bytes of the device were passed on; it may send as many more. */
  readonly onConsumed: (bytes: number) => void
  readonly screens: Pick<Screens, 'open'>
  /** All of it was passed on. */
  readonly onDrained: () => void
}

/** What a browser has to be told before output follows. */
export interface Restored {
  /** Offset from which on output follows. */
  readonly received: number
  /** To be shown first; undefined when nothing was missed that is not kept. */
  readonly screen: string | undefined
}

/** Passed on at a time, so that a browser's first answer comes soon. */
const pieceBytes = 16 * 1024
/** What waits for the screen. More has to wait on the device, unless somebody looks: then the screen leaves some out. */
const screenWaitsBytes = 128 * 1024
/** CAN: breaks off the control sequence that it may be in (ECMA-48 section 8.3.6). */
const cancel = Buffer.from([0x18])

interface Piece {
  readonly bytes: Uint8Array
  /** The device's, to be credited for. */
  readonly credited: boolean
}

export class Output implements Disposable {
  readonly #options: OutputOptions
  readonly #history = new History(webTerminal.windowBytes)
  readonly #waiting: Piece[] = []
  #size: Size
  #screen: Screen | undefined
  /** Offset up to which the screen was fed. */
  #fed = 0
  /** The screen has not seen all that came before what it is fed next. */
  #leftOut = false
  #viewer: Viewer | undefined
  #restoring = false

  constructor(options: OutputOptions) {
    this.#options = options
    this.#size = options.size
  }

  /** Whoever looks was sent everything. */
  get showsAll(): boolean {
    return this.#waiting.length === 0 && !this.#restoring
  }

  fromDevice(bytes: Uint8Array): void {
    this.#waiting.push({ bytes, credited: true })
    this.pump()
  }

  /** Text of the gateway's own. */
  add(text: string): void {
    this.#waiting.push({ bytes: Buffer.from(text), credited: false })
    this.pump()
  }

  resize(size: Size): void {
    this.#size = size
    this.#screen?.resize(size)
  }

  /** Nobody looks any more. */
  detach(): void {
    this.#viewer = undefined
    this.#restoring = false
    this.pump()
  }

  /**
   * Nothing is passed on until `begin`. `received` is what the viewer has seen; undefined: it has nothing left. Resolves
   * with undefined when another viewer came meanwhile, or this one went.
   */
  async attach(viewer: Viewer, received: number | undefined): Promise<Restored | undefined> {
    this.#viewer = viewer
    this.#restoring = true
    if (received !== undefined && this.#history.from(received)) return { received, screen: undefined }
    const screen = await this.#wholeScreen()
    if (this.#viewer !== viewer) return undefined
    // Without a screen, the last output is what there is to show.
    return screen === undefined
      ? { received: this.#history.start, screen: '' }
      : { received: this.#history.end, screen }
  }

  /** Sends what the viewer has missed, and then what comes. */
  begin(received: number): void {
    this.#restoring = false
    this.#viewer?.startAt(received)
    const missed = this.#history.from(received)
    if (missed && missed.length > 0) this.#viewer?.send(missed)
    this.pump()
  }

  /** Passes on what there is room for. */
  pump(): void {
    const had = this.#waiting.length > 0
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const room = Math.min(this.#roomBytes, pieceBytes)
      if (room <= 0) return
      const bytes = next.bytes.subarray(0, room)
      if (bytes.length === next.bytes.length) this.#waiting.shift()
      else this.#waiting[0] = { bytes: next.bytes.subarray(room), credited: next.credited }
      this.#pass(bytes)
      if (next.credited) this.#options.onConsumed(bytes.length)
    }
    if (had) this.#options.onDrained()
  }

  [Symbol.dispose](): void {
    this.#viewer = undefined
    this.#waiting.length = 0
    this.#screen?.[Symbol.dispose]()
  }

  get #roomBytes(): number {
    if (this.#restoring) return 0
    if (this.#viewer) return this.#viewer.roomBytes
    return this.#screenIsBusy ? 0 : pieceBytes
  }

  #pass(bytes: Uint8Array): void {
    const { start } = this.#history
    const gone = this.#history.append(bytes)
    const unfed = gone.subarray(Math.max(0, this.#fed - start))
    if (unfed.length > 0 && this.#screenIsBusy) this.#leaveOut(unfed)
    else if (unfed.length > 0) this.#feed(unfed)
    this.#viewer?.send(bytes)
  }

  get #screenIsBusy(): boolean {
    return (this.#screen?.waitingBytes ?? 0) > screenWaitsBytes
  }

  /** Nobody in front of a terminal waits for what only a lost one would need. */
  #leaveOut(bytes: Uint8Array): void {
    this.#fed += bytes.length
    this.#leftOut = true
  }

  #feed(bytes: Uint8Array): Screen {
    this.#screen ??= this.#options.screens.open(this.#size, () => this.pump())
    if (this.#leftOut) this.#screen.feed(cancel)
    this.#leftOut = false
    this.#screen.feed(bytes)
    this.#fed += bytes.length
    return this.#screen
  }

  #wholeScreen(): Promise<string | undefined> {
    return this.#feed(this.#history.from(this.#fed) ?? Buffer.alloc(0)).read()
  }
}
