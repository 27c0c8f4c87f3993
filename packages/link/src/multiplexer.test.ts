import type { SessionHeader, StreamMessage } from '@sshore/contract'
import { describe, expect, test } from 'vitest'
import type { LinkStream } from './link.ts'
import { lanes } from './link.ts'
import { manualClock } from './manual-clock.ts'
import { encodeText } from './text.ts'
import { linkedPair, recorder, sessionHeader } from './test-ends.ts'

const header: SessionHeader = sessionHeader('cat')
const resize: StreamMessage = { type: 'resize', columns: 80, rows: 24, widthPixels: 0, heightPixels: 0 }
const text = encodeText

describe('a stream', () => {
  test('carries bytes of both lanes, messages and ends in order, and closes when both sides did', async () => {
    const clock = manualClock()
    const { gateway, agent } = linkedPair(clock)
    const there = recorder()
    const here = recorder()
    let accepted: LinkStream | undefined
    agent.link.onStream = (stream) => {
      accepted = stream
      stream.handler = there.handlerFor(stream)
    }
    const stream = gateway.link.open(header, here.handler)
    here.stream = stream
    stream.write(text('one'))
    stream.message(resize)
    stream.write(text('two'), lanes.error)
    stream.end()
    await clock.settle()
    expect(accepted?.header).toEqual(header)
    expect(accepted?.id).toBe(stream.id)
    expect(there.events).toEqual(['0:one', 'message:resize', '1:two', 'end'])
    accepted?.write(text('answer'))
    accepted?.message({ type: 'exit-status', code: 3 })
    accepted?.close()
    stream.close()
    await clock.settle()
    expect(here.events).toEqual(['0:answer', 'message:exit-status', 'end', 'peer-close', 'close:'])
    expect(there.events.slice(-2)).toEqual(['peer-close', 'close:'])
  })

  test('tells its user that the peer has closed it, though this side has not', async () => {
    const clock = manualClock()
    const { gateway, agent } = linkedPair(clock)
    const there = recorder()
    agent.link.onStream = (accepted) => {
      accepted.handler = there.handlerFor(accepted)
    }
    const here = recorder()
    const stream = gateway.link.open(header, here.handler)
    stream.write(text('last words'))
    stream.close()
    await clock.settle()
    expect(there.events).toEqual(['0:last words', 'end', 'peer-close'])
    there.stream?.close()
    await clock.settle()
    expect(there.events.at(-1)).toBe('close:')
    expect(here.events).toEqual(['end', 'peer-close', 'close:'])
  })

  test('that is reset tells the other side why, and drops what was queued', async () => {
    const clock = manualClock()
    const { gateway, agent } = linkedPair(clock)
    const here = recorder()
    agent.link.onStream = (stream) => stream.reset('connect_failed', 'nobody listens')
    gateway.link.open(header, here.handler).write(text('lost'))
    await clock.settle()
    expect(here.events).toEqual(['close:connect_failed nobody listens'])
  })
})
