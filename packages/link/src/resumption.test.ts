import type { StreamMessage } from '@sshore/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Lane, LinkStream } from './link.ts'
import { manualClock } from './manual-clock.ts'
import { linkedPair, sessionHeader } from './test-ends.ts'

type Step =
  | { kind: 'open'; side: 'gateway' | 'agent' }
  | { kind: 'write'; stream: number; side: 0 | 1; lane: Lane; bytes: number }
  | { kind: 'message'; stream: number; side: 0 | 1 }
  | { kind: 'end'; stream: number; side: 0 | 1 }
  | { kind: 'close'; stream: number; side: 0 | 1 }
  | { kind: 'turns'; count: number }
  | { kind: 'cut'; turnsBefore: number }
  | { kind: 'reconnect' }
  | { kind: 'wait'; milliseconds: number }

const side = fc.constantFrom(0 as const, 1 as const)
const stream = fc.nat(4)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), side: fc.constantFrom('gateway' as const, 'agent' as const) }),
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      stream,
      side,
      lane: fc.constantFrom(0 as const, 1 as const),
      bytes: fc.oneof(fc.nat(40), fc.nat(5000), fc.nat(600_000)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('message' as const), stream, side }) },
  fc.record({ kind: fc.constant('end' as const), stream, side }),
  fc.record({ kind: fc.constant('close' as const), stream, side }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('turns' as const), count: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), turnsBefore: fc.nat(12) }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'reconnect' as const }) },
  fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.nat(3000) }),
)

const path = fc.constantFrom(
  undefined,
  { delayMilliseconds: 1, bytesPerMillisecond: 100_000 },
  { delayMilliseconds: 25, bytesPerMillisecond: 12_500 },
  { delayMilliseconds: 40, bytesPerMillisecond: 1250 },
)

/** One direction of one stream: what was put in and what came out, told apart by lane and order. */
class Direction {
  readonly sent: string[] = []
  readonly got: string[] = []
  #sentBytes = 0
  #gotBytes = 0

  /** Bytes whose value says their position, so that any loss, doubling or swap shows. */
  chunk(length: number): Uint8Array {
    const bytes = Uint8Array.from({ length }, (_, index) => ((this.#sentBytes + index) * 31) & 0xff)
    this.#sentBytes += length
    return bytes
  }

  note(list: string[], what: string): void {
    const [kind, length] = what.split(' ')
    const previous = list.at(-1)?.split(' ')
    // Frames may be cut and joined; only the sequence of bytes counts.
    if (length !== undefined && previous?.[0] === kind) {
      list[list.length - 1] = `${kind} ${Number(previous?.[1]) + Number(length)}`
    } else list.push(what)
  }

  arrived(chunk: Uint8Array): boolean {
    const exact = chunk.every((value, index) => value === (((this.#gotBytes + index) * 31) & 0xff))
    this.#gotBytes += chunk.length
    return exact
  }
}

interface Ends {
  readonly streams: (LinkStream | undefined)[]
  /** By the side that sends. */
  readonly directions: readonly [Direction, Direction]
  readonly ended: [boolean, boolean]
  readonly closing: [boolean, boolean]
  readonly closed: [boolean, boolean]
}

const resize = (columns: number): StreamMessage => ({
  type: 'resize',
  columns,
  rows: 1,
  widthPixels: 0,
  heightPixels: 0,
})

test('loses, doubles and reorders nothing, wherever connections are cut', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(path, fc.array(step, { minLength: 5, maxLength: 60 }), async (through, steps) => {
      const clock = manualClock()
      const pair = linkedPair(clock, through)
      const opened: Ends[] = []
      let connected = true
      const listen = (ends: Ends, at: 0 | 1, linkStream: LinkStream): void => {
        ends.streams[at] = linkStream
        const incoming = ends.directions[at === 0 ? 1 : 0]
        linkStream.handler = {
          onData: (chunk, lane) => {
            expect(incoming.arrived(chunk)).toBe(true)
            incoming.note(incoming.got, `bytes${lane} ${chunk.length}`)
            linkStream.consumed(chunk.length)
          },
          onMessage: (message) => incoming.note(incoming.got, JSON.stringify(message)),
          onEnd: () => incoming.note(incoming.got, 'end'),
          onDrain: () => undefined,
          onClose: (reason) => {
            expect(reason).toBeUndefined()
            ends.closed[at] = true
          },
        }
      }
      const unmatched = new Map<number, Ends>()
      const accept = (linkStream: LinkStream): void => {
        const ends = unmatched.get(linkStream.id)
        if (ends === undefined) throw new Error('a stream that nobody opened')
        listen(ends, 1, linkStream)
      }
      pair.gateway.link.onStream = accept
      pair.agent.link.onStream = accept
      const turns = async (count: number): Promise<void> => {
        for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
      }
      const take = async (action: Step): Promise<void> => {
        if (action.kind === 'turns') return turns(action.count)
        if (action.kind === 'wait') return clock.advance(action.milliseconds)
        if (action.kind === 'cut') {
          await turns(action.turnsBefore)
          pair.cut()
          connected = false
          return
        }
        if (action.kind === 'reconnect') {
          if (!connected) pair.reconnect()
          connected = true
          return
        }
        if (action.kind === 'open') {
          const ends: Ends = {
            streams: [],
            directions: [new Direction(), new Direction()],
            ended: [false, false],
            closing: [false, false],
            closed: [false, false],
          }
          const idle = { onData() {}, onMessage() {}, onEnd() {}, onDrain() {}, onClose() {} }
          const linkStream = pair[action.side].link.open(sessionHeader(`stream ${opened.length}`), idle)
          unmatched.set(linkStream.id, ends)
          opened.push(ends)
          listen(ends, 0, linkStream)
          return
        }
        const ends = opened[action.stream]
        const linkStream = ends?.streams[action.side]
        if (ends === undefined || linkStream === undefined) return
        const outgoing = ends.directions[action.side]
        if (action.kind === 'write' && !ends.ended[action.side]) {
          linkStream.write(outgoing.chunk(action.bytes), action.lane)
          if (action.bytes > 0) outgoing.note(outgoing.sent, `bytes${action.lane} ${action.bytes}`)
        } else if (action.kind === 'message' && !ends.closing[action.side]) {
          const message = resize(outgoing.sent.length)
          linkStream.message(message)
          outgoing.note(outgoing.sent, JSON.stringify(message))
        } else if (action.kind === 'end' || action.kind === 'close') {
          linkStream[action.kind]()
          if (!ends.ended[action.side]) outgoing.note(outgoing.sent, 'end')
          ends.ended[action.side] = true
          ends.closing[action.side] ||= action.kind === 'close'
        }
      }
      for (const from of ['gateway', 'agent', 'gateway'] as const) await take({ kind: 'open', side: from })
      for (const action of steps) await take(action)
      if (!connected) pair.reconnect()
      await clock.advance(60_000)
      expect(pair.faults).toEqual([])
      for (const ends of opened) {
        for (const direction of ends.directions) expect(direction.got).toEqual(direction.sent)
        if (ends.closing[0] && ends.closing[1]) expect(ends.closed).toEqual([true, true])
        else expect(ends.closed).toEqual([false, false])
      }
    }),
    { numRuns: 150 },
  )
})
