import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FrameBatch, frameTypes, readFrames } from './frames.ts'
import { lanes } from './link.ts'
import { SendQueue } from './send-queue.ts'

/** A batch that keeps what it is given as it is given. */
class Pieces extends FrameBatch {
  readonly pieces: Uint8Array[] = []

  constructor() {
    super((bytes) => new Uint8Array(bytes))
  }

  override add(...frame: Parameters<FrameBatch['add']>): void {
    this.pieces.push(frame[2])
    super.add(...frame)
  }
}

describe('bytes that wait to be sent', () => {
  test('cost what they count, however small the chunks and however large what they are views of', () => {
    const queue = new SendQueue()
    const total = 10_000
    for (let sent = 0; sent < total; sent += 1) queue.write(new Uint8Array(4096).subarray(7, 8), lanes.main)
    expect(queue.bytes).toBe(total)
    const batch = new Pieces()
    queue.emit(batch, 1, Infinity, Infinity)
    expect(batch.pieces.length).toBeLessThan(4)
    const held = new Set(batch.pieces.map(({ buffer }) => buffer))
    expect([...held].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(5 * total)
  })

  test('leave as they were written, in their order, whenever some of them leave', () => {
    const step = fc.oneof(
      fc.record({ lane: fc.constantFrom(lanes.main, lanes.error), bytes: fc.integer({ min: 1, max: 6000 }) }),
      fc.record({ credit: fc.integer({ min: 1, max: 9000 }), most: fc.integer({ min: 1, max: 9000 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = new SendQueue()
        const batch = new FrameBatch((bytes) => new Uint8Array(bytes))
        const written = { [lanes.main]: [] as number[], [lanes.error]: [] as number[] }
        let next = 0
        for (const one of steps) {
          if ('lane' in one) {
            const chunk = Uint8Array.from({ length: one.bytes }, () => (next = (next + 1) % 251))
            written[one.lane].push(...chunk)
            queue.write(chunk, one.lane)
          } else queue.emit(batch, 1, one.most, one.credit)
        }
        while (queue.bytes > 0) queue.emit(batch, 1, 100_000, 100_000)
        const read = { [lanes.main]: [] as number[], [lanes.error]: [] as number[] }
        const message = batch.take()
        readFrames(message, 7, (type, _, payload) => {
          read[type === frameTypes.bytes ? lanes.main : lanes.error].push(...payload)
          return true
        })
        expect(read).toEqual(written)
      }),
      { numRuns: 100 },
    )
  })
})
