import { consoleHeader, type UserAuth } from '@sshore/contract'
import { expect, test } from 'vitest'
import { hours, seconds } from '../../platform/clock.ts'
import { startTestServer, testPassword, type TestServer } from '../../test-server.ts'

interface Answer {
  readonly status: number
  readonly user: UserAuth | null
  /** What the browser keeps from now on; undefined when the reply does not say. */
  readonly cookie: string | undefined
  readonly setCookie: string | undefined
}

const fromConsole = { [consoleHeader]: '1' }

async function ask(
  stack: TestServer,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const json = method === 'POST' && path.endsWith('refresh')
  const reply = await stack.server.transport({
    method,
    path,
    headers: json ? { 'content-type': 'application/json', ...headers } : headers,
    ...(json ? { body: '{}' } : {}),
  })
  const setCookie = reply.header('set-cookie')
  const body = json && reply.status === 200 ? (JSON.parse(reply.text) as { user: UserAuth | null }) : { user: null }
  return { status: reply.status, user: body.user, cookie: setCookie?.split(';')[0], setCookie }
}

async function begin(stack: TestServer, token: string): Promise<string> {
  const { cookie } = await ask(stack, 'POST', '/api/auth/browser-session', { authorization: `Bearer ${token}` })
  return cookie ?? ''
}
const refresh = (stack: TestServer, cookie: string): Promise<Answer> =>
  ask(stack, 'POST', '/api/auth/refresh', { ...fromConsole, cookie })

test('a cookie gets a token again and again, each time another cookie', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const first = await begin(stack, ana.token)
  const { user, cookie = '', setCookie } = await refresh(stack, first)
  expect(user).toMatchObject({ id: ana.id, user: 'ana', role: 'owner' })
  expect(cookie).not.toBe(first)
  expect(setCookie).toMatch(/; Path=\/api\/auth\/refresh; HttpOnly; SameSite=Strict$/)
  stack.clock.advance(hours(71))
  const next = await refresh(stack, cookie)
  expect(next.user?.token).toMatch(/^ey/)
  stack.clock.advance(hours(73))
  expect(await refresh(stack, next.cookie ?? '')).toMatchObject({ status: 200, user: null })
})

test('one that was replaced is good for tabs that ask at once, and afterwards ends it all', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const first = await begin(stack, ana.token)
  const { cookie: second = '' } = await refresh(stack, first)
  stack.clock.advance(seconds(29))
  expect(await refresh(stack, first)).toMatchObject({ user: { id: ana.id }, cookie: second })
  stack.clock.advance(seconds(2))
  expect(await refresh(stack, first)).toMatchObject({ user: null, cookie: 'sshore_browser=' })
  // Whoever has the good one is out as well: nobody can tell which of the two is the thief.
  expect(await refresh(stack, second)).toMatchObject({ user: null })
})

test('many tabs at the same moment all get a token, and one cookie', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const first = await begin(stack, ana.token)
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(stack, first)))
  expect(new Set(answers.map(({ user }) => user?.id))).toEqual(new Set([ana.id]))
  expect(new Set(answers.map(({ cookie }) => cookie)).size).toBe(1)
})

test('signing out anywhere, a new password and ending it here make it worthless', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const one = await begin(stack, ana.token)
  await ana.client.logout()
  expect(await refresh(stack, one)).toMatchObject({ user: null })
  const two = await begin(stack, (await stack.signIn('ana')).token)
  const { setCookie } = await ask(stack, 'DELETE', '/api/auth/refresh', { ...fromConsole, cookie: two })
  expect(setCookie).toContain('Max-Age=0')
  expect(await refresh(stack, two)).toMatchObject({ user: null })
  const three = await begin(stack, (await stack.signIn('ana')).token)
  await stack.internal.setUserPassword({ params: { username: 'ana' }, body: { password: `${testPassword}x` } })
  expect(await refresh(stack, three)).toMatchObject({ user: null })
})

test('a page of another site, and a cookie that is none, get nothing', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const cookie = await begin(stack, ana.token)
  expect(await ask(stack, 'POST', '/api/auth/refresh', { cookie })).toMatchObject({ status: 403, setCookie: undefined })
  expect(await ask(stack, 'DELETE', '/api/auth/refresh', { cookie })).toMatchObject({ status: 403 })
  const [id = ''] = cookie.split('.')
  for (const wrong of ['', 'x', id, `${id}.`, `${id}.${'0'.repeat(64)}`]) {
    expect(await refresh(stack, wrong), wrong).toMatchObject({ status: 200, user: null })
  }
})

test('it is Secure where the browser came by HTTPS', async () => {
  await using stack = await startTestServer({ trustedProxies: ['127.0.0.1'] })
  const ana = await stack.signUp('ana')
  const headers = { authorization: `Bearer ${ana.token}`, 'x-forwarded-proto': 'https' }
  expect((await ask(stack, 'POST', '/api/auth/browser-session', headers)).setCookie).toMatch(/; Secure$/)
})
