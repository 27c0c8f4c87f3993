// How streams share a path: a bulk stream fills the line, and keystrokes hardly notice.
import { describe, expect, test } from 'vitest'
import { inFlightBytes, loneFrameBytes, maxWindowBytes, queueBytes } from './bounds.ts'
import type { LinkStream } from './link.ts'
import { manualClock } from './manual-clock.ts'
import { linkedPair, type LinkedPair, recorder, sessionHeader } from './test-ends.ts'

/** Accepts at the agent: `bulk` sends for ever, anything else echoes. */
const serve = (pair: LinkedPair): void => {
  const block = new Uint8Array(64 * 1024)
  pair.agent.link.onStream = (stream) => {
    const { header } = stream
    const bulk = header.kind === 'session' && header.program.kind === 'exec' && header.program.command === 'bulk'
    const pump = (): void => {
      if (bulk) while (stream.write(block));
    }
    stream.handler = {
      ...recorder().handler,
      onData: (chunk) => {
        stream.write(chunk)
        stream.consumed(chunk.length)
      },
      onDrain: pump,
    }
    pump()
  }
}

const openBulk = (pair: LinkedPair, reads: boolean): { stream: LinkStream; received: () => number } => {
  let received = 0
  const stream: LinkStream = pair.gateway.link.open(sessionHeader('bulk'), {
    ...recorder().handler,
    onData: (chunk) => {
      received += chunk.length
      if (reads) stream.consumed(chunk.length)
    },
  })
  return { stream, received: () => received }
}

describe.each([
  { megabits: 10, worstEcho: 25, share: 0.95 },
  { megabits: 100, worstEcho: 25, share: 0.95 },
  { megabits: 1000, worstEcho: 25, share: 0.95 },
])('over $megabits Mbit/s and a round trip of 50 ms', ({ megabits, worstEcho, share }) => {
  const bytesPerMillisecond = (megabits * 1_000_000) / 8 / 1000

  test('one download fills the line while keystrokes are echoed in little more than the round trip', async () => {
    const clock = manualClock()
    const pair = linkedPair(clock, { delayMilliseconds: 25, bytesPerMillisecond })
    serve(pair)
    const bulk = openBulk(pair, true)
    await clock.advance(3000)
    const before = bulk.received()
    const echoes: number[] = []
    let typedAt = 0
    const shell: LinkStream = pair.gateway.link.open(sessionHeader('echo'), {
      ...recorder().handler,
      onData: (chunk) => {
        echoes.push(clock.now() - typedAt)
        shell.consumed(chunk.length)
      },
    })
    for (let key = 0; key < 40; key += 1) {
      typedAt = clock.now()
      shell.write(new Uint8Array(1))
      await clock.advance(300)
    }
    const rate = (bulk.received() - before) / (40 * 300)
    const worst = Math.max(...echoes) - 50
    expect(echoes).toHaveLength(40)
    expect(worst).toBeLessThan(worstEcho)
    expect(rate / bytesPerMillisecond).toBeGreaterThan(share)
  })
})

test('a fast line stays filled when both machines get busy and take turns of twelve milliseconds', async () => {
  const clock = manualClock()
  const bytesPerMillisecond = 100_000
  const turnMilliseconds = (): number => (clock.now() < 500 ? 0 : 12)
  const pair = linkedPair(clock, { delayMilliseconds: 0.05, bytesPerMillisecond, turnMilliseconds })
  serve(pair)
  const bulk = openBulk(pair, true)
  await clock.advance(3000)
  const before = bulk.received()
  await clock.advance(4000)
  expect((bulk.received() - before) / 4000).toBeGreaterThan(0.7 * bytesPerMillisecond)
})

test.each([0.05, 5, 40])('a line of %d ms that was slow for a while is filled again', async (delayMilliseconds) => {
  const clock = manualClock()
  const fast = 20_000
  const bytesPerMillisecond = (): number => (clock.now() > 3000 && clock.now() < 8000 ? 500 : fast)
  const pair = linkedPair(clock, { delayMilliseconds, bytesPerMillisecond })
  serve(pair)
  const bulk = openBulk(pair, true)
  await clock.advance(12_000)
  const before = bulk.received()
  await clock.advance(3000)
  expect((bulk.received() - before) / 3000).toBeGreaterThan(0.9 * fast)
})

test('a stream that nobody reads stops itself and no other, within its window', async () => {
  const clock = manualClock()
  const pair = linkedPair(clock, { delayMilliseconds: 5, bytesPerMillisecond: 12_500 })
  serve(pair)
  const unread = openBulk(pair, false)
  const read = openBulk(pair, true)
  await clock.advance(4000)
  expect(unread.received()).toBeLessThanOrEqual(maxWindowBytes)
  expect(read.received()).toBeGreaterThan(0.85 * 4000 * 12_500)
})

test('bulk streams share a line evenly', async () => {
  const clock = manualClock()
  const pair = linkedPair(clock, { delayMilliseconds: 10, bytesPerMillisecond: 1250 })
  serve(pair)
  const streams = Array.from({ length: 5 }, () => openBulk(pair, true))
  await clock.advance(20_000)
  const received = streams.map((bulk) => bulk.received())
  expect(Math.min(...received)).toBeGreaterThan(0.8 * Math.max(...received))
})

test('writing while the connection is down stops at a bound and goes on after the reconnect', async () => {
  const clock = manualClock()
  const pair = linkedPair(clock, { delayMilliseconds: 1, bytesPerMillisecond: 100_000 })
  serve(pair)
  let drains = 0
  const there = recorder()
  pair.agent.link.onStream = (stream) => {
    stream.handler = there.handlerFor(stream)
  }
  const stream = pair.gateway.link.open(sessionHeader('sink'), { ...recorder().handler, onDrain: () => (drains += 1) })
  await clock.advance(100)
  pair.cut()
  let written = 0
  const block = new Uint8Array(loneFrameBytes / 4)
  do written += block.length
  while (stream.write(block))
  expect(written).toBeLessThanOrEqual(queueBytes + block.length)
  await clock.advance(30_000)
  expect(drains).toBe(0)
  pair.reconnect()
  await clock.advance(1000)
  expect(drains).toBe(1)
  expect(inFlightBytes.start).toBeLessThan(written)
})
