// A network path in memory for the tests of this package: a rate, a delay, and a queue as deep as it gets.
import type { Clock, LinkSocket } from './link.ts'

export interface PathOptions {
  readonly clock: Clock
  readonly delayMilliseconds: number
  readonly bytesPerMillisecond: number | (() => number)
  /** Both ends look at what arrived only so often, as processes of a busy machine do. */
  readonly turnMilliseconds?: () => number
}

export interface Path {
  readonly near: LinkSocket
  readonly far: LinkSocket
  /** Loses both ends and everything on its way. `silently`: nobody is told, as when a cable is pulled. */
  cut(silently?: boolean): void
  /** Messages carried so far, both directions. */
  readonly carried: { messages: number; bytes: number }
}

class PathEnd implements LinkSocket {
  onMessage: (message: Uint8Array) => void = () => undefined
  onClose: (code: number, reason: string) => void = () => undefined
  readonly bufferedBytes = 0
  alive = true
  peer: PathEnd | undefined
  readonly #options: PathOptions
  readonly #carried: { messages: number; bytes: number }
  #busyUntil = 0

  constructor(options: PathOptions, carried: { messages: number; bytes: number }) {
    this.#options = options
    this.#carried = carried
  }

  send(message: Uint8Array): void {
    if (!this.alive) return
    const { clock, delayMilliseconds, bytesPerMillisecond, turnMilliseconds } = this.#options
    this.#carried.messages += 1
    this.#carried.bytes += message.length
    const rate = typeof bytesPerMillisecond === 'number' ? bytesPerMillisecond : bytesPerMillisecond()
    this.#busyUntil = Math.max(this.#busyUntil, clock.now()) + message.length / rate
    const copy = message.slice()
    const arrival = this.#busyUntil + delayMilliseconds
    const turn = turnMilliseconds?.() ?? 0
    const seen = turn === 0 ? arrival : Math.ceil(arrival / turn) * turn
    clock.after(seen - clock.now(), () => {
      if (this.peer?.alive === true) this.peer.onMessage(copy)
    })
  }

  close(code: number, reason: string): void {
    if (!this.alive) return
    this.alive = false
    const { clock, delayMilliseconds } = this.#options
    clock.after(Math.max(0, this.#busyUntil - clock.now()) + delayMilliseconds, () => this.peer?.closed(code, reason))
  }

  closed(code: number, reason: string): void {
    if (!this.alive) return
    this.alive = false
    this.onClose(code, reason)
  }
}

export const networkPath = (options: PathOptions): Path => {
  const carried = { messages: 0, bytes: 0 }
  const near = new PathEnd(options, carried)
  const far = new PathEnd(options, carried)
  near.peer = far
  far.peer = near
  return {
    near,
    far,
    carried,
    cut: (silently = false) => {
      for (const end of [near, far]) {
        if (!silently) end.closed(1006, 'cut')
        // Deaf and mute, but still open as far as its owner can tell.
        else end.peer = undefined
      }
    },
  }
}
