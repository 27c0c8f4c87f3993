import type { Clock, Link } from '@sshore/link'
import { expect, it } from 'vitest'
import { startDeadline } from './start-deadline.ts'

/** Seconds pass when told to. */
function secondsClock(): Clock & { pass(seconds: number): void } {
  let due: (() => void) | undefined
  return {
    now: () => 0,
    after: (_, callback) => {
      due = callback
      return () => (due = undefined)
    },
    pass: (seconds) => {
      for (let second = 0; second < seconds; second += 1) {
        const callback = due
        due = undefined
        callback?.()
      }
    },
  }
}

const nowhere = (): never => {
  throw new Error('not asked for here')
}
const linkThatIs = (state: { connected: boolean }): Link => ({
  id: 'link',
  get connected() {
    return state.connected
  },
  open: nowhere,
  onStream: nowhere,
  onClose: nowhere,
  onConnected: nowhere,
  close: nowhere,
})

it('is late after the seconds for which the device was connected', () => {
  const clock = secondsClock()
  const state = { connected: true }
  let late = 0
  startDeadline(clock, linkThatIs(state), 3, () => (late += 1))
  clock.pass(2)
  state.connected = false
  clock.pass(60)
  expect(late).toBe(0)
  state.connected = true
  clock.pass(1)
  expect(late).toBe(1)
  clock.pass(60)
  expect(late).toBe(1)
})

it('is never late once it was answered', () => {
  const clock = secondsClock()
  let late = 0
  const answered = startDeadline(clock, linkThatIs({ connected: true }), 3, () => (late += 1))
  clock.pass(2)
  answered()
  clock.pass(60)
  expect(late).toBe(0)
})
