import { afterAll, beforeAll, expect, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { beginLogin, failureOf, mailedCodes, newSomebody } from '../../test-mfa.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'

let stack: TestServer
beforeAll(async () => {
  stack = await startTestServer({ trustedProxies: ['127.0.0.1'] })
}, 60_000)
afterAll(() => stack?.[Symbol.asyncDispose]())

const somebody = () => newSomebody(stack)

const recover = (identifier: string, recovery_code: string, more: { token?: string } = {}) =>
  stack.anonymous.recoverMfa({ body: { identifier, recovery_code, ...more } })

test('a recovery code completes a login once, and then switches off for ten minutes', async () => {
  const { name, enrolled } = await somebody()
  const [first = '', second = ''] = enrolled.recoveryCodes
  await beginLogin(stack, name)
  const { body, headers } = await recover(name, first.toLowerCase())
  expect(Number(headers['X-Expires-At'])).toBe(Math.floor((stack.clock.now() + minutes(10)) / 1000))
  expect(body).toMatchObject({ user: name, mfa: true })
  const client = stack.as(body.token)
  expect((await client.getMfa()).body.recovery_codes_left).toBe(5)
  await beginLogin(stack, name)
  expect(await failureOf(recover(name, first))).toEqual([403, 'second_factor_refused'])
  stack.clock.advance(minutes(10))
  expect(await failureOf(client.disableMfa({ body: { recovery_code: first } }))).toEqual([403, 'second_factor_refused'])
  await beginLogin(stack, name)
  const again = stack.as((await recover(name, second)).body.token)
  stack.clock.advance(minutes(10) - 1)
  await again.disableMfa({ body: { recovery_code: second, code: '' } })
  expect(await stack.signIn(name)).toMatchObject({ mfa: false })
})

test('of two that use a recovery code at once, one wins', async () => {
  const { name, enrolled } = await somebody()
  const [code = ''] = enrolled.recoveryCodes
  const tokens = [await beginLogin(stack, name), await beginLogin(stack, name)]
  const both = await Promise.all(tokens.map((token) => failureOf(recover(name, code, { token }))))
  expect(both.toSorted()).toEqual([[403, 'second_factor_refused'], 'worked'].toSorted())
})

test('a recovery code is worth nothing without the password, whoever has it', async () => {
  const { name, enrolled } = await somebody()
  const [code = ''] = enrolled.recoveryCodes
  const other = await somebody()
  const refused = [403, 'second_factor_refused']
  expect(await failureOf(recover(name, code))).toEqual(refused)
  expect(await failureOf(recover('nobody-at-all', code))).toEqual(refused)
  const token = await beginLogin(stack, other.name)
  expect(await failureOf(recover(name, code, { token }))).toEqual(refused)
  stack.clock.advance(minutes(2))
  // Somebody else's address, while the user's login waits.
  await beginLogin(stack, name)
  const { transport } = stack.server
  const body = JSON.stringify({ identifier: name, recovery_code: code })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' }
  const reply = await transport({ method: 'POST', path: '/api/user/mfa/recover', headers, body })
  expect([reply.status, JSON.parse(reply.text)]).toEqual([403, expect.objectContaining({ code: refused[1] })])
  await recover(name, code)
})

test('two mailed codes switch off and sign in; everything earlier is signed out', async () => {
  const { name, member } = await somebody()
  await beginLogin(stack, name)
  await stack.anonymous.requestMfaReset({ body: { identifier: name } })
  const [main, recovery] = await mailedCodes(stack, name)
  expect([main, recovery]).toEqual([expect.stringMatching(/^\w{5}$/), expect.stringMatching(/^\w{5}$/)])
  const params = { id: member.id }
  const wrong = { main_email_code: main, recovery_email_code: main }
  expect(await failureOf(stack.anonymous.resetMfa({ params, body: wrong }))).toEqual([403, 'wrong_reset_codes'])
  const swapped = { main_email_code: recovery, recovery_email_code: main }
  expect(await failureOf(stack.anonymous.resetMfa({ params, body: swapped }))).toEqual([403, 'wrong_reset_codes'])
  // Again at once: the codes that were sent are the ones.
  await stack.anonymous.requestMfaReset({ body: { identifier: name } })
  const body = { main_email_code: main.toLowerCase(), recovery_email_code: recovery }
  const signedIn = (await stack.anonymous.resetMfa({ params, body })).body
  expect(signedIn).toMatchObject({ user: name, mfa: false })
  expect((await stack.as(signedIn.token).getMfa()).body.enabled).toBe(false)
  expect(await failureOf(member.client.getAuthUser())).toEqual([401, 'unauthenticated'])
  expect(await failureOf(stack.anonymous.resetMfa({ params, body }))).toEqual([403, 'wrong_reset_codes'])
})

test('codes are mailed only after the password, and are good for a day and for ten wrong pairs', async () => {
  const { name, member } = await somebody()
  await stack.anonymous.requestMfaReset({ body: { identifier: name } })
  await stack.anonymous.requestMfaReset({ body: { identifier: 'nobody-at-all' } })
  expect(await mailedCodes(stack, name)).toEqual(['', ''])
  await beginLogin(stack, name)
  await stack.anonymous.requestMfaReset({ body: { identifier: name } })
  const [main, recovery] = await mailedCodes(stack, name)
  const params = { id: member.id }
  const unknown = { id: '0'.repeat(24) as typeof member.id }
  const body = { main_email_code: main, recovery_email_code: recovery }
  expect(await failureOf(stack.anonymous.resetMfa({ params: unknown, body }))).toEqual([404, 'user_not_found'])
  for (let wrong = 0; wrong < 10; wrong += 1) {
    const guess = { main_email_code: main, recovery_email_code: '22222' }
    expect(await failureOf(stack.anonymous.resetMfa({ params, body: guess }))).not.toBe('worked')
    stack.clock.advance(minutes(61))
  }
  expect(await failureOf(stack.anonymous.resetMfa({ params, body }))).toEqual([403, 'wrong_reset_codes'])
  stack.clock.advance(minutes(61))
  await beginLogin(stack, name)
  await stack.anonymous.requestMfaReset({ body: { identifier: name } })
  const [newMain, newRecovery] = await mailedCodes(stack, name)
  expect([newMain, newRecovery]).not.toEqual([main, recovery])
  stack.clock.advance(minutes(60 * 24))
  const late = { main_email_code: newMain, recovery_email_code: newRecovery }
  expect(await failureOf(stack.anonymous.resetMfa({ params, body: late }))).toEqual([403, 'wrong_reset_codes'])
})

test('codes are not mailed to an address that was just changed, which a stolen token could do', async () => {
  const { name, member } = await somebody()
  const ask = async () => {
    await beginLogin(stack, name)
    await stack.anonymous.requestMfaReset({ body: { identifier: name } })
  }
  // A name alone is no address.
  await member.client.updateUser({ body: { name: 'Somebody Else' } })
  const thiefs = { email: `${name}@thief.example.org`, recovery_email: `${name}-2@thief.example.org` }
  await ask()
  const [main, recovery] = await mailedCodes(stack, name)
  expect(main).not.toBe('')
  await member.client.updateUser({ body: thiefs })
  const params = { id: member.id }
  const body = { main_email_code: main, recovery_email_code: recovery }
  expect(await failureOf(stack.anonymous.resetMfa({ params, body }))).toEqual([403, 'wrong_reset_codes'])
  const mailedTo = async () =>
    (await stack.internal.listMails({ query: { per_page: 100 } })).body.flatMap(({ kind, recipient }) =>
      kind === 'mfa-reset' && Object.values(thiefs).includes(recipient) ? recipient : [],
    )
  stack.clock.advance(hours(71))
  await ask()
  expect(await mailedTo()).toEqual([])
  stack.clock.advance(hours(1))
  await ask()
  expect((await mailedTo()).toSorted()).toEqual(Object.values(thiefs).toSorted())
})
