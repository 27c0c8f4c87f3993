import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes, seconds } from '../../platform/clock.ts'
import { TestAuthenticator } from '../../test-authenticator.ts'
import { addKey, beginLogin, codeOf, failureOf, newSomebody } from '../../test-mfa.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { siteOf } from './security-keys.ts'

const origin = 'https://sshore.example.com'
const elsewhere = 'https://sshore.example.com.evil.example'

let stack: TestServer
beforeAll(async () => {
  stack = await startTestServer({ publicUrl: origin })
}, 60_000)
afterAll(() => stack?.[Symbol.asyncDispose]())

const challengeOf = (options: Readonly<Record<string, unknown>>): string => String(options['challenge'])

const somebody = () => newSomebody(stack)

async function withKey() {
  const { name, member, enrolled } = await somebody()
  const key = await addKey(stack, member.client, enrolled, origin)
  stack.clock.advance(seconds(90))
  return { name, member, enrolled, key }
}

/** A login that waits, and what its keys are asked. */
async function challenged(name: string): Promise<{ token: string; challenge: string; options: object }> {
  const token = await beginLogin(stack, name)
  const { options } = (await stack.anonymous.challengeSecurityKey({ body: { token } })).body
  return { token, challenge: challengeOf(options), options }
}

const complete = (token: string, response: ReturnType<TestAuthenticator['get']>) =>
  stack.anonymous.authenticateSecurityKey({ body: { token, response } })

const refused = [403, 'second_factor_refused']

test('a key completes a login, once, and codes go on working beside it', async () => {
  const { name, enrolled, key, member } = await withKey()
  const { token, challenge, options } = await challenged(name)
  expect(options).toMatchObject({ rpId: 'sshore.example.com', userVerification: 'discouraged' })
  const answer = key.get(challenge, origin)
  expect((await complete(token, answer)).body).toMatchObject({ user: name, mfa: true })
  expect(await failureOf(complete(token, answer))).toEqual([401, 'mfa_token_unknown'])
  const body = { token: await beginLogin(stack, name), code: codeOf(enrolled, stack) }
  await stack.anonymous.authenticateMfa({ body })
  const [shown] = (await member.client.getMfa()).body.keys
  expect(shown).toMatchObject({ name: 'blue key' })
  expect(Date.parse(shown?.last_used_at ?? '')).toBe(stack.clock.now())
})

test('of two that send the same answer at once, one wins', async () => {
  const { name, key } = await withKey()
  const { token, challenge } = await challenged(name)
  const answer = key.get(challenge, origin)
  const both = await Promise.all([complete(token, answer), complete(token, answer)].map(failureOf))
  expect(both.toSorted()).toEqual([[401, 'mfa_token_unknown'], 'worked'].toSorted())
})

test('an answer for another page, another challenge, by another key or of a copied key is refused', async () => {
  const { name, key } = await withKey()
  const other = await withKey()
  const answers: [what: string, answer: (challenge: string) => ReturnType<TestAuthenticator['get']>][] = [
    ['another page', (challenge) => key.get(challenge, elsewhere)],
    ['another page that claims our host', (challenge) => key.get(challenge, elsewhere, 'sshore.example.com')],
    ['another challenge', () => key.get('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', origin)],
    ['a key of somebody else', (challenge) => other.key.get(challenge, origin)],
    [
      'a signature of nothing',
      (challenge) => {
        const answer = key.get(challenge, origin)
        return { ...answer, response: { ...answer.response, signature: 'AAAA' } }
      },
    ],
    [
      'a copy that lags behind',
      (challenge) => {
        key.signatures = 0
        return key.get(challenge, origin)
      },
    ],
  ]
  for (const [what, answer] of answers) {
    const { token, challenge } = await challenged(name)
    expect([what, await failureOf(complete(token, answer(challenge)))]).toEqual([what, refused])
    // What failed counts, and is forgotten before the next.
    stack.clock.advance(minutes(61))
  }
  key.signatures = 100
  const { token, challenge } = await challenged(name)
  await complete(token, key.get(challenge, origin))
})

test('wrong answers lock like wrong codes', async () => {
  const { name, key } = await withKey()
  const { token, challenge } = await challenged(name)
  const wrong = () => failureOf(complete(token, key.get(challenge, elsewhere)))
  expect([await wrong(), await wrong(), await wrong()]).toEqual([refused, refused, [429, 'account_locked']])
  expect(await failureOf(complete(token, key.get(challenge, origin)))).toEqual([429, 'account_locked'])
})

test('a key is added with a one-time code and for this page alone, and by one person', async () => {
  const { member, enrolled } = await somebody()
  const offer = async () => (await member.client.offerSecurityKey()).body
  const key = new TestAuthenticator()
  const add = async (page: string, code: string) => {
    const { token, options } = await offer()
    const response = key.create(challengeOf(options), page, 'sshore.example.com')
    return failureOf(member.client.addSecurityKey({ body: { token, code, name: 'red key', response } }))
  }
  expect(await add(elsewhere, codeOf(enrolled, stack))).toEqual([400, 'security_key_refused'])
  expect(await add(origin, codeOf(enrolled, stack, 5))).toEqual(refused)
  expect(await add(origin, codeOf(enrolled, stack))).toBe('worked')
  stack.clock.advance(seconds(90))
  expect(await add(origin, codeOf(enrolled, stack))).toEqual([409, 'security_key_exists'])
  const eve = await somebody()
  const { token, options } = await offer()
  const stolen = {
    token,
    code: codeOf(eve.enrolled, stack),
    name: 'x',
    response: key.create(challengeOf(options), origin),
  }
  expect(await failureOf(eve.member.client.addSecurityKey({ body: stolen }))).toEqual([401, 'mfa_token_unknown'])
})

test('keys need the second factor to be on, go with it, and can be removed one by one', async () => {
  const { name, member, enrolled, key } = await withKey()
  const [id = ''] = (await member.client.getMfa()).body.keys.map((shown) => shown.id)
  const eve = await somebody()
  const missing = [404, 'security_key_not_found']
  expect(await failureOf(eve.member.client.removeSecurityKey({ params: { id } }))).toEqual(missing)
  await member.client.removeSecurityKey({ params: { id } })
  expect(await failureOf(challenged(name))).toEqual(missing)
  expect(await failureOf(member.client.removeSecurityKey({ params: { id } }))).toEqual(missing)
  const { token, options } = (await member.client.offerSecurityKey()).body
  const body = {
    token,
    code: codeOf(enrolled, stack),
    name: 'again',
    response: key.create(challengeOf(options), origin),
  }
  await member.client.addSecurityKey({ body })
  await member.client.disableMfa({ body: { recovery_code: enrolled.recoveryCodes[0] ?? '' } })
  expect((await member.client.getMfa()).body).toMatchObject({ enabled: false, keys: [] })
  expect(await failureOf(member.client.offerSecurityKey())).toEqual([403, 'mfa_off'])
})

test('a page is known by the public address, or by the host that it was asked for; addresses in numbers have no keys', () => {
  expect(siteOf('https://a.example:8443/x', 'b.example')).toEqual({
    host: 'a.example',
    origins: ['https://a.example:8443'],
  })
  const both = ['https://localhost:8080', 'http://localhost:8080']
  expect(siteOf(undefined, 'localhost:8080')).toEqual({ host: 'localhost', origins: both })
  for (const host of ['192.0.2.7:80', '[2001:db8::1]:80', '']) expect(siteOf(undefined, host)).toBeUndefined()
})
