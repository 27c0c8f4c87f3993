import { beforeEach, describe, expect, test } from 'vitest'
import { type Attempts, attemptLimits, createAttempts } from './attempts.ts'

describe('attempts at passwords', () => {
  let seconds: number
  let attempts: Attempts
  beforeEach(() => {
    seconds = 0
    attempts = createAttempts({ now: () => seconds * 1000, after: () => () => undefined })
  })
  const { perUser, device } = attemptLimits
  const use = (username: string, count: number) =>
    Array.from({ length: count }, () => attempts.begin(username)).filter((wait) => wait === 0).length

  test('are free up to the limit, then one per refill', () => {
    expect(use('ann', perUser.burst + 3)).toBe(perUser.burst)
    expect(attempts.begin('ann')).toBe(perUser.refillSeconds)
    seconds += perUser.refillSeconds
    expect(use('ann', 3)).toBe(1)
  })

  test('of one user leave others alone', () => {
    use('ann', perUser.burst)
    expect(attempts.begin('bob')).toBe(0)
  })

  test('of many users together are limited too', () => {
    const taken = Array.from({ length: 100 }, (_, at) => use(`user${at}`, 1)).reduce((sum, one) => sum + one)
    expect(taken).toBe(device.burst)
    seconds += device.refillSeconds
    expect(attempts.begin('somebody')).toBe(0)
  })

  test('that succeed cost nothing', () => {
    for (let count = 0; count < 200; count += 1) {
      expect(attempts.begin('ann')).toBe(0)
      attempts.succeeded('ann')
    }
  })
})
