import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

test('a queue runs so many at once, lets so many wait, and refuses the rest', async () => {
  const queue = createQueue({ atOnce: 2, waiting: 1, of: 'things' })
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  const taken = [queue(work), queue(work), queue(work)]
  await expect(queue(work)).rejects.toThrow('too many things at once')
  expect(ends).toHaveLength(2)
  ends[0]?.()
  await taken[0]
  await Promise.resolve()
  expect(ends).toHaveLength(3)
  for (const end of ends) end()
  await Promise.all(taken)
})

test('work that fails gives its place back', async () => {
  const queue = createQueue({ atOnce: 1, waiting: 0, of: 'things' })
  await expect(queue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue(() => Promise.resolve('well'))).toBe('well')
})
