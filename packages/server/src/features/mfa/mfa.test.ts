import { createClient } from '@sshore/client'
import { editions, features } from '@sshore/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes, seconds } from '../../platform/clock.ts'
import { beginLogin, codeOf, failureOf, generated, newSomebody, wrongCode } from '../../test-mfa.ts'
import { startTestServer, testPassword, type TestServer } from '../../test-server.ts'

let stack: TestServer
beforeAll(async () => {
  stack = await startTestServer({ trustedProxies: ['127.0.0.1'] })
}, 60_000)
afterAll(() => stack?.[Symbol.asyncDispose]())

type Member = Awaited<ReturnType<TestServer['signUp']>>
const somebody = () => newSomebody(stack)

const complete = async (token: string, code: string) =>
  (await stack.anonymous.authenticateMfa({ body: { token, code } })).body

test('a login asks for a code, which completes it once', async () => {
  const { name, enrolled } = await somebody()
  const code = codeOf(enrolled, stack)
  const token = await beginLogin(stack, name)
  expect(await complete(token, code)).toMatchObject({ user: name, mfa: true, tenant: expect.stringMatching(/-/) })
  expect(await failureOf(complete(token, codeOf(enrolled, stack, 1)))).toEqual([401, 'mfa_token_unknown'])
  // The code is used up, also for another login.
  expect(await failureOf(complete(await beginLogin(stack, name), code))).toEqual([401, 'wrong_code'])
})

test('of logins completed with the same code at once, one wins; and of those with the same token', async () => {
  const { name, enrolled } = await somebody()
  const tokens = [await beginLogin(stack, name), await beginLogin(stack, name)]
  const code = codeOf(enrolled, stack)
  const both = await Promise.all(tokens.map((token) => failureOf(complete(token, code))))
  expect(both.toSorted()).toEqual([[401, 'wrong_code'], 'worked'].toSorted())
  stack.clock.advance(seconds(90))
  const token = await beginLogin(stack, name)
  const codes = [codeOf(enrolled, stack), codeOf(enrolled, stack, 1)]
  const again = await Promise.all(codes.map((each) => failureOf(complete(token, each))))
  expect(again.toSorted()).toEqual([[401, 'mfa_token_unknown'], 'worked'].toSorted())
})

test('codes one step aside are taken, those further away are not', async () => {
  const { name, enrolled } = await somebody()
  for (const steps of [-2, 2]) {
    expect(await failureOf(complete(await beginLogin(stack, name), codeOf(enrolled, stack, steps)))).toEqual([
      401,
      'wrong_code',
    ])
  }
  for (const steps of [-1, 1]) await complete(await beginLogin(stack, name), codeOf(enrolled, stack, steps))
})

test('the token of a login ends with time, with a log-out and with a new password', async () => {
  const { name, member, enrolled } = await somebody()
  const late = await beginLogin(stack, name)
  stack.clock.advance(minutes(30))
  expect(await failureOf(complete(late, codeOf(enrolled, stack)))).toEqual([401, 'mfa_token_unknown'])
  const before = await beginLogin(stack, name)
  await member.client.logout()
  expect(await failureOf(complete(before, codeOf(enrolled, stack)))).toEqual([401, 'mfa_token_unknown'])
  const other = await beginLogin(stack, name)
  await stack.internal.setUserPassword({ params: { username: name }, body: { password: testPassword } })
  expect(await failureOf(complete(other, codeOf(enrolled, stack)))).toEqual([401, 'mfa_token_unknown'])
  await complete(await beginLogin(stack, name), codeOf(enrolled, stack))
})

test('wrong codes lock as wrong passwords do, and a right password between them gives no fresh guesses', async () => {
  const { name, enrolled } = await somebody()
  const wrong = wrongCode(enrolled, stack)
  expect(await failureOf(complete(await beginLogin(stack, name), wrong))).toEqual([401, 'wrong_code'])
  const token = await beginLogin(stack, name)
  const guess = { username: name, password: 'not this one' }
  expect(await failureOf(stack.anonymous.login({ body: guess }))).toEqual([401, 'invalid_credentials'])
  expect(await failureOf(complete(token, wrong))).toEqual([429, 'account_locked'])
  // Locked for right codes too, and for the password.
  expect(await failureOf(complete(token, codeOf(enrolled, stack)))).toEqual([429, 'account_locked'])
  expect(await failureOf(stack.signIn(name))).toEqual([429, 'account_locked'])
  stack.clock.advance(minutes(1))
  await complete(token, codeOf(enrolled, stack))
})

test('guesses sent at once are no more than guesses one after the other', async () => {
  const { name, enrolled } = await somebody()
  const token = await beginLogin(stack, name)
  const wrong = wrongCode(enrolled, stack)
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => failureOf(complete(token, wrong))))
  expect(outcomes.filter((outcome) => JSON.stringify(outcome) === '[401,"wrong_code"]')).toHaveLength(2)
  expect(await failureOf(complete(token, codeOf(enrolled, stack)))).toEqual([429, 'account_locked'])
})

test('enabling needs a recovery address, what was generated for this user, and a code of it', async () => {
  const bob = await stack.signUp('bob')
  expect(await failureOf(bob.client.generateMfa())).toEqual([400, 'recovery_email_missing'])
  const enrolled = await generated(bob.client, 'bob')
  const body = { code: codeOf(enrolled, stack), secret: enrolled.secret, recovery_codes: [...enrolled.recoveryCodes] }
  const eve = await stack.signUp('eve')
  const others = await generated(eve.client, 'eve')
  const tries = [
    [{ ...body, code: wrongCode(enrolled, stack) }, [401, 'wrong_code']],
    [{ ...body, code: codeOf(others, stack), secret: others.secret }, [400, 'enrolment_unknown']],
    [{ ...body, recovery_codes: [...others.recoveryCodes] }, [400, 'enrolment_unknown']],
    [
      { ...body, recovery_codes: Array.from({ length: 6 }, () => enrolled.recoveryCodes[0] ?? '') },
      [400, 'enrolment_unknown'],
    ],
  ] satisfies [typeof body, unknown][]
  for (const [wrong, failure] of tries) expect(await failureOf(bob.client.enableMfa({ body: wrong }))).toEqual(failure)
  expect(await bob.client.getMfa()).toMatchObject({ body: { enabled: false, recovery_codes_left: 0, keys: [] } })
  await bob.client.enableMfa({ body })
  expect(await bob.client.getMfa()).toMatchObject({ body: { enabled: true, recovery_codes_left: 6 } })
  expect((await bob.client.getAuthUser()).body).toMatchObject({ mfa: true })
  expect(await failureOf(bob.client.enableMfa({ body }))).toEqual([403, 'mfa_on'])
  expect(await failureOf(bob.client.generateMfa())).toEqual([403, 'mfa_on'])
})

test('what was generated can be enabled for half an hour', async () => {
  const dan = await stack.signUp('dan')
  const enrolled = await generated(dan.client, 'dan')
  stack.clock.advance(minutes(30))
  const body = { code: codeOf(enrolled, stack), secret: enrolled.secret, recovery_codes: [...enrolled.recoveryCodes] }
  expect(await failureOf(dan.client.enableMfa({ body }))).toEqual([400, 'enrolment_unknown'])
})

test('switching off needs a proof, which is counted like a password', async () => {
  const { name, member, enrolled } = await somebody()
  const refused = [403, 'second_factor_refused']
  const wrong = wrongCode(enrolled, stack)
  expect(await failureOf(member.client.disableMfa({ body: {} }))).toEqual([400, 'invalid_input'])
  for (const expected of [refused, refused, [429, 'account_locked']]) {
    expect(await failureOf(member.client.disableMfa({ body: { code: wrong } }))).toEqual(expected)
  }
  stack.clock.advance(minutes(1))
  await member.client.disableMfa({ body: { code: codeOf(enrolled, stack) } })
  expect(await failureOf(member.client.disableMfa({ body: { code: codeOf(enrolled, stack, 1) } }))).toEqual([
    403,
    'mfa_off',
  ])
  expect(await stack.signIn(name)).toMatchObject({ mfa: false })
})

test('a password that is proved between wrong codes gives no fresh guesses', async () => {
  const { member, enrolled } = await somebody()
  const other = await somebody()
  const wrong = () => failureOf(member.client.disableMfa({ body: { code: wrongCode(enrolled, stack) } }))
  const refused = [403, 'second_factor_refused']
  expect([await wrong(), await wrong()]).toEqual([refused, refused])
  // Proves the password and changes nothing, for the name is taken.
  const body = { username: other.name, password: 'another one', current_password: testPassword }
  expect(await failureOf(member.client.updateUser({ body }))).toEqual([409, expect.anything()])
  expect(await wrong()).toEqual([429, 'account_locked'])
})

test('whoever looks after the server switches off what somebody has lost, and signs them out', async () => {
  const { name, member } = await somebody()
  await stack.internal.disableMfaOf({ params: { username: name } })
  expect(await failureOf(member.client.getAuthUser())).toEqual([401, 'unauthenticated'])
  expect(await stack.signIn(name)).toMatchObject({ mfa: false })
  expect(await failureOf(stack.internal.disableMfaOf({ params: { username: name } }))).toEqual([403, 'mfa_off'])
})

test('a token that was there stays good, and every change is in the audit log without a secret', async () => {
  const { member, enrolled } = await somebody()
  expect((await member.client.getStats()).body).toMatchObject({ registered_devices: 0 })
  await member.client.disableMfa({ body: { recovery_code: enrolled.recoveryCodes[0] ?? '' } })
  await using open = await stack.openDatabase()
  const rows = await open.database.selectFrom('audit_entries').selectAll().execute()
  const text = JSON.stringify(rows.filter((row) => JSON.stringify(row).includes(member.id)))
  expect(text).toContain('user.mfa-enable')
  expect(text).toContain('user.mfa-disable')
  const stored = JSON.stringify(await open.database.selectFrom('mfa_recovery_codes').selectAll().execute())
  for (const secret of [enrolled.secret, ...enrolled.recoveryCodes]) expect(text + stored).not.toContain(secret)
})

test('only who signed in with a second factor says whether devices ask for one, and no API key does', async () => {
  const { name, member, enrolled } = await somebody()
  const params = { tenant: member.tenantId }
  const needed = [403, 'second_factor_needed']
  const asking = (require_mfa: boolean) => ({ params, body: { settings: { require_mfa } } })
  expect(await failureOf(member.client.updateNamespace(asking(true)))).toEqual(needed)
  // What does not change is nobody's business.
  await member.client.updateNamespace(asking(false))
  const { token } = await complete(await beginLogin(stack, name), codeOf(enrolled, stack))
  const proved = stack.as(token)
  expect((await proved.updateNamespace(asking(true))).body.settings).toMatchObject({ require_mfa: true })
  const body = { name: 'robot', expires_at: 30, role: 'administrator', key: crypto.randomUUID() } as const
  await proved.createApiKey({ body })
  const robot = createClient(stack.server.transport, () => ({ 'x-api-key': body.key }))
  expect(await failureOf(robot.updateNamespace(asking(false)))).toEqual(needed)
  expect(
    (await robot.updateNamespace({ params, body: { settings: { session_record: true } } })).body.settings,
  ).toMatchObject({
    ...{ require_mfa: true, session_record: true },
  })
  expect(await failureOf(member.client.updateNamespace(asking(false)))).toEqual(needed)
  // The token of another namespace carries the proof along, as do those that follow.
  const renewed = stack.as((await proved.getAuthUser()).body.token)
  expect((await renewed.updateNamespace(asking(false))).body.settings).toMatchObject({ require_mfa: false })
})

test('an administrator who acts as a user changes nothing about their second factor', async () => {
  const { member, enrolled } = await somebody()
  await stack.signUp('root')
  await stack.internal.setAdministrator({ params: { username: 'root' }, body: { administrator: true } })
  const root = (await stack.anonymous.adminLogin({ body: { username: 'root', password: testPassword } })).body
  const actingAs = async (id: Member['id']) =>
    stack.as((await stack.as(root.token).adminGetUserToken({ params: { id } })).body.token)
  const refused = [403, 'only_themselves']
  const acting = await actingAs(member.id)
  expect(await failureOf(acting.disableMfa({ body: { code: codeOf(enrolled, stack) } }))).toEqual(refused)
  expect(await failureOf(acting.offerSecurityKey())).toEqual(refused)
  expect(await failureOf(acting.removeSecurityKey({ params: { id: 'AAAA' } }))).toEqual(refused)
  const other = await stack.signUp('somebody-else')
  expect(await failureOf((await actingAs(other.id)).generateMfa())).toEqual(refused)
  expect((await acting.getMfa()).body).toMatchObject({ enabled: true })
  await member.client.disableMfa({ body: { code: codeOf(enrolled, stack) } })
})

test('an edition without it answers 404 and names itself, and nobody is asked for a code', async () => {
  const edition = editions.find((each) => !features.mfa.some((has) => has === each)) ?? editions[0]
  await using small = await startTestServer({ edition })
  const ana = await small.signUp('ana')
  const absent: unknown = await ana.client.generateMfa().catch((error: unknown) => error)
  expect(absent).toMatchObject({
    status: 404,
    code: 'feature_absent',
    message: expect.stringContaining(small.options.edition),
  })
  expect(ana.mfa).toBe(false)
})
