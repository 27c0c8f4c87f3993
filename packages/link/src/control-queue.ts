// Frames that go before all others: credit, and the breaking off of streams. Credits of one stream add up, so that only
// resets can pile up, and those only while the peer opens streams without reading what it is told about them.
import { type ResetReason, resetReasons } from '@sshore/contract'
import { controlBytes, detailBytes, waitingControlBytes } from './bounds.ts'
import { Fifo } from './fifo.ts'
import { type FrameBatch, frameHeaderBytes, frameTypes, writeUint32 } from './frames.ts'
import type { Stream } from './stream.ts'
import { decodeText, encodeText } from './text.ts'

interface WaitingReset {
  readonly streamId: number
  readonly payload: Uint8Array
}

/** The reason as its index in the contract's list, then the detail as UTF-8. */
const encodeReset = (reason: ResetReason, detail: string): Uint8Array => {
  const text = encodeText(detail.slice(0, detailBytes / 4))
  const payload = new Uint8Array(1 + text.length)
  payload[0] = resetReasons.indexOf(reason)
  payload.set(text, 1)
  return payload
}

/** A reason that this side does not know yet reads as `fault`. */
export const decodeReset = (payload: Uint8Array): { reason: ResetReason; detail: string } => ({
  reason: resetReasons[payload[0] ?? 0] ?? 'fault',
  detail: decodeText(payload.subarray(1, 1 + detailBytes)) ?? '',
})

export class ControlQueue {
  readonly #credits = new Map<Stream, number>()
  readonly #resets = new Fifo<WaitingReset>()
  #resetBytes = 0

  grant(stream: Stream, bytes: number): void {
    this.#credits.set(stream, (this.#credits.get(stream) ?? 0) + bytes)
  }

  /** False when more waits than an honest peer can cause. */
  reset(streamId: number, reason: ResetReason, detail: string): boolean {
    const payload = encodeReset(reason, detail)
    this.#resetBytes += payload.length + frameHeaderBytes
    this.#resets.push({ streamId, payload })
    return this.#resetBytes <= waitingControlBytes
  }

  /** Nothing more is granted to this stream. */
  forget(stream: Stream): void {
    this.#credits.delete(stream)
  }

  /** One message's worth; what is left goes with the next. */
  emit(batch: FrameBatch): void {
    while (batch.bytes < controlBytes) {
      const reset = this.#resets.shift()
      if (reset === undefined) break
      this.#resetBytes -= reset.payload.length + frameHeaderBytes
      batch.add(frameTypes.reset, reset.streamId, reset.payload)
    }
    for (const [stream, bytes] of this.#credits) {
      if (batch.bytes >= controlBytes) return
      const payload = new Uint8Array(4)
      writeUint32(payload, 0, bytes)
      batch.add(frameTypes.credit, stream.id, payload)
      this.#credits.delete(stream)
    }
  }

  clear(): void {
    this.#credits.clear()
    this.#resets.clear()
    this.#resetBytes = 0
  }
}
