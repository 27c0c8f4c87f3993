import type { TenantId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { startTestServer, testPassword, type TestServer } from '../../test-server.ts'

const unknownTenant = '00000000-0000-4000-8000-000000000000' as TenantId

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly lockout: string | undefined
}

/** Tries to sign in as seen through a proxy; undefined when it worked. */
async function attempt(
  stack: TestServer,
  username: string,
  password: string,
  address = '203.0.113.1',
): Promise<Refusal | undefined> {
  const reply = await stack.server.transport({
    method: 'POST',
    path: '/api/login',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ username, password }),
  })
  if (reply.status === 200) return undefined
  const { code, message } = JSON.parse(reply.text) as { code: string; message: string }
  return { status: reply.status, code, message, lockout: reply.header('x-account-lockout') }
}

const wrong = { status: 401, code: 'invalid_credentials', lockout: '0' }
const locked = { status: 429, code: 'account_locked' }
/** In-process requests come from loopback. */
const behindProxy = { trustedProxies: ['127.0.0.1'] }

test('signs in by user name or e-mail address, without regard to case, into a namespace', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  expect(ana).toMatchObject({
    user: 'ana',
    origin: 'local',
    auth_methods: ['local'],
    email: 'ana@example.org',
    recovery_email: '',
    role: 'owner',
    mfa: false,
  })
  const { body, headers } = await stack.anonymous.login({
    body: { username: 'ANA@example.org', password: testPassword },
  })
  expect(headers).toEqual({ 'X-Account-Lockout': '0', 'X-MFA-Token': '' })
  expect(body.tenant).toBe(ana.tenant)
  expect((await ana.client.listNamespaces()).body).toMatchObject([{ name: 'ana', tenant_id: ana.tenant }])
})

test('the alias of the login works the same', async () => {
  await using stack = await startTestServer()
  await stack.signUp('ana')
  const reply = await stack.server.transport({
    method: 'POST',
    path: '/api/auth/user',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ana', password: testPassword }),
  })
  expect(reply.status).toBe(200)
})

test('the third failure locks for a minute, the next for four, and the password is not looked at meanwhile', async () => {
  await using stack = await startTestServer(behindProxy)
  await stack.signUp('ana')
  expect(await attempt(stack, 'ana', 'wrong')).toMatchObject(wrong)
  expect(await attempt(stack, 'ana', 'wrong')).toMatchObject(wrong)
  const third = await attempt(stack, 'ana', 'wrong')
  expect(third).toMatchObject({ ...locked, lockout: String(Math.ceil((stack.clock.now() + minutes(1)) / 1000)) })

  stack.clock.advance(minutes(1) - 1)
  expect(await attempt(stack, 'ana', testPassword)).toMatchObject(locked)
  stack.clock.advance(1)
  expect(await attempt(stack, 'ana', 'wrong')).toMatchObject(locked)
  stack.clock.advance(minutes(4) - 1)
  expect(await attempt(stack, 'ana', testPassword)).toMatchObject(locked)
  stack.clock.advance(1)
  expect(await attempt(stack, 'ana', testPassword)).toBeUndefined()
  // Forgiven: the count starts over.
  expect(await attempt(stack, 'ana', 'wrong')).toMatchObject(wrong)
  expect(await attempt(stack, 'ana', 'wrong')).toMatchObject(wrong)
})

test('user name and e-mail address share one count, addresses do not', async () => {
  await using stack = await startTestServer(behindProxy)
  await stack.signUp('ana')
  await attempt(stack, 'ana', 'wrong')
  await attempt(stack, 'ana@example.org', 'wrong')
  expect(await attempt(stack, 'ANA', 'wrong')).toMatchObject(locked)
  expect(await attempt(stack, 'ana', testPassword, '203.0.113.2')).toBeUndefined()
})

test('an unknown user answers and locks like a known one', async () => {
  await using stack = await startTestServer(behindProxy)
  await stack.signUp('ana')
  for (let i = 0; i < 4; i++) {
    expect(await attempt(stack, 'nobody', 'wrong')).toEqual(await attempt(stack, 'ana', 'wrong'))
  }
})

test('an unknown user costs as many password hashes as a known one', async () => {
  await using stack = await startTestServer({ ...behindProxy, lockoutCeilingMinutes: 0 })
  await stack.signUp('ana')
  const median = async (username: string): Promise<number> => {
    const times: number[] = []
    for (let i = 0; i < 9; i++) {
      const before = performance.now()
      expect(await attempt(stack, username, 'wrong')).toMatchObject(wrong)
      times.push(performance.now() - before)
    }
    return times.toSorted((a, b) => a - b)[4] ?? 0
  }
  // Without the dummy hash the ratio is above ten; the bound leaves room for a busy machine.
  const [known, unknown] = [await median('ana'), await median('nobody')]
  expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(3)
})

test('guesses sent all at once are no more than guesses sent in turn', async () => {
  await using stack = await startTestServer(behindProxy)
  await stack.signUp('ana')
  const guesses = [...Array.from({ length: 30 }, () => 'wrong'), testPassword]
  const answers = await Promise.all(guesses.map((guess) => attempt(stack, 'ana', guess)))
  expect(answers.filter((answer) => answer?.code === 'invalid_credentials')).toHaveLength(2)
  expect(answers.filter((answer) => answer?.code === 'account_locked')).toHaveLength(29)
})

test('the right password many times at once always works', async () => {
  await using stack = await startTestServer(behindProxy)
  await stack.signUp('ana')
  const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(stack, 'ana', testPassword)))
  expect(answers).toEqual(Array(12).fill(undefined))
})

test('changing the address does not evade the lock, but an address the user is known at stays open', async () => {
  await using stack = await startTestServer(behindProxy)
  await stack.signUp('ana')
  expect(await attempt(stack, 'ana', testPassword, '198.51.100.7')).toBeUndefined()
  for (let i = 1; i < 30; i++) expect(await attempt(stack, 'ana', 'wrong', `203.0.113.${i}`)).toMatchObject(wrong)
  expect(await attempt(stack, 'ana', 'wrong', '203.0.113.30')).toMatchObject(locked)
  expect(await attempt(stack, 'ana', testPassword, '203.0.113.31')).toMatchObject(locked)
  expect(await attempt(stack, 'ana', testPassword, '198.51.100.7')).toBeUndefined()
}, 20_000)

test('a ceiling of zero switches the lockout off', async () => {
  await using stack = await startTestServer({ ...behindProxy, lockoutCeilingMinutes: 0 })
  await stack.signUp('ana')
  for (let i = 0; i < 5; i++) expect(await attempt(stack, 'ana', 'wrong')).toMatchObject(wrong)
  expect(await attempt(stack, 'ana', testPassword)).toBeUndefined()
})

test('a new password, like signing out, ends every token at once', async () => {
  await using stack = await startTestServer()
  const first = await stack.signUp('ana')
  await first.client.logout()
  await expect(first.client.getAuthUser()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })

  const second = await stack.signIn('ana')
  await second.client.getAuthUser()
  await stack.internal.setUserPassword({ params: { username: 'ana' }, body: { password: 'battery staple' } })
  await expect(second.client.listNamespaces()).rejects.toMatchObject({ status: 401 })
  await expect(stack.signIn('ana')).rejects.toMatchObject({ code: 'invalid_credentials' })
})

test('a token that is renewed while its user signs out everywhere ends with the others', async () => {
  await using stack = await startTestServer()
  const { tenantId: tenant } = await stack.signUp('ana')
  const opens = async (token: string) => (await stack.as(token).getAuthUser()).body.user
  for (let round = 0; round < 4; round += 1) {
    const { client, token } = await stack.signIn('ana')
    expect(await opens(token)).toBe('ana')
    // Those that come later wait behind the change that ends the token.
    const asked = Array.from({ length: 8 }, (_, each) =>
      each % 2 === 0 ? client.getAuthUser() : client.switchNamespace({ params: { tenant } }),
    )
    const [, ...renewed] = await Promise.allSettled([client.logout(), ...asked])
    for (const each of renewed) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'unauthenticated' })
      else await expect(opens(each.value.body.token)).rejects.toMatchObject({ code: 'unauthenticated' })
    }
  }
})

test('a token ends after 72 hours and is renewed by asking who one is', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  stack.clock.advance(hours(71))
  const { body: renewed } = await ana.client.getAuthUser()
  stack.clock.advance(hours(2))
  await expect(ana.client.getAuthUser()).rejects.toMatchObject({ status: 401 })
  expect((await stack.as(renewed.token).getAuthUser()).body).toMatchObject({ user: 'ana', tenant: ana.tenant })
})

test('switching to another namespace binds a token to it and makes it the preferred one', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const bob = await stack.signUp('bob')
  const { body: lab } = await ana.client.createNamespace({ body: { name: 'Lab' } })
  const { body: switched } = await ana.client.switchNamespace({ params: { tenant: lab.tenant_id } })
  expect(switched).toMatchObject({ tenant: lab.tenant_id, role: 'owner' })
  expect((await stack.signIn('ana')).tenant).toBe(lab.tenant_id)

  const refused = await bob.client
    .switchNamespace({ params: { tenant: lab.tenant_id } })
    .catch((error: unknown) => error)
  const missing = await bob.client
    .switchNamespace({ params: { tenant: unknownTenant } })
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 404, code: 'namespace_not_found' })
  // Another's namespace and one that is not there cannot be told apart.
  expect(missing).toMatchObject({ status: 404, code: 'namespace_not_found' })
})

test('a user without any namespace signs in, and is told to get one where one is needed', async () => {
  await using stack = await startTestServer()
  await stack.internal.createUser({ body: { username: 'eve', email: 'eve@example.org', password: testPassword } })
  const eve = await stack.signIn('eve')
  expect(eve).toMatchObject({ tenant: '', role: '' })
  const { tenant_id } = (await eve.client.createNamespace({ body: { name: 'own' } })).body
  expect((await stack.signIn('eve')).tenant).toBe(tenant_id)
  const refused = eve.client.updateNamespace({ params: { tenant: tenant_id }, body: {} })
  await expect(refused).rejects.toMatchObject({ status: 403, code: 'namespace_required' })
})
