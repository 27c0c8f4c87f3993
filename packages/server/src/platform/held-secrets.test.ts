import { expect, test } from 'vitest'
import { createHeldSecrets } from './held-secrets.ts'

function start() {
  let now = 0
  const held = createHeldSecrets({ now: () => now })
  return { held, pass: (seconds: number) => (now += seconds * 1000) }
}

test('is taken once, by its own token', () => {
  const { held } = start()
  const [one, other] = [held.hold('ana', 'first', 30, 5), held.hold('ana', 'second', 30, 5)]
  expect(held.take(`${one}x`)).toBeUndefined()
  expect(held.take(other ?? '')).toBe('second')
  expect(held.take(one ?? '')).toBe('first')
  expect(held.take(one ?? '')).toBeUndefined()
})

test('is gone when its time is over', () => {
  const { held, pass } = start()
  const [one, other] = [held.hold('ana', 'first', 30, 5), held.hold('ana', 'second', 60, 5)]
  pass(30)
  expect(held.take(one ?? '')).toBeUndefined()
  expect(held.take(other ?? '')).toBe('second')
})

test('is counted by owner, and room comes back with time', () => {
  const { held, pass } = start()
  expect(held.hold('ana', 'first', 30, 1)).toBeDefined()
  expect(held.hold('ana', 'second', 30, 1)).toBeUndefined()
  expect(held.hold('bia', 'hers', 30, 1)).toBeDefined()
  pass(30)
  expect(held.hold('ana', 'second', 30, 1)).toBeDefined()
})
