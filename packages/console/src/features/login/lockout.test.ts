import { ApiError } from '@sshore/client'
import { expect, test } from 'vitest'
import { lockedUntil } from './lockout.ts'

const now = 1_000_000_000_000
const locked = (headers: Readonly<Record<string, string>>): ApiError =>
  new ApiError(
    { status: 429, code: 'account_locked', message: '' },
    { status: 429, text: '', header: (name) => headers[name] },
  )

test('the end of a lockout is told in the time of this browser, however wrong its clock', () => {
  const server = now + 3_600_000
  const headers = { 'X-Account-Lockout': String((server + 60_000) / 1000), Date: new Date(server).toUTCString() }
  expect(lockedUntil(locked(headers), now)).toBe(now + 60_000)
})

test('what is no lockout, or does not say when it ends, has no countdown', () => {
  expect(lockedUntil(locked({}), now)).toBeUndefined()
  expect(lockedUntil(new ApiError({ status: 401, code: 'invalid_credentials', message: '' }), now)).toBeUndefined()
})
