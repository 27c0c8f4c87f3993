import { ApiError } from '@sshore/client'
import { contract, editions, endpoints, limits } from '@sshore/contract'
import { expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { getMailed, invitedBy, mailTo, registration } from '../../test-accounts.ts'
import { secondServices } from '../../test-device.ts'
import type { ServerOptions } from '../../services.ts'
import { startTestServer, type TestServer, testPassword } from '../../test-server.ts'
import { answerRequests } from './requests.ts'
import { sweepAccounts } from './upkeep.ts'

const publicUrl = 'https://sshore.example.org'
const { signal: never } = new AbortController()

async function start(options: Partial<ServerOptions> = {}) {
  const stack = await startTestServer({ publicUrl, withJobs: false, ...options })
  const ana = await stack.signUp('ana')
  return { stack, ana, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() }
}

/** One round of the job that answers who asked for mail. */
async function answered(stack: TestServer): Promise<void> {
  await using services = await secondServices(stack)
  await answerRequests(services, never)
}

const kinds = async (stack: TestServer): Promise<string[]> =>
  (await stack.internal.listMails({ query: { per_page: 100 } })).body.map(
    ({ kind, recipient }) => `${kind} ${recipient}`,
  )

const login = ({ anonymous }: TestServer, username: string, password = testPassword) =>
  anonymous.login({ body: { username, password } })

test('whoever registers confirms the address before they sign in', async () => {
  await using all = await start()
  const { stack } = all
  const body = registration('carla')
  await stack.anonymous.registerUser({ body: { ...body, email: 'Carla@Example.org' } })
  await expect(login(stack, 'carla')).rejects.toMatchObject({ status: 403, code: 'user_not_confirmed' })
  const link = await getMailed(stack, 'carla@example.org', 'account-confirmation')
  expect((await mailTo(stack, 'carla@example.org', 'account-confirmation'))?.link).toMatch(
    /^https:\/\/sshore\.example\.org\/validation-account\?email=carla%40example\.org&token=[0-9a-f-]{36}$/,
  )
  const { token = '' } = link
  for (const wrong of [
    { email: 'ana@example.org', token },
    { email: 'carla@example.org', token: crypto.randomUUID() },
    { email: 'carla@example.org', token: 'x' },
  ]) {
    await expect(stack.anonymous.confirmAccount({ query: wrong })).rejects.toMatchObject({
      status: 404,
      code: 'confirmation_not_found',
    })
  }
  await stack.anonymous.confirmAccount({ query: { email: 'CARLA@example.org', token } })
  // Mail programs open links ahead of people.
  await stack.anonymous.confirmAccount({ query: { email: 'carla@example.org', token } })
  expect((await login(stack, 'carla')).body).toMatchObject({
    tenant: '',
    max_namespaces: limits.accounts.namespacesMost,
  })
})

test('a link is good for a day', async () => {
  await using all = await start()
  const { stack } = all
  await stack.anonymous.registerUser({ body: registration('carla') })
  const query = (await getMailed(stack, 'carla@example.org', 'account-confirmation')) as {
    email: string
    token: string
  }
  stack.clock.advance(hours(limits.mail.confirmationHours))
  await expect(stack.anonymous.confirmAccount({ query })).rejects.toMatchObject({ code: 'confirmation_not_found' })
  await stack.anonymous.resendConfirmation({ body: { username: 'carla' } })
  await answered(stack)
  const again = await getMailed(stack, 'carla@example.org', 'account-confirmation')
  expect(again['token']).not.toBe(query.token)
  await stack.anonymous.confirmAccount({ query: { email: query.email, token: again['token'] ?? '' } })
  await login(stack, 'carla')
})

test('invalid and conflicting fields are answered as bare lists', async () => {
  await using all = await start()
  const call = (body: unknown) =>
    all.stack.server.transport({
      method: 'POST',
      path: '/api/register',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { sig: _, ...good } = { ...registration('carla'), sig: '' }
  const answers = [
    await call({ ...good, name: 'x', username: 'a b', email: 'nonsense', password: '1' }),
    await call({ ...good, email: 'ANA@example.org' }),
    await call({ ...good, username: 'Ana', email: 'ana@example.org' }),
    await call({ ...good, username: 'ana@example.org' }),
  ]
  expect(answers.map(({ status, text }) => [status, (JSON.parse(text) as string[]).toSorted()])).toEqual([
    [400, ['email', 'name', 'password', 'username']],
    [409, ['email']],
    [409, ['email', 'username']],
    [409, ['username']],
  ])
  expect((await call({ ...good, email_marketing: undefined })).status).toBe(400)
  // The control.
  expect(await call(good)).toMatchObject({ status: 200, text: '' })
})

test('of two who register the same name at once one is first', async () => {
  await using all = await start()
  const { stack } = all
  const tries = await Promise.allSettled(
    ['one', 'two'].map((name) =>
      stack.anonymous.registerUser({ body: { ...registration('carla'), email: `${name}@example.org` } }),
    ),
  )
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
})

test('asking for mail is answered the same for every name, and mails only those that want it', async () => {
  await using all = await start()
  const { stack } = all
  await stack.anonymous.registerUser({ body: registration('carla') })
  const before = await kinds(stack)
  const ask = (path: string, username: string) =>
    stack.server.transport({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', 'accept-language': 'pt-BR,pt;q=0.9' },
      body: JSON.stringify({ username }),
    })
  const paths = ['/api/user/resend_email', '/api/user/recover_password']
  await using open = await stack.openDatabase()
  const rows = () => open.database.selectFrom('account_requests').selectAll().orderBy('created_at').execute()
  const known = (await rows()).length
  const answers = []
  for (const path of paths) {
    for (const name of ['ana', 'carla', 'nobody', 'ANA@example.org']) answers.push(await ask(path, name))
  }
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 ']))
  // What an answer took: one row each, and no mail, whoever was named.
  expect((await rows()).length - known).toBe(8)
  expect(await kinds(stack)).toEqual(before)
  await answered(stack)
  expect((await kinds(stack)).toSorted()).toEqual(
    [
      ...before,
      'account-confirmation carla@example.org',
      'password-recovery ana@example.org',
      'password-recovery ana@example.org',
      'password-recovery carla@example.org',
    ].toSorted(),
  )
  expect((await mailTo(stack, 'ana@example.org', 'password-recovery'))?.text).toContain('Escolher uma nova senha')
  // Names that were typed are forgotten; nothing is answered twice.
  expect((await rows()).map(({ login: name, done }) => [name, done])).toEqual(
    Array.from({ length: known + 8 }, () => ['', 1]),
  )
  const mails = await kinds(stack)
  await answered(stack)
  expect(await kinds(stack)).toEqual(mails)
})

test('a network asks so often and no more, and a mailbox is not filled', async () => {
  await using all = await start()
  const { stack } = all
  const most = limits.accounts.requestsPerNetworkHour
  for (let count = 0; count < most; count += 1) {
    await stack.anonymous.recoverPassword({ body: { username: count < most / 2 ? 'ana' : `nobody-${count}` } })
  }
  const refused = { status: 429, code: 'too_many_requests' }
  await expect(stack.anonymous.recoverPassword({ body: { username: 'ana' } })).rejects.toMatchObject(refused)
  await expect(stack.anonymous.recoverPassword({ body: { username: 'nobody' } })).rejects.toMatchObject(refused)
  await expect(stack.anonymous.registerUser({ body: registration() })).rejects.toMatchObject(refused)
  await answered(stack)
  expect(await kinds(stack)).toHaveLength(limits.mail.perRecipientHour)
  stack.clock.advance(hours(1))
  await stack.anonymous.recoverPassword({ body: { username: 'ana' } })
  await answered(stack)
  expect(await kinds(stack)).toHaveLength(limits.mail.perRecipientHour + 1)
})

test('whoever tries which names are taken is counted as well', async () => {
  await using all = await start()
  const { stack } = all
  const taken = { ...registration('carla'), email: 'ana@example.org' }
  for (let count = 0; count < limits.accounts.requestsPerNetworkHour; count += 1) {
    await expect(stack.anonymous.registerUser({ body: taken })).rejects.toMatchObject({ status: 409 })
  }
  await expect(stack.anonymous.registerUser({ body: taken })).rejects.toMatchObject({ status: 429 })
})

/** The link to a new password that was mailed. */
async function recoveryOf(stack: TestServer, name: string) {
  await stack.anonymous.recoverPassword({ body: { username: name } })
  await answered(stack)
  const { id = '', token = '' } = await getMailed(stack, `${name}@example.org`, 'password-recovery')
  return { uid: id, token }
}

const setPassword = ({ anonymous }: TestServer, link: { uid: string; token: string }, password = 'another word') =>
  anonymous.setRecoveredPassword({ params: { uid: link.uid as never }, body: { password, token: link.token } })

test('a recovered password ends every link, every token and a lockout', async () => {
  await using all = await start()
  const { stack, ana } = all
  for (let failures = 0; failures < 3; failures += 1) await login(stack, 'ana', 'wrong').catch(() => undefined)
  await expect(login(stack, 'ana')).rejects.toMatchObject({ status: 429 })
  const first = await recoveryOf(stack, 'ana')
  const second = await recoveryOf(stack, 'ana')
  await setPassword(stack, first)
  await expect(ana.client.getAuthUser({})).rejects.toMatchObject({ status: 401 })
  for (const link of [first, second]) {
    await expect(setPassword(stack, link)).rejects.toMatchObject({ status: 401, code: 'recovery_link_unknown' })
  }
  await login(stack, 'ana', 'another word')
  await expect(login(stack, 'ana')).rejects.toMatchObject({ status: 401 })
  expect(await kinds(stack)).toContain('password-changed ana@example.org')
})

test('a link to a new password opens one account alone, once, for a day', async () => {
  await using all = await start()
  const { stack } = all
  const bob = await stack.signUp('bob')
  const link = await recoveryOf(stack, 'ana')
  const refused = { status: 401, code: 'recovery_link_unknown' }
  await expect(setPassword(stack, { uid: bob.id, token: link.token })).rejects.toMatchObject(refused)
  await expect(setPassword(stack, { ...link, token: crypto.randomUUID() })).rejects.toMatchObject(refused)
  // One of another kind is no link to a password.
  await stack.anonymous.registerUser({ body: registration('carla') })
  const confirmation = await getMailed(stack, 'carla@example.org', 'account-confirmation')
  await expect(setPassword(stack, { ...link, token: confirmation['token'] ?? '' })).rejects.toMatchObject(refused)
  const tries = await Promise.allSettled([setPassword(stack, link, 'one word'), setPassword(stack, link, 'two words')])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const late = await recoveryOf(stack, 'ana')
  stack.clock.advance(hours(limits.mail.recoveryHours))
  await expect(setPassword(stack, late)).rejects.toMatchObject(refused)
})

test('a changed address or password ends links, and the address before is told', async () => {
  await using all = await start()
  const { stack } = all
  const first = await recoveryOf(stack, 'ana')
  await stack.internal.setUserPassword({ params: { username: 'ana' }, body: { password: testPassword } })
  await expect(setPassword(stack, first)).rejects.toMatchObject({ code: 'recovery_link_unknown' })
  const second = await recoveryOf(stack, 'ana')
  const { client } = await stack.signIn('ana')
  await client.updateUser({ body: { name: 'Ana Lima' } })
  expect(await kinds(stack)).not.toContain('address-changed ana@example.org')
  await client.updateUser({ body: { email: 'lima@example.org' } })
  await expect(setPassword(stack, second)).rejects.toMatchObject({ code: 'recovery_link_unknown' })
  expect(await kinds(stack)).toContain('address-changed ana@example.org')
})

test('no link to a new password goes to an address that was just changed, which a stolen token could do', async () => {
  await using all = await start()
  const { stack, ana } = all
  const asked = async () => {
    await stack.anonymous.recoverPassword({ body: { username: 'ana' } })
    await answered(stack)
    return (await kinds(stack)).filter((kind) => kind.startsWith('password-recovery'))
  }
  await ana.client.updateUser({ body: { email: 'thief@example.org' } })
  stack.clock.advance(hours(71))
  expect(await asked()).toEqual([])
  stack.clock.advance(hours(1))
  expect(await asked()).toEqual(['password-recovery thief@example.org'])
  // Whoever looks after the server changes it for somebody who needs it now.
  await stack.internal.adminUpdateUser({ params: { id: ana.id }, body: { email: 'ana@example.com' } })
  expect(await asked()).toContain('password-recovery ana@example.com')
})

test('whoever recovers a password has confirmed the address, so nobody can sit on it', async () => {
  await using all = await start()
  const { stack } = all
  await stack.anonymous.registerUser({ body: { ...registration('carla'), password: 'of a stranger' } })
  await setPassword(stack, await recoveryOf(stack, 'carla'), 'of carla')
  await login(stack, 'carla', 'of carla')
  await expect(login(stack, 'carla', 'of a stranger')).rejects.toMatchObject({ status: 401 })
})

test('what nobody confirms is removed after a week, and its name is free', async () => {
  await using all = await start()
  const { stack, ana } = all
  await stack.anonymous.registerUser({ body: registration('carla') })
  await invitedBy(ana.client, ana.tenantId, 'guest@example.org')
  await using services = await secondServices(stack)
  const names = async () => (await stack.internal.listUsers({ query: {} })).body.map(({ email }) => email.split('@')[0])
  stack.clock.advance(hours(24 * limits.accounts.unconfirmedDays) - 1)
  await sweepAccounts(services)
  expect((await names()).toSorted()).toEqual(['ana', 'carla', 'guest'])
  stack.clock.advance(2)
  await sweepAccounts(services)
  // Whoever was invited still is, for as long as the invitation stands.
  expect((await names()).toSorted()).toEqual(['ana', 'guest'])
  const { client } = await stack.signIn('ana')
  const { body: users } = await stack.internal.listUsers({ query: {} })
  const guest = users.find(({ status }) => status === 'invited')
  expect(guest?.username).toBe('')
  await client.removeMember({ params: { tenant: ana.tenantId, uid: guest?.id ?? ana.id } })
  await sweepAccounts(services)
  expect(await names()).toEqual(['ana'])
  await stack.anonymous.registerUser({ body: registration('carla') })
})

test('registration is open, for the invited, or closed, and waits for the setup', async () => {
  for (const [choice, anybody, invited] of [
    ['open', 200, 200],
    ['invited', 403, 200],
    ['closed', 403, 403],
  ] as const) {
    await using all = await start({ registration: choice })
    const { stack, ana } = all
    const register = (body: ReturnType<typeof registration> & { sig?: string }) =>
      stack.anonymous.registerUser({ body }).then(
        () => 200,
        (error: unknown) => (error instanceof ApiError ? error.status : 0),
      )
    const guest = registration('guest')
    const { sig } = await invitedBy(ana.client, ana.tenantId, guest.email)
    expect((await stack.anonymous.getInfo({ query: {} })).body.registration).toBe(choice)
    expect([choice, await register(registration('carla')), await register({ ...guest, sig })]).toEqual([
      choice,
      anybody,
      invited,
    ])
  }
  await using fresh = await startTestServer({ withJobs: false })
  await expect(fresh.anonymous.registerUser({ body: registration() })).rejects.toMatchObject({
    status: 403,
    code: 'registration_closed',
  })
  expect((await fresh.anonymous.getInfo({ query: {} })).body).toMatchObject({ setup: false, registration: 'closed' })
})

test('there are no such calls in the smallest edition, and account removal only in the largest', async () => {
  const [smallest, middle, largest] = editions
  const mine = endpoints.filter(({ feature }) => feature === 'accounts' || feature === 'invites')
  expect(mine).toHaveLength(12)
  for (const [edition, absent] of [
    [smallest, [...mine, contract.deleteOwnAccount]],
    [middle, [contract.deleteOwnAccount]],
  ] as const) {
    await using stack = await startTestServer({ edition, withJobs: false })
    for (const { method, path } of absent) {
      const reply = await stack.server.transport({ method, path: path.replaceAll(/\{\w+\}/g, 'x'), headers: {} })
      expect([path, reply.status]).toEqual([path, 404])
      expect(reply.text).toContain(edition)
    }
  }
  await using all = await start({ edition: largest })
  const { stack, ana } = all
  await expect(ana.client.deleteOwnAccount({})).rejects.toMatchObject({ status: 403, code: 'owner_cannot_be_removed' })
  await stack.internal.createUser({
    body: { username: 'bob', email: 'bob@example.org', password: testPassword },
  })
  const { client } = await stack.signIn('bob')
  await client.deleteOwnAccount({})
  await expect(client.getAuthUser({})).rejects.toMatchObject({ status: 401 })
  await expect(login(stack, 'bob')).rejects.toMatchObject({ status: 401 })
})
