import { PassThrough, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { RecordedEvent } from '@sshore/recording'
import { expect, test } from 'vitest'
import { OneWay } from './one-way.ts'
import { play } from './playing.ts'

/** As it comes in pieces of that many bytes. */
function shown(output: string, pieceBytes: number): string {
  const filter = new OneWay()
  const bytes = Buffer.from(output)
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(filter.of(bytes.subarray(at, at + pieceBytes)))
  return Buffer.concat(pieces).toString()
}

test.each([
  ['where the cursor is', '\u001B[6n'],
  ['which terminal it is', '\u001B[c\u001B[>c\u001B[>0q\u001BZ\u0005'],
  ['a mode', '\u001B[?2026$p'],
  ['a colour', '\u001B]11;?\u0007\u001B]4;1;?\u001B\\'],
  ['a setting or a capability', '\u001BP$q q\u001B\\\u001BP+q544e\u001B\\'],
  ['the clipboard, or to change it', '\u001B]52;c;?\u0007\u001B]52;c;c3Vkbw==\u0007'],
  ['the window, or another size of it', '\u001B[18t\u001B[8;5;5t'],
])('a terminal that plays a recording is not asked for %s, in whatever pieces', (_, question) => {
  expect(shown(`one${question}two`, 1000)).toBe('onetwo')
  expect(shown(`one${question}two`, 1)).toBe('onetwo')
})

test('what only shows something is played as it was', () => {
  const output = '\u001B[1;32mgrün 日本\u001B[0m\u001B[2;3H\u001B[?1049h\u001B]0;title\u0007\u001B[2 q\u001B(B\r\n'
  expect(shown(output, 1000)).toBe(output)
  expect(shown(output, 1)).toBe(output)
})

const events: RecordedEvent[] = [
  { kind: 'output', at: 0, bytes: Buffer.from('one\u001B[6n') },
  { kind: 'output', at: 3_600_000, bytes: Buffer.from('two') },
]
const pace = { speed: 1, pauseSecondsMost: 3600 }
const played = async function* () {
  yield { events }
}

test('playing that is broken off leaves the terminal in order', async () => {
  const stdout = new PassThrough()
  const stop = new AbortController()
  stdout.once('data', () => stop.abort())
  const all = text(stdout)
  await play(played(), stdout, pace, { isTerminal: true, stopping: stop.signal })
  stdout.end()
  const told = await all
  expect(told.startsWith('one\u001B[0m')).toBe(true)
  expect(told.endsWith('\u001B[?1047l\u001B[999;1H\r\n')).toBe(true)
  expect(told).not.toContain('two')
})

test('into a file everything goes as it was, and a reader that goes away ends it', async () => {
  const goesOn = new AbortController().signal
  const atOnce = { ...pace, speed: Infinity }
  const stdout = new PassThrough()
  const all = text(stdout)
  await play(played(), stdout, atOnce, { isTerminal: false, stopping: goesOn })
  stdout.end()
  expect(await all).toBe('one\u001B[6ntwo')
  const unread = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  })
  unread.on('error', () => undefined)
  await play(played(), unread, atOnce, { isTerminal: false, stopping: goesOn })
})
