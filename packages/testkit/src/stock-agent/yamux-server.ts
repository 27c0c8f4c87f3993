// The agent's side of yamux: takes streams that the server opens. Written from the frames' description alone, apart from
// the gateway's own.
import { Duplex } from 'node:stream'

const [data, update, ping, goAway] = [0, 1, 2, 3]
const [syn, ack, fin, rst] = [1, 2, 4, 8]
const window = 256 * 1024

class Stream extends Duplex {
  readonly id: number
  readonly #send: (type: number, flags: number, id: number, length: number, bytes?: Buffer) => void
  credit = window
  #granted = window
  #waiting: (() => void) | undefined

  constructor(id: number, send: Stream['send']) {
    super()
    this.id = id
    this.#send = send
    this.on('error', () => undefined)
  }

  get send() {
    return this.#send
  }

  arrived(bytes: Buffer): void {
    this.#granted -= bytes.length
    if (this.#granted < 0) throw new Error('the server sent more than it was allowed')
    this.push(bytes)
  }

  more(bytes: number): void {
    this.credit += bytes
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.()
  }

  override _read(): void {
    const owed = window - this.#granted - this.readableLength
    if (owed < window / 2) return
    this.#granted += owed
    this.#send(update, 0, this.id, owed)
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: () => void): void {
    const piece = chunk.subarray(0, Math.min(chunk.length, this.credit))
    this.credit -= piece.length
    if (piece.length > 0) this.#send(data, 0, this.id, piece.length, piece)
    if (piece.length === chunk.length) done()
    else this.#waiting = () => this._write(chunk.subarray(piece.length), encoding, done)
  }

  override _final(done: () => void): void {
    this.#send(update, fin, this.id, 0)
    done()
  }
}

/** Serves `carrier` until it ends; every stream that the server opens goes to `onStream`. */
export function serveYamux(carrier: Duplex, onStream: (stream: Duplex) => void): void {
  const streams = new Map<number, Stream>()
  let buffer = Buffer.alloc(0)
  const send = (type: number, flags: number, id: number, length: number, bytes?: Buffer): void => {
    const header = Buffer.alloc(12)
    header.writeUInt8(type, 1)
    header.writeUInt16BE(flags, 2)
    header.writeUInt32BE(id, 4)
    header.writeUInt32BE(length, 8)
    if (!carrier.destroyed) carrier.write(bytes ? Buffer.concat([header, bytes]) : header)
  }
  const frame = (type: number, flags: number, id: number, length: number, bytes: Buffer): void => {
    if (type === ping) {
      if ((flags & syn) !== 0) send(ping, ack, 0, length)
      return
    }
    if (type === goAway) {
      carrier.end()
      return
    }
    let stream = streams.get(id)
    if ((flags & syn) !== 0) {
      if (id % 2 === 0) throw new Error('the server opens streams with odd numbers')
      stream = new Stream(id, send)
      streams.set(id, stream)
      send(update, ack, id, 0)
      onStream(stream)
    }
    if (!stream) return
    if (type === update) stream.more(length)
    else if (bytes.length > 0) stream.arrived(bytes)
    if ((flags & fin) !== 0) stream.push(null)
    if ((flags & rst) !== 0) stream.destroy()
  }
  carrier.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk])
    while (buffer.length >= 12) {
      const [type, flags, id, length] = [
        buffer[1] ?? 0,
        buffer.readUInt16BE(2),
        buffer.readUInt32BE(4),
        buffer.readUInt32BE(8),
      ]
      const bytes = type === data ? length : 0
      if (buffer.length < 12 + bytes) return
      const payload = buffer.subarray(12, 12 + bytes)
      buffer = buffer.subarray(12 + bytes)
      frame(type, flags, id, length, payload)
    }
  })
  carrier.on('close', () => {
    for (const stream of streams.values()) stream.destroy()
  })
}
