// What a device can throw at the gateway once it is linked. Each attack goes on until it is cut off or has said it all.
import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { encodeFrame, envelope, type Frame, kinds, text, types } from './frames.ts'

const session = text({
  kind: 'session',
  login: 1,
  program: { kind: 'exec', command: 'ls' },
  environment: {},
})
const nothing = new Uint8Array(0)

const credit = (bytes: number): Buffer => {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(bytes)
  return payload
}

/** What an agent that means well sends on a stream of a user: mutations start from it. */
const honest = (stream: number): readonly Frame[] => [
  { type: types.message, stream, payload: text({ type: 'opened' }) },
  { type: types.bytes, stream, payload: randomBytes(200) },
  { type: types.credit, stream, payload: credit(65_536) },
  { type: types.errorBytes, stream, payload: Buffer.from('warning\n') },
  { type: types.message, stream, payload: text({ type: 'exit-status', code: 0 }) },
  { type: types.end, stream, payload: nothing },
  { type: types.close, stream, payload: nothing },
]

const streamIds = (streams: readonly number[]): fc.Arbitrary<number> =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...streams, 2) }, fc.nat(40), fc.nat({ max: 0xff_ff_ff_ff }))

/** Any frame at all, those that are nearly right more often than others. */
const anyFrame = (streams: readonly number[]): fc.Arbitrary<Frame> =>
  fc.record(
    {
      type: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...Object.values(types)) }, fc.nat(255)),
      stream: streamIds(streams),
      payload: fc.oneof(
        fc.constant(nothing),
        fc.constant(session),
        fc.uint8Array({ maxLength: 64 }),
        fc.json().map((json) => Buffer.from(json)),
        fc.nat({ max: 0xff_ff_ff_ff }).map(credit),
        fc.nat(20_000).map((length) => randomBytes(length)),
      ),
      claimedLength: fc.nat(0xff_ff_ff),
    },
    { requiredKeys: ['type', 'stream', 'payload'] },
  )

/** Messages of arbitrary frames, and bytes that are no frames at all. */
export function propertyMessages(streams: readonly number[], count: number, seed: number): Buffer[] {
  const message = fc.oneof(
    { weight: 5, arbitrary: fc.array(anyFrame(streams), { maxLength: 6 }).map((all) => envelope(0, 0, ...all)) },
    fc
      .tuple(fc.nat(6), fc.nat({ max: 2 ** 40 }), fc.array(anyFrame(streams), { maxLength: 3 }))
      .map(([kind, received, all]) => envelope(kind, received, ...all)),
    fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
  )
  return fc.sample(message, { numRuns: count, seed })
}

/** Honest messages with a byte changed, cut, doubled or in another order. */
export function mutatedMessages(streams: readonly number[], count: number, random: () => number): Buffer[] {
  const below = (most: number): number => Math.floor(random() * most)
  const stream = (): number => streams[below(streams.length)] ?? 1
  return Array.from({ length: count }, () => {
    const frames = [...honest(stream())]
    const at = below(frames.length)
    const victim = frames[at]
    const way = below(5)
    if (way === 0 && victim) frames.splice(at, 0, victim)
    else if (way === 1) frames.reverse()
    else if (way === 2) frames.splice(at, 1)
    const message = envelope(kinds.frames, 0, ...frames)
    if (way === 3) message.writeUInt8(below(256), 7 + below(message.length - 7))
    return way === 4 ? message.subarray(0, below(message.length)) : message
  })
}

/** Whole attacks, each of which is one thing done without measure. */
export const floods: Readonly<Record<string, (stream: number) => Iterable<Buffer>>> = {
  *'thousands of streams of its own'() {
    for (let id = 2; id < 20_000; id += 2) {
      yield envelope(kinds.frames, 0, { type: types.open, stream: id, payload: session })
    }
  },
  *'half a header of megabytes'() {
    const payload = Buffer.alloc(200_000, 'x')
    for (let part = 0; part < 10; part += 1) {
      yield envelope(kinds.frames, 0, { type: types.openPart, stream: 2, payload })
    }
  },
  *'a length of 16 MiB with nothing behind it'(stream) {
    yield envelope(kinds.frames, 0, { type: types.bytes, stream, payload: nothing, claimedLength: 0xff_ff_ff })
  },
  *'credit without end'(stream) {
    const frame: Frame = { type: types.credit, stream, payload: credit(0x7f_ff_ff_ff) }
    for (let grant = 0; grant < 4; grant += 1) yield envelope(kinds.frames, 0, frame)
  },
  *'more bytes than it was granted'(stream) {
    for (let sent = 0; sent < 400; sent += 1) {
      yield envelope(kinds.frames, 0, { type: types.bytes, stream, payload: Buffer.alloc(100_000) })
    }
  },
  *'bytes after the close'(stream) {
    yield envelope(kinds.frames, 0, { type: types.close, stream, payload: nothing })
    yield envelope(kinds.frames, 0, { type: types.bytes, stream, payload: Buffer.alloc(10) })
  },
  *'the end twice'(stream) {
    const frame: Frame = { type: types.end, stream, payload: nothing }
    yield envelope(kinds.frames, 0, frame, frame)
  },
  *'an acknowledgement of what was never sent'() {
    yield envelope(kinds.acknowledge, 2 ** 40)
  },
  *'single bytes in frames of their own'(stream) {
    const frame: Frame = { type: types.bytes, stream, payload: Uint8Array.of(7) }
    const many = envelope(kinds.frames, 0, ...Array.from({ length: 2000 }, () => frame))
    for (let sent = 0; sent < 120; sent += 1) yield many
  },
  *'junk of a stream that is over around every byte'(stream) {
    const junk: Frame = { type: types.bytes, stream: 1, payload: Buffer.alloc(100_000) }
    yield envelope(kinds.frames, 0, { type: types.reset, stream: 1, payload: Uint8Array.of(6) })
    const one = Buffer.concat([
      envelope(kinds.frames, 0, junk),
      encodeFrame({ type: types.bytes, stream, payload: Uint8Array.of(7) }),
    ])
    for (let sent = 0; sent < 400; sent += 1) yield one
  },
}

/** Said by a peer that never reads what it is answered. */
export function* endlessPings(count: number): Iterable<Buffer> {
  const ping = Buffer.concat([envelope(kinds.ping, 0), Buffer.alloc(4)])
  const prompt = envelope(kinds.promptFrames, 0, { type: types.reset, stream: 2, payload: nothing })
  for (let sent = 0; sent < count; sent += 1) yield sent % 2 === 0 ? ping : prompt
}
