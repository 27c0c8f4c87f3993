import { describe, expect, test } from 'vitest'
import { ageingOf, isUsableHash, parseShadowEntry } from './shadow.ts'

const today = 20_000
const now = today * 86_400_000 + 3_600_000
const stateOf = (line: string) => ageingOf(parseShadowEntry(line), now)

describe('the state of an account', () => {
  test.each([
    ['without ageing', 'ann:$6$x:19999:0:99999:7:::', 'valid'],
    ['with empty fields', 'ann:$6$x::::::::', 'valid'],
    ['expired yesterday', 'ann:$6$x:19999:0:99999:7::19999:', 'account_expired'],
    ['expiring today', 'ann:$6$x:19999:0:99999:7::20000:', 'account_expired'],
    ['expiring tomorrow', 'ann:$6$x:19999:0:99999:7::20001:', 'valid'],
    ['whose password must be changed', 'ann:$6$x:0:0:99999:7:::', 'password_expired'],
    ['on the last day of its password', 'ann:$6$x:19990:0:10:7:::', 'valid'],
    ['one day after', 'ann:$6$x:19989:0:10:7:::', 'password_expired'],
    ['still within the days of inactivity', 'ann:$6$x:19985:0:10:7:5::', 'password_expired'],
    ['beyond them', 'ann:$6$x:19984:0:10:7:5::', 'account_expired'],
  ])('%s', (_, line, state) => {
    expect(stateOf(line)).toBe(state)
  })
})

test('only a real hash can be matched', () => {
  expect(['', '!', '*', '!!', '!$6$x', '*LK*'].filter(isUsableHash)).toEqual([])
  expect(isUsableHash('$y$j9T$x')).toBe(true)
})
