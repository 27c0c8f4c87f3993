import type { UserAuth } from '@sshore/contract'
import { expect, test } from 'vitest'
import { createBrowserMemory } from './browser-memory.ts'

const user = (token: string): UserAuth =>
  JSON.parse(JSON.stringify({ token, id: 'f'.repeat(24), user: 'ada', name: 'Ada', tenant: 'home', role: 'owner' }))

test('what is asked of one cookie is answered before the next is asked for, and a failure holds nothing up', async () => {
  const waiting: (() => void)[] = []
  const asked: string[] = []
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  const memory = createBrowserMemory(async ({ path }) => {
    asked.push(path)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { status: 500, text: '', header: () => undefined }
  }, storage)
  const answer = async (count: number): Promise<void> => {
    await expect.poll(() => waiting.length).toBe(count)
    waiting.at(-1)?.()
  }
  const before = memory.recall()
  const kept = memory.keep(user('new'))
  await answer(1)
  expect(await before).toBeUndefined()
  const after = memory.recall()
  await answer(2)
  expect(asked).toEqual(['/api/auth/refresh', '/api/auth/browser-session'])
  expect(await kept).toEqual(user('new'))
  await answer(3)
  expect([await after, asked.at(-1)]).toEqual([undefined, '/api/auth/refresh'])
})
