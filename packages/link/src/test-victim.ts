// Messages made by hand, and a link of an agent that they are thrown at.
import { envelopeKinds, FrameBatch, type FrameType, writeEnvelope } from './frames.ts'
import type { LinkStream } from './link.ts'
import { manualClock } from './manual-clock.ts'
import { createLink } from './multiplexer.ts'
import { socketPair } from './socket-pair.ts'
import { recorder, sessionHeader } from './test-ends.ts'
import { encodeText } from './text.ts'

/** What opens a stream, as the bytes of its frame. */
export const header = encodeText(JSON.stringify(sessionHeader('ls')))
export const nothing = new Uint8Array(0)

/** One frame of a message that a test puts together by hand. */
export type Frame = readonly [type: FrameType, streamId: number, payload: Uint8Array]

/** A message of these frames, in which the peer says that it received so many bytes. */
export const envelop = (frames: readonly Frame[], received = 0): Uint8Array => {
  const batch = new FrameBatch((bytes) => new Uint8Array(bytes))
  for (const [type, streamId, payload] of frames) batch.add(type, streamId, payload)
  const message = batch.take()
  writeEnvelope(message, envelopeKinds.frames, received)
  return message
}

/** An agent's link whose gateway is this test. */
export const victim = () => {
  const clock = manualClock()
  const [near, far] = socketPair()
  const faults: unknown[] = []
  const controller = createLink({ id: 'link', role: 'agent', clock, report: (fault) => faults.push(fault) })
  const streams: LinkStream[] = []
  const there = recorder()
  controller.link.onStream = (stream) => {
    streams.push(stream)
    stream.handler = there.handler
  }
  let closed: string | undefined
  controller.link.onClose = (reason) => {
    closed = reason
  }
  controller.attach(far, 0)
  return {
    clock,
    controller,
    streams,
    there,
    faults,
    near,
    closed: () => closed,
    send: (message: Uint8Array) => near.send(message),
  }
}
