import { expect, test } from 'vitest'
import { inFlightBytes } from './bounds.ts'
import { Pace } from './pace.ts'

/** Sends all that the limit allows, has all of it acknowledged at once after `roundTrip`, and so on. */
const lockstep = (pace: Pace, forMilliseconds: number, roundTrip: number): void => {
  const messageBytes = 4096
  for (let now = 0; now < forMilliseconds; now += roundTrip) {
    const count = Math.floor(pace.limit / messageBytes)
    const marks = Array.from({ length: count }, (_, index) => pace.mark(now, index * messageBytes))
    for (const [index, mark] of marks.entries()) {
      pace.acknowledged(messageBytes, mark, (count - 1 - index) * messageBytes, now + roundTrip)
    }
  }
}

test('a path that acknowledges everything in one go is measured all the same', () => {
  const pace = new Pace(() => undefined)
  pace.restart(0)
  pace.answered(0.2, 0.2)
  lockstep(pace, 500, 0.2)
  expect(pace.limit).toBeGreaterThan(8 * inFlightBytes.start)
})

test('bytes in flight stay within their bounds on any path', () => {
  for (const roundTrip of [0.01, 1, 50, 2000]) {
    const pace = new Pace(() => undefined)
    pace.restart(0)
    pace.answered(roundTrip, roundTrip)
    lockstep(pace, 200 * roundTrip, roundTrip)
    expect(pace.limit).toBeGreaterThanOrEqual(inFlightBytes.floor)
    expect(pace.limit).toBeLessThanOrEqual(inFlightBytes.max)
  }
})
