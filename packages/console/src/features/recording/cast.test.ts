import { expect, test } from 'vitest'
import { castOf, castText } from './cast.ts'
import { findInCast } from './find-in-cast.ts'
import { paceOf } from './pace.ts'

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
const cast = castOf(lines.join('\n'))

test('a recording is read as it is, and what is cut off at its end is left out', () => {
  expect(cast).toMatchObject({ columns: 100, rows: 30, seconds: 62 })
  expect(cast.events.map(({ kind }) => kind).join('')).toBe('ooomro')
  expect(castOf(castText(cast, paceOf(cast).seconds))).toEqual(cast)
  expect(castOf('nonsense')).toEqual({ columns: 80, rows: 24, events: [], seconds: 0 })
})

test('pauses are cut short, and times are told in both directions', () => {
  const pace = paceOf(cast, 2)
  expect(pace.seconds).toEqual([0, 1, 1.2, 1.5, 2, 4])
  expect([pace.length, pace.played(62), pace.played(30), pace.played(1.1)]).toEqual([4, 4, 4, 1.1])
  expect([pace.recorded(4), pace.recorded(3), pace.recorded(1.1)]).toEqual([62, 3, 1.1])
  expect(paceOf(cast).played(30)).toBe(30)
})

test('text is found wherever colours and cursor have cut it up', () => {
  expect(findInCast(cast, 'PASSWD')).toEqual([{ second: 0, line: '$ passwd' }])
  expect(findInCast(cast, 'password: changed')).toEqual([{ second: 62, line: 'Password: changed' }])
  expect([findInCast(cast, 'nowhere'), findInCast(cast, '')]).toEqual([[], []])
  expect(findInCast(cast, 'pass', 1)).toHaveLength(1)
})
