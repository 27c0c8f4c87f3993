// What a stream has yet to send, in order: bytes, messages, the end of its bytes, its close.
import { Fifo } from './fifo.ts'
import { type FrameBatch, type FrameType, frameTypes } from './frames.ts'
import { type Lane, lanes } from './link.ts'

interface Item {
  readonly type: FrameType
  payload: Uint8Array
  /** The memory of a payload that grows: small chunks that waited behind something were copied into it. */
  room?: Uint8Array
}

/** Larger chunks are worth an item of their own. */
const smallBytes = 4 * 1024
const joinedBytes = 16 * 1024
const firstRoomBytes = 256

/** False when the item has no room for it. What was emitted of the item is never written over. */
function joins(item: Item, chunk: Uint8Array): boolean {
  const { payload, room } = item
  if (room === undefined) return false
  const start = payload.byteOffset - room.byteOffset
  const end = start + payload.length
  if (end + chunk.length <= room.length) {
    room.set(chunk, end)
    item.payload = room.subarray(start, end + chunk.length)
    return true
  }
  const length = payload.length + chunk.length
  if (length > joinedBytes) return false
  const grown = new Uint8Array(Math.min(joinedBytes, length * 2))
  grown.set(payload)
  grown.set(chunk, payload.length)
  item.room = grown
  item.payload = grown.subarray(0, length)
  return true
}

function copied(type: FrameType, chunk: Uint8Array): Item {
  const room = new Uint8Array(Math.max(firstRoomBytes, chunk.length))
  room.set(chunk)
  return { type, payload: room.subarray(0, chunk.length), room }
}

const nothing = new Uint8Array(0)
const typeOfLane = (lane: Lane): FrameType => (lane === lanes.main ? frameTypes.bytes : frameTypes.errorBytes)
const needsCredit = (item: Item): boolean => item.type === frameTypes.bytes || item.type === frameTypes.errorBytes

export class SendQueue {
  readonly #items = new Fifo<Item>()
  #bytes = 0
  #messageBytes = 0

  /** Bytes of data and messages that wait. */
  get bytes(): number {
    return this.#bytes
  }

  get messageBytes(): number {
    return this.#messageBytes
  }

  /**
   * Keeps the view, but copies a small one that has to wait behind others: each would cost a hundred times its size, and
   * keep all that it is a view of.
   */
  write(chunk: Uint8Array, lane: Lane): void {
    this.#bytes += chunk.length
    const type = typeOfLane(lane)
    const { last } = this.#items
    if (last === undefined || chunk.length >= smallBytes) this.#items.push({ type, payload: chunk })
    else if (last.type !== type || !joins(last, chunk)) this.#items.push(copied(type, chunk))
  }

  message(json: Uint8Array): void {
    this.#bytes += json.length
    this.#messageBytes += json.length
    this.#items.push({ type: frameTypes.message, payload: json })
  }

  mark(type: typeof frameTypes.end | typeof frameTypes.close): void {
    this.#items.push({ type, payload: nothing })
  }

  /** Whether the head may go out with this much credit. */
  sendable(credit: number): boolean {
    const first = this.#items.first
    return first !== undefined && (credit > 0 || !needsCredit(first))
  }

  /**
   * Moves frames into the batch: about `most` bytes, at least one frame if one is sendable.
   * @returns bytes of credit used, and whether the close went out
   */
  emit(batch: FrameBatch, streamId: number, most: number, credit: number): { used: number; closed: boolean } {
    let used = 0
    const upTo = batch.bytes + most
    while (batch.bytes < upTo && this.sendable(credit - used)) {
      const item = this.#items.first
      if (item === undefined) break
      if (needsCredit(item)) {
        const length = Math.min(item.payload.length, credit - used, upTo - batch.bytes)
        this.#emitBytes(batch, streamId, item, length)
        used += length
        continue
      }
      this.#items.shift()
      this.#bytes -= item.payload.length
      if (item.type === frameTypes.message) this.#messageBytes -= item.payload.length
      batch.add(item.type, streamId, item.payload)
      if (item.type === frameTypes.close) return { used, closed: true }
    }
    return { used, closed: false }
  }

  clear(): void {
    this.#items.clear()
    this.#bytes = 0
    this.#messageBytes = 0
  }

  #emitBytes(batch: FrameBatch, streamId: number, item: Item, length: number): void {
    this.#bytes -= length
    if (length === item.payload.length) {
      this.#items.shift()
      batch.add(item.type, streamId, item.payload)
      return
    }
    batch.add(item.type, streamId, item.payload.subarray(0, length))
    item.payload = item.payload.subarray(length)
  }
}
