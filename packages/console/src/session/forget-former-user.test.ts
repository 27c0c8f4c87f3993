import type { UserAuth } from '@sshore/contract'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { forgetFormerUser } from './forget-former-user.ts'
import { createSession } from './session.ts'

const person = (id: string): UserAuth =>
  JSON.parse(JSON.stringify({ id, token: `of ${id}`, user: id, name: id, tenant: 'home', role: 'owner' }))

test('what one person was shown goes with them, however they went; what everybody is told stays', async () => {
  const listeners: ((message: unknown) => void)[] = []
  const memory = {
    recall: async () => person('ada'),
    keep: async (user: UserAuth) => user,
    forget: async () => undefined,
  }
  const session = createSession(
    { ...memory, stay: () => undefined },
    { send: () => undefined, onMessage: (listener) => void listeners.push(listener) },
  )
  const queries = new QueryClient()
  forgetFormerUser(session, queries)
  const cached = (): number => queries.getQueryCache().getAll().length
  const look = (): void => {
    queries.setQueryData(['info'], {})
    queries.setQueryData(['devices', 'home'], [])
  }
  look()
  await expect.poll(() => session.state().user?.id).toBe('ada')
  session.switchTo({ ...person('ada'), tenant: 'work' })
  session.expire('of ada')
  expect([session.state().ended, cached()]).toEqual(['expired', 2])
  session.begin(person('bob'))
  await expect.poll(() => session.state().user?.id).toBe('bob')
  expect(cached()).toBe(1)
  look()
  session.act(person('eve'), 5, () => undefined)
  expect(cached()).toBe(1)
  look()
  session.stopActing()
  expect(cached()).toBe(1)
  look()
  for (const tell of listeners) tell({ kind: 'ended' })
  expect(
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([['info']])
})
