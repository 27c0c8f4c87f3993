import { expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { afterFailure, type FailureCount, isLocked, lockMinutes, memoryMinutes } from './lockout.ts'

const rule = { firstFailure: 3, ceilingMinutes: 60 }

test('the lock grows fourfold from the third failure up to the ceiling', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 1000].map((failures) => lockMinutes(failures, rule))).toEqual([
    0, 0, 1, 4, 16, 60, 60, 60,
  ])
})

test('failures are remembered for longer than the lock they caused', () => {
  expect([1, 2, 3, 4, 5, 6].map((failures) => memoryMinutes(failures, rule))).toEqual([2, 2, 2, 10, 40, 60])
})

test('a ceiling of zero never locks', () => {
  expect([1, 3, 50].map((failures) => lockMinutes(failures, { ...rule, ceilingMinutes: 0 }))).toEqual([0, 0, 0])
})

test('a count goes on while it is remembered and starts over when it is forgotten', () => {
  let count: FailureCount | undefined
  for (let i = 0; i < 3; i++) count = afterFailure(count, rule, 0)
  expect(count).toEqual({ failures: 3, lockedUntil: minutes(1), forgottenAt: minutes(2) })
  expect(isLocked(count, minutes(1) - 1)).toBe(true)
  expect(isLocked(count, minutes(1))).toBe(false)
  expect(afterFailure(count, rule, minutes(2) - 1).failures).toBe(4)
  expect(afterFailure(count, rule, minutes(2)).failures).toBe(1)
  expect(isLocked(undefined, 0)).toBe(false)
})
