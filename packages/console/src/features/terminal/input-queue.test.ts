import { webTerminal } from '@sshore/contract'
import { expect, test } from 'vitest'
import { InputQueue } from './input-queue.ts'

const text = (pieces: Iterable<Uint8Array>): string =>
  [...pieces].map((bytes) => new TextDecoder().decode(bytes)).join('|')
const bytes = (typed: string) => new TextEncoder().encode(typed)

test('no more is on the way than the window, and no message is larger than the server takes', () => {
  const queue = new InputQueue()
  queue.restart(0)
  queue.add(new Uint8Array(300 * 1024))
  const sizes = [...queue.take(webTerminal.inputWindowBytes)].map(({ length }) => length)
  expect(sizes).toEqual(Array.from({ length: 4 }, () => webTerminal.messageBytes))
  queue.acknowledge(100 * 1024)
  expect([...queue.take(webTerminal.inputWindowBytes)].map(({ length }) => length)).toEqual([44 * 1024])
  queue.acknowledge(300 * 1024)
  expect(queue.isEmpty).toBe(true)
})

test('what the server did not get is sent again, from the byte that it names', () => {
  const queue = new InputQueue()
  queue.restart(0)
  queue.add(bytes('abc'))
  queue.add(bytes('def'))
  expect(text(queue.take(100))).toBe('abc|def')
  queue.restart(4)
  queue.add(bytes('g'))
  expect(text(queue.take(100))).toBe('ef|g')
  queue.restart(7)
  expect([text(queue.take(100)), queue.isEmpty]).toEqual(['', true])
})

test('what was typed before the first answer follows what the session had already', () => {
  const queue = new InputQueue()
  queue.add(bytes('early'))
  queue.restart(1000)
  expect(text(queue.take(100))).toBe('early')
  queue.acknowledge(1005)
  expect(queue.isEmpty).toBe(true)
})
