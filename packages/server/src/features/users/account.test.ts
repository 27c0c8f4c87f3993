import { expect, test } from 'vitest'
import { startTestServer, testPassword } from '../../test-server.ts'

test('only what is present changes, and what is empty stays', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await ana.client.updateUser({ body: { name: 'Ana Lima', recovery_email: 'Ana@Example.com' } })
  await ana.client.updateUser({ body: { username: 'Anita', email: '', name: '' } })
  expect((await ana.client.getAuthUser()).body).toMatchObject({
    name: 'Ana Lima',
    user: 'anita',
    email: 'ana@example.org',
    recovery_email: 'ana@example.com',
  })
  await stack.signIn('anita')
})

test.each([
  ['a recovery address equal to the address', { recovery_email: 'ANA@example.org' }, ['email', 'recovery_email']],
  ['an address equal to the recovery address', { email: 'spare@example.org' }, ['email', 'recovery_email']],
  ['no recovery address any more', { recovery_email: '' }, ['recovery_email']],
  ['a password without the current one', { password: 'battery staple' }, ['current_password']],
  ['a password that is too short', { password: 'abcd', current_password: testPassword }, ['password']],
  ['a name that is too long', { name: 'x'.repeat(21), username: 'a b' }, ['name', 'username']],
] as const)('%s is refused with a bare list of the fields', async (_title, body, fields) => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await ana.client.updateUser({ body: { recovery_email: 'spare@example.org' } })
  const reply = await stack.server.transport({
    method: 'PATCH',
    path: '/api/users',
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([reply.status, JSON.parse(reply.text)]).toEqual([400, fields])
})

test('names and addresses that others have are refused, all of them at once', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await stack.signUp('bob')
  const taken = ana.client.updateUser({ body: { username: 'BOB', email: 'bob@example.org' } })
  await expect(taken).rejects.toMatchObject({ status: 409, fields: ['username', 'email'] })
  await ana.client.updateUser({ body: { username: 'ana', email: 'ana@example.org' } })
})

test('a new password needs the current one and ends every token, this one too', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const elsewhere = await stack.signIn('ana')
  const change = (current: string, password: string) =>
    ana.client.updateUser({ body: { current_password: current, password } })
  await expect(change('wrong one', 'battery staple')).rejects.toMatchObject({
    status: 400,
    fields: ['current_password'],
  })
  await elsewhere.client.getAuthUser()
  await change(testPassword, 'battery staple')
  await expect(ana.client.getAuthUser()).rejects.toMatchObject({ status: 401 })
  await expect(elsewhere.client.getAuthUser()).rejects.toMatchObject({ status: 401 })
  await expect(stack.signIn('ana')).rejects.toMatchObject({ status: 401 })
  await stack.anonymous.login({ body: { username: 'ana', password: 'battery staple' } })
})

test('guesses at the current password are locked out like those of a login', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const guess = () => ana.client.updateUser({ body: { current_password: 'wrong one', password: 'battery staple' } })
  await expect(guess()).rejects.toMatchObject({ status: 400 })
  await expect(guess()).rejects.toMatchObject({ status: 400 })
  await expect(guess()).rejects.toMatchObject({ status: 429, code: 'account_locked' })
  const right = ana.client.updateUser({ body: { current_password: testPassword, password: 'battery staple' } })
  await expect(right).rejects.toMatchObject({ status: 429 })
  await expect(stack.signIn('ana')).rejects.toMatchObject({ status: 429 })
  stack.clock.advance(61_000)
  await stack.signIn('ana')
  const { body: entries } = await ana.client.listAudit()
  const told = entries
    .filter(({ action }) => action.startsWith('user.'))
    .map(({ action, actor }) => [action, actor.kind])
  expect(told).toEqual([
    ['user.login', 'anybody'],
    ['user.login-locked', 'user'],
    ['user.login-failed', 'user'],
    ['user.login-failed', 'user'],
    ['user.login', 'anybody'],
  ])
})

test('the older calls work for oneself and for nobody else', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const bob = await stack.signUp('bob')
  await ana.client.updateUserData({ params: { id: ana.id }, body: { name: 'Ana Lima' } })
  const other = ana.client.updateUserData({ params: { id: bob.id }, body: { name: 'Eve' } })
  await expect(other).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
  const body = { current_password: testPassword, new_password: 'battery staple' }
  await expect(ana.client.updateUserPassword({ params: { id: bob.id }, body })).rejects.toMatchObject({ status: 404 })
  await ana.client.updateUserPassword({ params: { id: ana.id }, body })
  await stack.anonymous.login({ body: { username: 'ana', password: 'battery staple' } })
  await stack.signIn('bob')
})
