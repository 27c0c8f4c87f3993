// What is typed, on its way to the device: acknowledged once there is room for it, so that a browser never has more on
// the way than the device can be told to take, and knows what was lost with a connection.
import { webTerminal } from '@sshore/contract'
import type { Viewer } from './viewer.ts'

/** Keystrokes are not worth a message each. */
const ackBytes = 16 * 1024

export class Input {
  readonly #write: (bytes: Uint8Array) => boolean
  #received = 0
  #acknowledged = 0
  #hasRoom = true
  #viewer: Viewer | undefined

  /** `write` tells whether there is room for more. */
  constructor(write: (bytes: Uint8Array) => boolean) {
    this.#write = write
  }

  /** Bytes that came in this session; what a new viewer counts from. */
  get received(): number {
    return this.#received
  }

  set viewer(viewer: Viewer | undefined) {
    this.#viewer = viewer
    this.#acknowledged = this.#received
    if (viewer && !this.#hasRoom) this.#hold(viewer)
  }

  take(viewer: Viewer, bytes: Uint8Array): void {
    this.#received += bytes.length
    if (this.#received - this.#acknowledged > webTerminal.inputWindowBytes && viewer.dialect === 'ours') {
      viewer.refuse('more input than it may')
      return
    }
    this.#hasRoom = this.#write(bytes)
    if (!this.#hasRoom) this.#hold(viewer)
    else if (this.#received - this.#acknowledged >= ackBytes) this.#acknowledge()
  }

  /** The device takes more. */
  room(): void {
    this.#hasRoom = true
    if (this.#viewer?.dialect === 'older') this.#viewer.resume()
    this.#acknowledge()
  }

  /** Older clients know no limit: nothing is read from them for a while. Their output needs no answers of theirs. */
  #hold(viewer: Viewer): void {
    if (viewer.dialect === 'older') viewer.pause()
  }

  #acknowledge(): void {
    if (this.#acknowledged === this.#received) return
    this.#acknowledged = this.#received
    this.#viewer?.tell({ type: 'ack', received: this.#received })
  }
}
