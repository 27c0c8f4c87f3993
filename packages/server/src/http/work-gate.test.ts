import { expect, test } from 'vitest'
import { createWorkGate } from './work-gate.ts'

test('draining waits for those inside', async () => {
  const gate = createWorkGate()
  const first = gate.enter()
  const second = gate.enter()
  let drained = false
  const draining = gate.drain(10_000).then((left) => {
    drained = true
    return left
  })
  expect(gate.draining).toBe(true)
  first[Symbol.dispose]()
  await Promise.resolve()
  expect(drained).toBe(false)
  second[Symbol.dispose]()
  expect(await draining).toBe(0)
})

test('draining does not wait for ever, and tells how many it left', async () => {
  const gate = createWorkGate()
  using _inside = gate.enter()
  expect(await gate.drain(5)).toBe(1)
})

test('an empty gate drains at once', async () => {
  expect(await createWorkGate().drain(10_000)).toBe(0)
})
