import { expect, test } from 'vitest'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { startTestServer, testPassword } from '../../test-server.ts'
import { ask, begin, beginWith, fromConsole, opens, refresh, signInAtPage, signInHere } from './test-browser.ts'

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

test('a session ends after thirty days, however much it is used', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  let cookie = await begin(stack, ana.token)
  for (let hour = 60; hour < 30 * 24; hour += 60) {
    stack.clock.advance(hours(60))
    const next = await refresh(stack, cookie)
    expect(next.user, `hour ${hour}`).toMatchObject({ id: ana.id })
    cookie = next.cookie ?? ''
  }
  stack.clock.advance(hours(60) - minutes(5))
  const last = await refresh(stack, cookie)
  stack.clock.advance(minutes(4))
  expect(await opens(stack, last.user?.token ?? '')).toBe(true)
  stack.clock.advance(minutes(1))
  expect(await opens(stack, last.user?.token ?? '')).toBe(false)
  expect(await refresh(stack, last.cookie ?? '')).toMatchObject({ user: null })
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

test('what a page holds ends after a quarter of an hour, whatever is asked for with it; the cookie gets the next', async () => {
  await using stack = await startTestServer()
  const { tenantId: tenant } = await stack.signUp('ana')
  const { login, held, cookie } = await signInHere(stack, 'ana')
  stack.clock.advance(minutes(14))
  const renewed = (await stack.as(held).getAuthUser()).body.token
  const switched = (await stack.as(renewed).switchNamespace({ params: { tenant } })).body.token
  const next = await refresh(stack, cookie)
  for (const token of [held, renewed, switched, login.token]) expect(await opens(stack, token)).toBe(true)
  stack.clock.advance(minutes(1))
  for (const token of [held, renewed, switched, login.token]) expect(await opens(stack, token)).toBe(false)
  expect(await opens(stack, next.user?.token ?? '')).toBe(true)
})

test('a token that was held by nobody is good for its 72 hours, also beside a browser session', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { user, cookie = '' } = await beginWith(stack, ana.token)
  stack.clock.advance(hours(71))
  expect([await opens(stack, ana.token), await opens(stack, user?.token ?? '')]).toEqual([true, false])
  await ask(stack, 'DELETE', '/api/auth/refresh', { ...fromConsole, cookie })
  expect(await opens(stack, ana.token)).toBe(true)
})

test('what a page holds ends at once with its session: signed out there or everywhere, or its cookie used twice', async () => {
  await using stack = await startTestServer()
  await stack.signUp('ana')
  const [one, two, three] = [
    await signInHere(stack, 'ana'),
    await signInHere(stack, 'ana'),
    await signInHere(stack, 'ana'),
  ]
  await ask(stack, 'DELETE', '/api/auth/refresh', { ...fromConsole, cookie: one.cookie })
  expect([await opens(stack, one.held), await opens(stack, two.held)]).toEqual([false, true])
  const { user } = await refresh(stack, two.cookie)
  stack.clock.advance(seconds(31))
  await refresh(stack, two.cookie)
  expect([await opens(stack, user?.token ?? ''), await opens(stack, two.held)]).toEqual([false, false])
  expect(await opens(stack, three.held)).toBe(true)
  await stack.as(three.held).logout()
  expect(await opens(stack, three.held)).toBe(false)
})

test('what a page holds does not become another session, nor does its login, also after signing out', async () => {
  await using stack = await startTestServer()
  await stack.signUp('ana')
  const { login, held, cookie } = await signInHere(stack, 'ana')
  const { token: renewed } = (await stack.as(login.token).getAuthUser()).body
  const refused = { status: 403, setCookie: undefined }
  const tryAll = async () => {
    for (const token of [login.token, renewed]) {
      expect(await beginWith(stack, token, fromConsole)).toMatchObject(refused)
    }
  }
  expect(await beginWith(stack, held, fromConsole)).toMatchObject(refused)
  expect(await opens(stack, held)).toBe(true)
  await tryAll()
  await ask(stack, 'DELETE', '/api/auth/refresh', { ...fromConsole, cookie })
  await tryAll()
})

test('a login of a console begins its session from a console alone', async () => {
  await using stack = await startTestServer()
  await stack.signUp('ana')
  const token = (await signInAtPage(stack, 'ana')).token
  expect(await beginWith(stack, token)).toMatchObject({ status: 403, setCookie: undefined })
  expect(await beginWith(stack, token, fromConsole)).toMatchObject({ status: 200, user: { user: 'ana' } })
})
