import { ApiError } from '@sshore/client'
import { expect, test } from 'vitest'
import { unlessRefused } from './poll.ts'

const failed = (status: number) => ({ state: { error: new ApiError({ status, code: '', message: '' }) } })

test('what the server has refused is not asked again by the clock; what it could not answer is', () => {
  const next = unlessRefused(5000)
  expect([400, 401, 403, 404].map((status) => next(failed(status)))).toEqual([false, false, false, false])
  expect([0, 429, 500, 503].map((status) => next(failed(status)))).toEqual([5000, 5000, 5000, 5000])
  expect(next({ state: { error: new TypeError('cut off') } })).toBe(5000)
  expect(next({ state: { error: null } })).toBe(5000)
})
