import type { WireRequest } from '@sshore/client'
import type { UserAuth } from '@sshore/contract'
import { expect, test } from 'vitest'
import { createSession } from './session.ts'
import { createSignedClient } from './signed-client.ts'

const user = (token: string): UserAuth =>
  JSON.parse(JSON.stringify({ token, id: 'f'.repeat(24), user: 'ada', name: 'Ada', tenant: 'home', role: 'owner' }))

/** A browser whose cookie gets these tokens one after the other, and a server that takes `good` alone. */
async function signedIn(tokens: readonly string[], good: string) {
  const left = [...tokens]
  const done: string[] = []
  const session = createSession(
    {
      recall: async () => {
        const token = left.shift()
        return token === undefined ? undefined : user(token)
      },
      keep: async (kept) => kept,
      forget: async () => undefined,
      stay: () => undefined,
    },
    { send: () => undefined, onMessage: () => undefined },
  )
  await Promise.resolve()
  await Promise.resolve()
  const client = createSignedClient(async ({ path, headers }: WireRequest) => {
    done.push(`${path} ${headers['authorization'] ?? 'nobody'} ${headers['X-Sshore-Console'] ?? 'no console'}`)
    const isGood = headers['authorization'] === `Bearer ${good}`
    return { status: isGood ? 200 : 401, text: isGood ? '' : '{"code":"unauthenticated"}', header: () => undefined }
  }, session)
  return { client, session, done }
}

test('a token that ended while the page slept is replaced, and what was asked is asked once more', async () => {
  const { client, done } = await signedIn(['old', 'new'], 'new')
  await client.deleteOwnAccount()
  expect(done).toEqual(['/api/user Bearer old 1', '/api/user Bearer new 1'])
})

test('signing out with a token that has ended still signs out everywhere', async () => {
  const { client, done, session } = await signedIn(['old', 'new'], 'new')
  await client.logout()
  expect(done).toEqual(['/api/logout Bearer old 1', '/api/logout Bearer new 1'])
  expect(session.state().ended).toBeUndefined()
})

test('signing out asks nobody to sign in', async () => {
  const { client, done, session } = await signedIn(['old'], 'new')
  await expect(client.logout()).rejects.toMatchObject({ status: 401 })
  expect([done, session.state().ended]).toEqual([['/api/logout Bearer old 1'], 'expired'])
})

test('a wrong password where somebody signs in again is told, and says nothing of the token', async () => {
  const { session, done } = await signedIn(['old', 'new'], 'new')
  session.expire('old')
  const client = createSignedClient(async ({ path }: WireRequest) => {
    done.push(path)
    return { status: 401, text: '{"code":"invalid_credentials"}', header: () => undefined }
  }, session)
  const login = client.login({ body: { username: 'ada', password: 'wrong' } })
  await expect(login).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(done).toEqual(['/api/login'])
})

test('what was asked in one namespace is asked in no other, and is answered once its own is back', async () => {
  const { client, session, done } = await signedIn(['old'], 'new')
  const other: UserAuth = { ...user('new'), tenant: 'work' }
  const lost = client.deleteOwnAccount()
  await expect.poll(() => session.state().ended).toBe('expired')
  session.switchTo(other)
  await expect(lost).rejects.toMatchObject({ status: 401 })
  session.switchTo(user('older'))
  const waiting = client.deleteOwnAccount()
  await expect.poll(() => session.state().ended).toBe('expired')
  session.switchTo(user('new'))
  await waiting
  expect(done.map((line) => line.split(' ')[2])).toEqual(['old', 'older', 'new'])
})

test('what somebody asked while they acted as another is not asked again as themselves', async () => {
  const { client, session, done } = await signedIn(['own', 'own'], 'own')
  const bob: UserAuth = JSON.parse(JSON.stringify({ ...user('as bob'), id: 'b'.repeat(24) }))
  session.act(bob, 5, (how) => void done.push(how))
  await expect(client.deleteOwnAccount()).rejects.toMatchObject({ status: 401 })
  expect([done, session.state().user?.token]).toEqual([['/api/user Bearer as bob 1', 'over'], 'own'])
})
