import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../system-clock.ts'
import { TestClock } from '../test-clock.ts'
import { Screens } from './screens.ts'

const size = { columns: 40, rows: 10 }
const faults: unknown[] = []
let screens: Screens
beforeAll(() => {
  screens = new Screens(systemClock, (error) => faults.push(error))
})
afterAll(() => screens[Symbol.asyncDispose]())

/** What is shown after these bytes, fed in pieces of some size. */
async function shownAfter(output: string | Uint8Array, pieceBytes = 100_000): Promise<string | undefined> {
  using screen = screens.open(size, () => undefined)
  const bytes = Buffer.from(output)
  for (let at = 0; at < bytes.length; at += pieceBytes) screen.feed(bytes.subarray(at, at + pieceBytes))
  return await screen.read()
}

describe('a screen', () => {
  it.each([1, 2, 3, 1000])('shows words, colours and places, fed %i bytes at a time', async (pieceBytes) => {
    const shown = await shownAfter('gone\u001B[2J\u001B[3;5H\u001B[1;38;2;10;20;30mgrüße 你好 👍\u001B[0m', pieceBytes)
    expect(shown).toMatch(/38;2;10;20;30.*mgrüße 你好 👍/)
    expect(shown).not.toContain('gone')
  })

  it('knows the alternate screen, and that the other one is behind it', async () => {
    const shown = await shownAfter('prompt$ \u001B[?1049h\u001B[Hfull screen')
    expect(shown?.split('\u001B[?1049h')).toEqual([
      expect.stringContaining('prompt$'),
      expect.stringContaining('full screen'),
    ])
  })

  it('takes on another size', async () => {
    using screen = screens.open(size, () => undefined)
    screen.feed(Buffer.from(`${'x'.repeat(60)}\r\n`))
    screen.resize({ columns: 80, rows: 10 })
    expect(await screen.read()).toContain('x'.repeat(60))
  })

  it.each([
    ['repeats without end', 'a\u001B[2147483647b'],
    ['more lines than there are', '\u001B[2147483647L\u001B[2147483647S'],
    ['numbers in pieces', 'a\u001B[21474\u000083647b'],
    ['controls in one character', 'a\u009B2147483647b'],
    ['accents without end', `a${'\u0301'.repeat(500_000)}`],
    ['a title without end', `\u001B]0;${'x'.repeat(2_000_000)}`],
    ['links', '\u001B]8;;https://example.com/\u0007link\u001B]8;;\u0007'],
    ['bytes that are no text', Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 256))],
  ])('is not harmed by %s', async (_, output) => {
    const before = performance.now()
    const shown = await shownAfter(output, output.length > 1000 ? 1000 : 7)
    expect(shown).toBeDefined()
    expect(shown?.length).toBeLessThan(20_000)
    expect(performance.now() - before).toBeLessThan(5000)
    expect(await shownAfter('well')).toBe('well')
  })

  it('is given up when nothing is heard of it, and the next one is well', async () => {
    const clock = new TestClock()
    const told: unknown[] = []
    await using others = new Screens(clock, (error) => told.push(error))
    using screen = others.open(size, () => undefined)
    screen.feed(Buffer.alloc(40_000, 'x'))
    expect(screen.waitingBytes).toBe(40_000)
    // The worker has no chance to answer in between.
    void clock.pass(5)
    expect(screen.waitingBytes).toBe(0)
    expect(await screen.read()).toBeUndefined()
    expect(told).toHaveLength(1)
    using next = others.open(size, () => undefined)
    next.feed(Buffer.from('well'))
    expect(await next.read()).toBe('well')
  })
})
