// Whatever a peer sends, a link closes at worst: it never throws, and what it holds stays bounded.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { baseWindowBytes, openStreams, startWindowBytes, windowBudgetBytes } from './bounds.ts'
import { envelopeBytes, envelopeKinds, frameTypes, pingBytes } from './frames.ts'
import { manualClock } from './manual-clock.ts'
import { createLink } from './multiplexer.ts'
import { socketPair } from './socket-pair.ts'
import { linkedPair, recorder, sessionHeader } from './test-ends.ts'
import { envelop, header, nothing, victim } from './test-victim.ts'
import { encodeText } from './text.ts'

describe.each<[string, Uint8Array]>([
  ['an empty message', nothing],
  ['a message of an unknown kind', new Uint8Array(envelopeBytes).fill(9, 0, 1)],
  ['an acknowledgement of bytes never sent', envelop([], 1_000_000)],
  ['a truncated frame', envelop([[frameTypes.open, 1, header]]).subarray(0, -1)],
  ['a stream id of the wrong side', envelop([[frameTypes.open, 2, header]])],
  ['a stream id of zero', envelop([[frameTypes.open, 0, header]])],
  [
    'a stream id used again',
    envelop([
      [frameTypes.open, 3, header],
      [frameTypes.open, 3, header],
    ]),
  ],
  ['bytes of a stream that never was', envelop([[frameTypes.bytes, 7, header]])],
  [
    'two headers mixed',
    envelop([
      [frameTypes.openPart, 1, header],
      [frameTypes.open, 3, header],
    ]),
  ],
  [
    'bytes after the end',
    envelop([
      [frameTypes.open, 1, header],
      [frameTypes.end, 1, nothing],
      [frameTypes.bytes, 1, header],
    ]),
  ],
  [
    'more credit than there can be',
    envelop([
      [frameTypes.open, 1, header],
      [frameTypes.credit, 1, new Uint8Array(4).fill(255)],
    ]),
  ],
  [
    'malformed credit',
    envelop([
      [frameTypes.open, 1, header],
      [frameTypes.credit, 1, nothing],
    ]),
  ],
])('%s', (_, message) => {
  test('closes the link', async () => {
    const { clock, send, closed, faults } = victim()
    send(message)
    await clock.settle()
    expect(closed()).toMatch(/^protocol error/u)
    expect(faults).toEqual([])
  })
})

test('a header or message that is not understood costs its stream only', async () => {
  const { clock, send, closed, streams, there } = victim()
  send(
    envelop([
      [frameTypes.open, 1, encodeText('{"kind":"teleport"}')],
      [frameTypes.open, 3, header],
    ]),
  )
  send(envelop([[frameTypes.message, 3, encodeText('{"type":"sing"}')]]))
  await clock.settle()
  expect(streams.map((stream) => stream.id)).toEqual([3])
  expect(there.events).toEqual(['close:protocol_error message not understood'])
  expect(closed()).toBeUndefined()
})

test('more bytes than credit close the link', async () => {
  const { clock, send, closed } = victim()
  send(
    envelop([
      [frameTypes.open, 1, header],
      [frameTypes.bytes, 1, new Uint8Array(startWindowBytes)],
    ]),
  )
  await clock.settle()
  expect(closed()).toBeUndefined()
  send(envelop([[frameTypes.bytes, 1, new Uint8Array(1)]]))
  await clock.settle()
  expect(closed()).toBe('protocol error: more bytes than credit')
})

test('streams beyond the limit are refused, and unread bytes of all together stay bounded', async () => {
  const { clock, send, streams, closed, controller } = victim()
  let held = 0
  controller.link.onStream = (stream) => {
    streams.push(stream)
    stream.handler = { ...recorder().handler, onData: (chunk) => (held += chunk.length) }
  }
  for (let stream = 0; stream < openStreams + 10; stream += 1) {
    send(
      envelop([
        [frameTypes.open, 1 + 2 * stream, header],
        [frameTypes.bytes, 1 + 2 * stream, new Uint8Array(baseWindowBytes)],
      ]),
    )
    if (stream % 100 === 0) await clock.settle()
  }
  await clock.settle()
  expect(closed()).toBeUndefined()
  expect(streams).toHaveLength(openStreams)
  // Whatever credit was granted beyond the base is the shared budget, whichever streams have it.
  for (const stream of streams) {
    await clock.settle()
    if (closed() !== undefined) break
    send(envelop([[frameTypes.bytes, stream.id, new Uint8Array(startWindowBytes - baseWindowBytes)]]))
  }
  await clock.settle()
  expect(closed()).toBe('protocol error: more bytes than credit')
  expect(held).toBeLessThanOrEqual(windowBudgetBytes + openStreams * baseWindowBytes)
})

test('a handler that throws loses its stream and nothing else', async () => {
  const { clock, send, closed, faults, controller, near } = victim()
  controller.link.onStream = () => {
    throw new Error('bug')
  }
  const answers: Uint8Array[] = []
  near.onMessage = (message) => answers.push(message)
  send(envelop([[frameTypes.open, 1, header]]))
  await clock.settle()
  expect(faults).toHaveLength(1)
  expect(closed()).toBeUndefined()
  expect(
    answers.some((answer) => answer[0] === envelopeKinds.frames && answer[envelopeBytes] === frameTypes.reset),
  ).toBe(true)
})

test('a peer that opens streams and never reads what it is told is cut off', async () => {
  const clock = manualClock()
  const controller = createLink({ id: 'link', role: 'agent', clock })
  controller.link.onStream = (stream) => stream.reset('refused', 'x'.repeat(200))
  let sent = 0
  const socket = {
    ...socketPair()[0],
    bufferedBytes: 0,
    send: (message: Uint8Array) => void (sent += message.length),
    close() {},
  }
  controller.attach(socket, 0)
  const closed: string[] = []
  controller.link.onClose = (reason) => closed.push(reason)
  for (let stream = 0; closed.length === 0 && stream < 1_000_000; stream += 1) {
    socket.onMessage(envelop([[frameTypes.open, 1 + 2 * stream, header]]))
    if (stream % 50 === 0) await clock.settle()
  }
  expect(closed).toEqual([expect.stringMatching(/reads nothing/u)])
  expect(sent).toBeLessThan(32 * 1024 * 1024)
})

describe('an agent', () => {
  const gatewayVictim = () => {
    const clock = manualClock()
    const [near, far] = socketPair()
    const controller = createLink({ id: 'link', role: 'gateway', clock })
    let closed: string | undefined
    controller.link.onClose = (reason) => {
      closed = reason
    }
    controller.attach(far, 0)
    return { clock, near, controller, closed: () => closed }
  }

  test.each<[string, Uint8Array, RegExp]>([
    ['in pieces', envelop([[frameTypes.openPart, 4, header]]), /in pieces/u],
    ['of a megabyte', envelop([[frameTypes.open, 4, new Uint8Array(1024 * 1024)]]), /too long/u],
  ])('that opens a stream with a header %s is cut off', async (_, message, reason) => {
    const { clock, near, closed } = gatewayVictim()
    near.send(envelop([[frameTypes.open, 2, header]]))
    await clock.settle()
    expect(closed()).toBeUndefined()
    near.send(message)
    await clock.settle()
    expect(closed()).toMatch(reason)
  })

  test('finds room for small headers only, and sends them whole', async () => {
    const clock = manualClock()
    const pair = linkedPair(clock)
    const opened: string[] = []
    const closed: string[] = []
    pair.gateway.link.onStream = ({ header: { kind } }) => opened.push(kind)
    for (const length of [10, 5000, 20_000]) {
      const there = recorder()
      pair.agent.link.open(sessionHeader('x'.repeat(length)), {
        ...there.handler,
        onClose: (reason, detail) => closed.push(`${reason} ${detail}`),
      })
      // Little room is left in a message for the next header.
      for (let more = 0; more < 20; more += 1) pair.agent.link.open(sessionHeader('y'.repeat(900)), there.handler)
    }
    await clock.advance(100)
    expect(opened).toHaveLength(62)
    expect(closed).toEqual(['refused stream header too long'])
  })
})

test('a peer that talks without end and never reads gets a bounded number of answers', async () => {
  const clock = manualClock()
  const controller = createLink({ id: 'link', role: 'gateway', clock })
  let bufferedBytes = 0
  let answers = 0
  const socket = {
    ...socketPair()[0],
    get bufferedBytes() {
      return bufferedBytes
    },
    send: (message: Uint8Array) => {
      answers += 1
      bufferedBytes += message.length
    },
    close() {},
  }
  controller.attach(socket, 0)
  const ping = new Uint8Array(pingBytes)
  ping[0] = envelopeKinds.ping
  const prompt = envelop([[frameTypes.reset, 2, nothing]])
  prompt[0] = envelopeKinds.promptFrames
  for (let sent = 0; sent < 50_000; sent += 1) {
    socket.onMessage(ping.slice())
    socket.onMessage(prompt.slice())
    if (sent % 1000 === 0) await clock.settle()
  }
  expect(answers).toBeLessThan(3000)
  expect(controller.link.connected).toBe(true)
  // It reads after all, and gets what it is owed.
  bufferedBytes = 0
  const before = answers
  await clock.advance(500)
  expect(answers).toBeGreaterThan(before)
})

const frame = fc.tuple(
  fc.oneof(fc.constantFrom(...Object.values(frameTypes)), fc.nat(255)),
  fc.oneof(fc.nat(12), fc.nat()),
  fc.oneof(fc.constant(header), fc.uint8Array({ maxLength: 40 }), fc.json().map(encodeText), fc.constant(nothing)),
)

test('arbitrary frames and bytes never throw out of the socket', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.array(frame, { maxLength: 6 }), fc.uint8Array({ maxLength: 60 })), { maxLength: 12 }),
      async (messages) => {
        const { clock, controller, faults, streams } = victim()
        const [near, far] = socketPair()
        controller.attach(far, 0)
        for (const message of messages) {
          const bytes = message instanceof Uint8Array ? message : envelop(message as never)
          expect(() => far.onMessage(bytes)).not.toThrow()
          for (const stream of streams) stream.write(bytes)
        }
        near.cut()
        await clock.advance(130_000)
        expect(faults).toEqual([])
        expect(controller.link.connected).toBe(false)
      },
    ),
    { numRuns: 400 },
  )
})
