// Bytes that nobody reads are held in little memory, and no namespace's keep another from its own.
import { expect, test } from 'vitest'
import { frameTypes } from './frames.ts'
import { manualClock } from './manual-clock.ts'
import { createLink } from './multiplexer.ts'
import { socketPair } from './socket-pair.ts'
import { recorder, sessionHeader } from './test-ends.ts'
import { envelop, type Frame, header, victim } from './test-victim.ts'
import { encodeText } from './text.ts'
import { createUnreadMemory } from './unread-memory.ts'

const unreadVictim = () => {
  const parts = victim()
  const kept: Uint8Array[] = []
  parts.controller.link.onStream = (stream) => {
    parts.streams.push(stream)
    stream.handler = { ...recorder().handler, onData: (chunk) => kept.push(chunk) }
  }
  return { ...parts, kept }
}

test('bytes that nobody reads arrive in a few pieces though they were sent one by one, and none is lost', async () => {
  const { clock, send, kept, streams } = unreadVictim()
  send(envelop([[frameTypes.open, 1, header]]))
  const single = (byte: number): Frame => [frameTypes.bytes, 1, Uint8Array.of(byte)]
  const total = 200_000
  for (let sent = 0; sent < total; sent += 1) {
    send(envelop([single(sent % 251)]))
    if (sent % 1000 === 0) await clock.settle()
  }
  await clock.settle()
  expect(kept.length).toBeLessThan(64)
  const held = kept.reduce((sum, chunk) => sum + chunk.buffer.byteLength, 0)
  expect(held).toBeLessThan(2 * total)

  // The reader wakes up: the rest comes by itself.
  let read = 0
  for (let at = 0; read < total; at += 1) {
    await clock.settle()
    const chunk = kept[at]
    if (chunk === undefined) break
    for (const byte of chunk) expect(byte).toBe(read++ % 251)
    streams[0]?.consumed(chunk.length)
  }
  expect(read).toBe(total)
})

test.each<[string, Frame]>([
  ['the other lane', [frameTypes.errorBytes, 1, Uint8Array.of(7)]],
  ['messages', [frameTypes.message, 1, encodeText('{"type":"opened"}')]],
])('bytes that nobody reads arrive in a few pieces though %s came in between each two', async (_, between) => {
  const { clock, send, kept, streams } = unreadVictim()
  send(envelop([[frameTypes.open, 1, header]]))
  for (let sent = 0; sent < 50_000; sent += 1) {
    send(envelop([[frameTypes.bytes, 1, Uint8Array.of(7)], between]))
    if (sent % 1000 === 0) await clock.settle()
  }
  await clock.settle()
  expect(kept.length).toBeLessThan(400)
  for (let at = 0; at < kept.length; at += 1) {
    streams[0]?.consumed(kept[at]?.length ?? 0)
    await clock.settle()
  }
  const total = between[0] === frameTypes.errorBytes ? 100_000 : 50_000
  expect(kept.reduce((sum, chunk) => sum + chunk.length, 0)).toBe(total)
})

test('bytes that nobody reads do not keep alive what came with them', async () => {
  const { clock, send, kept } = unreadVictim()
  send(envelop([[frameTypes.open, 1, header]]))
  send(envelop([[frameTypes.reset, 1, Uint8Array.of(6)]]))
  send(envelop([[frameTypes.open, 3, header]]))
  for (let sent = 0; sent < 20; sent += 1) {
    // Stream 1 is over: what is said of it is thrown away.
    send(
      envelop([
        [frameTypes.message, 1, new Uint8Array(200_000)],
        [frameTypes.bytes, 3, Uint8Array.of(7)],
      ]),
    )
  }
  await clock.settle()
  expect(kept).toHaveLength(20)
  expect(kept.reduce((sum, chunk) => sum + chunk.buffer.byteLength, 0)).toBeLessThan(1000)
})

test('bytes that nobody reads, of all links of a namespace stay within its part, and another namespace has its own', async () => {
  const clock = manualClock()
  const pool = createUnreadMemory({ tenantBytes: 1024 * 1024, serverBytes: 4 * 1024 * 1024 })
  const open = (tenant: string): string[] => {
    const refused: string[] = []
    const controller = createLink({ id: 'link', role: 'gateway', clock, unread: pool.of(tenant) })
    controller.attach(socketPair()[1], 0)
    for (let stream = 0; stream < 20; stream += 1) {
      const onClose = (_: unknown, detail: string): void => void refused.push(detail)
      controller.link.open(sessionHeader('ls'), { ...recorder().handler, onClose })
    }
    return refused
  }
  const attackers = Array.from({ length: 10 }, () => open('attacker'))
  await clock.settle()
  const refused = attackers.flat()
  expect(refused.length).toBeGreaterThan(100)
  expect(new Set(refused)).toEqual(new Set([expect.stringMatching(/nobody reads/u)]))
  expect(pool.usedBytes).toBeLessThanOrEqual(1024 * 1024)
  const others = open('other')
  await clock.settle()
  expect(others).toEqual([])
})

test.each([
  ['until it tells that they are gone, when it keeps them', true],
  ['no longer, when it does not', false],
])('bytes that a reader holds after the end of their stream count for the namespace %s', async (_, keeps) => {
  const clock = manualClock()
  const pool = createUnreadMemory()
  const [near, far] = socketPair()
  const gateway = createLink({ id: 'link', role: 'gateway', clock, unread: pool.of('tenant') })
  const agent = createLink({ id: 'link', role: 'agent', clock })
  agent.link.onStream = (stream) => {
    stream.write(new Uint8Array(10_000))
    stream.close()
  }
  gateway.attach(near, 0)
  agent.attach(far, 0)
  let heldBytes = 0
  let over = false
  const stream = gateway.link.open(sessionHeader('ls'), {
    ...recorder().handler,
    onData: (chunk) => (heldBytes += chunk.length),
    onClose: () => (over = true),
  })
  await clock.settle()
  if (keeps) stream.keep?.()
  stream.close()
  await clock.settle()
  expect({ heldBytes, over }).toEqual({ heldBytes: 10_000, over: true })
  expect(pool.usedBytes).toBe(keeps ? 10_000 : 0)
  stream.consumed(4000)
  expect(pool.usedBytes).toBe(keeps ? 6000 : 0)
  stream.consumed(6000)
  stream.consumed(1)
  expect(pool.usedBytes).toBe(0)
})
