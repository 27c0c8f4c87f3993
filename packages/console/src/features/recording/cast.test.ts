import { expect, test } from 'vitest'
import { readCast, castValues } from './cast.ts'
import { findInCast as finding, type Found } from './find-in-cast.ts'
import { paceOf, stopsOf } from './pace.ts'

const lines = [
  '{"version":2,"width":100,"height":30}',
  '[0,"o","$ "]',
  String.raw`[1,"o","\u001b[1mpas\u001b[0m"]`,
  String.raw`[1.2,"o","swd\r\n"]`,
  '[1.5,"m","exec uptime"]',
  '[2,"r","120x40"]',
  String.raw`[62,"o","\u001b[10;1HPassword: x\bchanged"]`,
  '[63,"o","cut o',
]

async function* inPieces(text: string, chars: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += chars) yield text.slice(at, at + chars)
}
const castOf = (text: string, chars = 7) => readCast(inPieces(text, chars))
const cast = await castOf(lines.join('\n'))

function findInCast(...words: Parameters<typeof finding>): Found[] {
  const search = finding(...words)
  for (;;) {
    const { done, value } = search.next()
    if (done === true) return value
  }
}

test('a recording is read as it is, however it is cut up, and what is cut off at its end is left out', async () => {
  expect(cast).toMatchObject({ columns: 100, rows: 30, seconds: 62 })
  expect(cast.events.map(({ kind }) => kind).join('')).toBe('ooomro')
  expect(await castOf(lines.join('\n'), 1000)).toEqual(cast)
  const values = castValues(cast, paceOf(cast).seconds).map((value) => JSON.stringify(value))
  expect(await castOf(values.join('\n'))).toEqual(cast)
  expect(await castOf('nonsense')).toEqual({ columns: 80, rows: 24, events: [], seconds: 0 })
  expect(await castOf('')).toEqual({ columns: 80, rows: 24, events: [], seconds: 0 })
})

test('pauses are cut short, and times are told in both directions', () => {
  const pace = paceOf(cast, 2)
  expect(pace.seconds).toEqual([0, 1, 1.2, 1.5, 2, 4])
  expect([pace.length, pace.played(62), pace.played(30), pace.played(1.1)]).toEqual([4, 4, 4, 1.1])
  expect([pace.recorded(4), pace.recorded(3), pace.recorded(1.1)]).toEqual([62, 3, 1.1])
  expect(paceOf(cast).played(30)).toBe(30)
  expect([stopsOf(cast, pace, 10), stopsOf(cast, pace)]).toEqual([[1, 4], []])
})

test('text is found wherever colours and cursor have cut it up', () => {
  expect(findInCast(cast, 'PASSWD')).toEqual([{ second: 0, line: '$ passwd' }])
  expect(findInCast(cast, 'password: changed')).toEqual([{ second: 62, line: 'Password: changed' }])
  expect([findInCast(cast, 'nowhere'), findInCast(cast, '')]).toEqual([[], []])
  expect(findInCast(cast, 'pass', 1)).toHaveLength(1)
  const long = {
    ...cast,
    events: Array.from({ length: 3000 }, () => ({ second: 1, kind: 'o' as const, text: 'x'.repeat(99) })),
  }
  expect([...finding(long, 'y')].length).toBeGreaterThan(0)
})
