import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ConsoleQueries } from './console-queries.ts'

/** A list that somebody looks at, and whose answers come when the test gives them. */
function looked(queries: ConsoleQueries) {
  const answers: ((rows: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => void answers.push(resolve))
  const observer = new QueryObserver(queries, { queryKey: ['devices'], queryFn })
  const stop = observer.subscribe(() => undefined)
  const answer = async (rows: string): Promise<void> => {
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    answers.shift()?.(rows)
  }
  return { answer, asked: () => answers.length, shown: () => observer.getCurrentResult().data, stop }
}

it('asks once more for a first answer that was on its way when something changed', async () => {
  const queries = new ConsoleQueries()
  const list = looked(queries)
  const asked = queries.invalidateQueries({ queryKey: ['devices'] })
  await list.answer('as it was before the change')
  await list.answer('as it is')
  await asked
  expect(list.shown()).toBe('as it is')
  list.stop()
})

it('asks once for what is known, and for nothing else', async () => {
  const queries = new ConsoleQueries()
  const list = looked(queries)
  await list.answer('before')
  await expect.poll(list.shown).toBe('before')
  await queries.invalidateQueries({ queryKey: ['sessions'] })
  expect(list.asked()).toBe(0)
  const asked = queries.invalidateQueries({ queryKey: ['devices'] })
  await list.answer('after')
  await asked
  expect([list.shown(), list.asked()]).toEqual(['after', 0])
  list.stop()
})
