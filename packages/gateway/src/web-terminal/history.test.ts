import { describe, expect, it } from 'vitest'
import { History } from './history.ts'

const bytesOf = (start: number, count: number): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, index) => (start + index) % 251))

describe('the history of a session', () => {
  it.each([
    ['single bytes', [1]],
    ['odd pieces', [7, 4093, 12, 1]],
    ['pieces as large as it is', [10_000]],
    ['pieces that grow', [1, 10, 100, 1000, 9999]],
  ])('keeps the last bytes of %s, and hands over those that go', (_, pieces) => {
    const most = 10_000
    const history = new History(most)
    const gone: Buffer[] = []
    let written = 0
    for (let turn = 0; written < 35_000; turn += 1) {
      const count = pieces[turn % pieces.length] ?? 1
      gone.push(history.append(bytesOf(written, count)))
      written += count
    }
    expect(history.end).toBe(written)
    expect(history.start).toBe(written - most)
    expect(Buffer.concat(gone).equals(bytesOf(0, history.start))).toBe(true)
    expect(history.from(history.start)?.equals(bytesOf(history.start, most))).toBe(true)
    expect(history.from(written - 3)?.equals(bytesOf(written - 3, 3))).toBe(true)
    expect(history.from(written)).toHaveLength(0)
    expect(history.from(history.start - 1)).toBeUndefined()
    expect(history.from(written + 1)).toBeUndefined()
  })
})
