import { zeroTime } from '@sshore/contract'
import { expect, test } from 'vitest'
import { countdown, relativeTime, stretch } from './time-text.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['2026-03-01T11:59:30Z', 'just now'],
  ['2026-03-01T12:00:09Z', 'just now'],
  ['2026-03-01T11:59:00Z', '1 minute ago'],
  ['2026-03-01T09:00:01Z', '2 hours ago'],
  ['2026-02-27T12:00:00Z', '2 days ago'],
  ['2025-02-27T12:00:00Z', '1 year ago'],
])('%s is %s', (time, words) => {
  expect(relativeTime(time, now, 'en')).toBe(words)
})

test('the time that stands for "never" has no words', () => {
  expect(relativeTime(zeroTime, now, 'en')).toBeUndefined()
})

test('a countdown ends at nothing and never shows less', () => {
  expect([239.2, 60, 59.9, 1, 0, -5].map(countdown)).toEqual(['4:00', '1:00', '1:00', '0:01', '0:00', '0:00'])
})

test('what lies ahead and other languages have words too', () => {
  expect(relativeTime('2026-03-31T12:00:00Z', now, 'en')).toBe('in 1 month')
  expect(relativeTime('2026-03-01T09:00:01Z', now, 'pt')).toBe('há 2 horas')
})

test('a stretch of time is told by its two largest units', () => {
  expect([400, 61_000, 7_500_000, 90_000_000].map(stretch)).toEqual(['0 s', '1 min 1 s', '2 h 5 min', '1 d 1 h'])
})
