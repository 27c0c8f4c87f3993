import { zeroTime } from '@sshore/contract'
import { expect, test } from 'vitest'
import { countdown, relativeTime } from './time-text.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['2026-03-01T11:59:30Z', 'just now'],
  ['2026-03-01T12:00:09Z', 'just now'],
  ['2026-03-01T11:59:00Z', '1 minute ago'],
  ['2026-03-01T09:00:01Z', '2 hours ago'],
  ['2026-02-27T12:00:00Z', '2 days ago'],
  ['2025-02-27T12:00:00Z', '1 year ago'],
])('%s is %s', (time, words) => {
  expect(relativeTime(time, now)).toBe(words)
})

test('the time that stands for "never" has no words', () => {
  expect(relativeTime(zeroTime, now)).toBeUndefined()
})

test('a countdown ends at nothing and never shows less', () => {
  expect([239.2, 60, 59.9, 1, 0, -5].map(countdown)).toEqual(['4:00', '1:00', '1:00', '0:01', '0:00', '0:00'])
})
