// One stream of a yamux session, as a stream of Node.
import { Duplex } from 'node:stream'
import { flags, frameTypes, initialWindowBytes } from './frames.ts'

/** What a stream needs of its session. */
export interface YamuxStreamOwner {
  /** False: the connection is full; `YamuxStream.room` is called when it is not any more. */
  send(type: number, flag: number, stream: number, data: Buffer): boolean
  update(flag: number, stream: number, bytes: number): void
  done(stream: YamuxStream): void
}

/** The agent may have so many bytes on the way or waiting here: enough for 40 MB/s over 25 ms. */
const windowBytes = 1024 * 1024
/** Small enough that streams of one session take turns. */
const frameBytesMost = 32 * 1024
const creditMost = 0xff_ff_ff_ff

export class YamuxStream extends Duplex {
  readonly id: number
  readonly #owner: YamuxStreamOwner
  /** What the agent may still send. */
  #granted = initialWindowBytes
  #credit = initialWindowBytes
  #waiting: { readonly bytes: Buffer; readonly done: () => void } | undefined
  #localEnd = false
  #remoteEnd = false

  constructor(id: number, owner: YamuxStreamOwner) {
    super({ allowHalfOpen: true, readableHighWaterMark: windowBytes / 4, writableHighWaterMark: frameBytesMost })
    this.id = id
    this.#owner = owner
    owner.update(flags.syn, id, 0)
  }

  /** False: more than was granted. */
  receive(bytes: Buffer): boolean {
    if (bytes.length > this.#granted || this.#remoteEnd) return false
    this.#granted -= bytes.length
    this.push(bytes)
    return true
  }

  /** The agent takes so many bytes more. False: an impossible number. */
  credit(bytes: number): boolean {
    this.#credit += bytes
    if (this.#credit > creditMost) return false
    this.room()
    return true
  }

  /** There may be room on the connection again. */
  room(): void {
    const waiting = this.#waiting
    if (!waiting) return
    this.#waiting = undefined
    this.#send(waiting.bytes, waiting.done)
  }

  remoteEnded(): void {
    if (this.#remoteEnd) return
    this.#remoteEnd = true
    this.push(null)
    this.#finish()
  }

  /** Ended by the agent, or with the session; nothing is sent any more. */
  broken(reason: string): void {
    this.#localEnd = true
    this.#remoteEnd = true
    this.destroy(new Error(reason))
  }

  override _read(): void {
    const owed = windowBytes - this.#granted - this.readableLength
    if (owed < windowBytes / 2 || this.#remoteEnd) return
    this.#granted += owed
    this.#owner.update(0, this.id, owed)
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk, done)
  }

  override _final(done: () => void): void {
    this.#localEnd = true
    this.#owner.update(flags.fin, this.id, 0)
    this.#finish()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#localEnd || !this.#remoteEnd) this.#owner.update(flags.rst, this.id, 0)
    this.#waiting = undefined
    this.#owner.done(this)
    done(error)
  }

  #finish(): void {
    if (this.#localEnd && this.#remoteEnd) this.#owner.done(this)
  }

  #send(bytes: Buffer, done: () => void): void {
    let at = 0
    let room = true
    while (at < bytes.length && this.#credit > 0 && room) {
      const piece = bytes.subarray(at, at + Math.min(frameBytesMost, this.#credit))
      this.#credit -= piece.length
      at += piece.length
      room = this.#owner.send(frameTypes.data, 0, this.id, piece)
    }
    if (at < bytes.length) this.#waiting = { bytes: bytes.subarray(at), done }
    else done()
  }
}
