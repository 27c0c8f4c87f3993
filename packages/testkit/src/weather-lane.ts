// One direction of a connection through bad weather: bytes wait for a line of limited rate, then travel for a while.
import type { Socket } from 'node:net'

export interface Line {
  /** One way. */
  readonly latencyMilliseconds: number
  /** Up to so much more, different for every piece; pieces keep their order, as in TCP. */
  readonly jitterMilliseconds: number
  /** In each direction. */
  readonly bytesPerSecond: number
}

interface Piece {
  readonly arrivesAt: number
  /** Undefined: the end of the bytes. */
  readonly bytes: Buffer | undefined
}

/** What may wait for the line before the sender is held back, as in a router's queue. */
const waitingMilliseconds = 100
/** Bytes on their way in one piece: about so many milliseconds of the line. */
const pieceMilliseconds = 4

export class WeatherLane {
  readonly #from: Socket
  readonly #to: Socket
  readonly #line: () => Line
  readonly #pieces: Piece[] = []
  #lineFreeAt = 0
  #lastArrival = 0
  #timer: NodeJS.Timeout | undefined
  #lineTimer: NodeJS.Timeout | undefined
  #held = false
  #lost = false

  constructor(from: Socket, to: Socket, line: () => Line) {
    this.#from = from
    this.#to = to
    this.#line = line
    from.on('data', (bytes) => this.#enter(bytes))
    from.once('end', () => this.#push(undefined, performance.now()))
  }

  /** Nothing arrives until `release`; what was sent meanwhile arrives then. */
  hold(): void {
    this.#held = true
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  release(): void {
    this.#held = false
    this.#deliver()
  }

  /** Whatever is on its way or still to come vanishes. */
  lose(): void {
    this.#lost = true
    this.#pieces.length = 0
    clearTimeout(this.#timer)
  }

  /** The sender is gone: its end arrives after everything else. */
  end(): void {
    this.#push(undefined, performance.now())
  }

  stop(): void {
    this.lose()
    clearTimeout(this.#lineTimer)
  }

  #enter(bytes: Buffer): void {
    if (this.#lost) return
    const { bytesPerSecond } = this.#line()
    const now = performance.now()
    const pieceBytes = Math.max(1500, Math.round((bytesPerSecond * pieceMilliseconds) / 1000))
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes)
      this.#lineFreeAt = Math.max(this.#lineFreeAt, now) + (piece.length / bytesPerSecond) * 1000
      this.#push(piece, this.#lineFreeAt)
    }
    const ahead = this.#lineFreeAt - now
    if (ahead > waitingMilliseconds) this.#rest(ahead - waitingMilliseconds / 2)
  }

  #rest(milliseconds: number): void {
    this.#from.pause()
    this.#lineTimer = setTimeout(() => this.#from.resume(), milliseconds)
  }

  #push(bytes: Buffer | undefined, leavesAt: number): void {
    if (this.#lost) return
    const { latencyMilliseconds, jitterMilliseconds } = this.#line()
    const arrivesAt = Math.max(this.#lastArrival, leavesAt + latencyMilliseconds + Math.random() * jitterMilliseconds)
    this.#lastArrival = arrivesAt
    this.#pieces.push({ arrivesAt, bytes })
    if (!this.#held) this.#schedule()
  }

  #schedule(): void {
    const first = this.#pieces[0]
    if (first === undefined || this.#timer !== undefined) return
    this.#timer = setTimeout(() => this.#deliver(), Math.max(0, first.arrivesAt - performance.now()))
  }

  #deliver(): void {
    this.#timer = undefined
    if (this.#held || this.#lost) return
    const now = performance.now()
    const due = this.#pieces.findIndex((piece) => piece.arrivesAt > now + 0.5)
    for (const { bytes } of this.#pieces.splice(0, due === -1 ? this.#pieces.length : due)) {
      if (this.#to.destroyed) continue
      if (bytes === undefined) this.#to.end()
      else this.#to.write(bytes)
    }
    this.#schedule()
  }
}
