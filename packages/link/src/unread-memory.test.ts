import { expect, test } from 'vitest'
import { createUnreadMemory } from './unread-memory.ts'

test('a namespace gets no more than its part, and gets it back', () => {
  const pool = createUnreadMemory({ tenantBytes: 100, serverBytes: 1000 })
  const one = pool.of('one')
  expect(one.take(60)).toBe(60)
  expect(one.tight).toBe(true)
  expect(one.take(60)).toBe(15)
  expect(one.reserve(20)).toBe(true)
  expect(one.reserve(20)).toBe(false)
  expect(pool.of('other').reserve(20)).toBe(true)
  one.give(95)
  expect(pool.usedBytes).toBe(20)
  expect(one.take(60)).toBe(60)
})

test('when all runs short, those who hold more than an equal part are refused first', () => {
  const pool = createUnreadMemory({ tenantBytes: 800, serverBytes: 1000 })
  const greedy = pool.of('greedy')
  const modest = pool.of('modest')
  expect(greedy.take(800)).toBe(600)
  expect(greedy.reserve(150)).toBe(true)
  expect(greedy.reserve(10)).toBe(false)
  expect(modest.take(10)).toBe(0)
  expect(modest.reserve(10)).toBe(true)
  expect(modest.reserve(240)).toBe(true)
  expect(pool.usedBytes).toBe(1000)
  expect(modest.reserve(1)).toBe(false)
})
