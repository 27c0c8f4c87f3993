import { expect, test } from 'vitest'
import { eventsIn, type SentEvent } from './event-text.ts'

async function read(...pieces: readonly string[]): Promise<readonly SentEvent[]> {
  async function* given() {
    yield* pieces
  }
  const found: SentEvent[] = []
  for await (const event of eventsIn(given())) found.push(event)
  return found
}

const text = 'retry: 3000\n\n:\n\nid: 7-1\nevent: device.online\ndata: {"a":1}\n\nid: 7-2\nevent: ready\ndata: {}\n\n'

test('events are found wherever the text is cut, and comments are none', async () => {
  const wanted = [
    { id: '7-1', name: 'device.online', data: '{"a":1}' },
    { id: '7-2', name: 'ready', data: '{}' },
  ]
  expect(await read(text)).toEqual(wanted)
  expect(await read(...text.split(''))).toEqual(wanted)
  expect(await read(...text.replaceAll('\n', '\r\n').split(''))).toEqual(wanted)
})

test('an event without an id keeps the one before, and one that is cut off is none', async () => {
  expect(await read('id: 1\ndata: a\n\ndata: b\ndata: c\n\ndata: d')).toEqual([
    { id: '1', name: 'message', data: 'a' },
    { id: '1', name: 'message', data: 'b\nc' },
  ])
})
