// Who is let in, tried through a real agent process on real accounts.
import type { Proof } from '@sshore/contract'
import type { Link } from '@sshore/link'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn, run } from '../testing/client.ts'
import { startTestAgent, startTestGateway, type TestAgent, type TestGateway } from '../testing/gateway.ts'
import { age, isRoot, makeUser, type TestUser } from '../testing/users.ts'

const withPassword = (password: string): Proof => ({ kind: 'password', password })

describe.skipIf(!isRoot)('logins on a root agent (needs root)', () => {
  let gateway: TestGateway
  let agent: TestAgent
  let link: Link
  let user: TestUser

  const answerTo = async (name: string, proof?: Proof) => (await logIn(link, name, proof)).messages[0]

  beforeAll(async () => {
    gateway = await startTestGateway()
    agent = startTestAgent({ address: gateway.address })
    link = await gateway.link()
  })
  afterAll(async () => {
    await agent[Symbol.asyncDispose]()
    await gateway[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    user = makeUser()
  })
  afterEach(() => user[Symbol.dispose]())

  test('the right password opens, and tells home and shell', async () => {
    const accepted = { type: 'login-accepted', home: user.home, shell: '/bin/bash' }
    expect(await answerTo(user.name, withPassword(user.password))).toEqual(accepted)
  })

  test('a wrong password, an empty one and an unknown user look the same', async () => {
    const refused = { type: 'login-refused', reason: 'wrong_credentials', detail: 'Unknown user or wrong password.' }
    expect(await answerTo(user.name, withPassword('wrong'))).toEqual(refused)
    expect(await answerTo(user.name, withPassword(''))).toEqual(refused)
    expect(await answerTo('nobody-of-that-name', withPassword('wrong'))).toEqual(refused)
  })

  test('a key is no way in for a user who does not exist', async () => {
    expect(await answerTo('nobody-of-that-name')).toMatchObject({ reason: 'wrong_credentials' })
  })

  test.each(['../root', '-h', 'root:x', 'a b', '$(id)'])('a login name that is none is refused: %s', async (name) => {
    expect(await answerTo(name)).toMatchObject({ reason: 'wrong_credentials' })
  })

  test('an expired account is closed to keys and passwords alike', async () => {
    age(user, '--expiredate', '2020-01-01')
    expect(await answerTo(user.name)).toMatchObject({ reason: 'account_expired' })
    expect(await answerTo(user.name, withPassword(user.password))).toMatchObject({ reason: 'account_expired' })
  })

  test('a password that has to be changed is not enough', async () => {
    age(user, '--lastday', '0')
    expect(await answerTo(user.name, withPassword(user.password))).toMatchObject({ reason: 'password_expired' })
  })

  test('the state of an account stays hidden from a wrong password', async () => {
    age(user, '--expiredate', '2020-01-01')
    expect(await answerTo(user.name, withPassword('wrong'))).toMatchObject({ reason: 'wrong_credentials' })
  })

  test('guessing is slowed down, for the right password too', async () => {
    for (let guess = 0; guess < 6; guess += 1) await answerTo(user.name, withPassword(`guess ${guess}`))
    const answer = await answerTo(user.name, withPassword(user.password))
    expect(answer).toMatchObject({ type: 'login-refused', reason: 'too_many_attempts' })
    expect(await answerTo(user.name)).toMatchObject({ type: 'login-accepted' })
  })

  test('guesses made all at once count just the same', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => answerTo(user.name, withPassword('guess'))))
    const late = answers.filter((answer) => answer?.type === 'login-refused' && answer.reason === 'too_many_attempts')
    expect(late).toHaveLength(6)
  })

  test('an account without a login shell is refused, and told why', async () => {
    using closed = makeUser({ shell: '/usr/sbin/nologin' })
    expect(await answerTo(closed.name)).toMatchObject({
      reason: 'no_shell',
      detail: expect.stringContaining('nologin'),
    })
  })

  test('passwords never reach the log', async () => {
    await answerTo(user.name, withPassword('seen-nowhere-7'))
    expect(agent.log()).toContain(`user=${user.name}`)
    expect(agent.log()).not.toContain('seen-nowhere-7')
  })
})

describe.skipIf(!isRoot)('logins on an agent that is not root (needs root to make it another user)', () => {
  test('only its own user gets in, and others are told so', async () => {
    using user = makeUser()
    await using gateway = await startTestGateway()
    await using agent = startTestAgent({ address: gateway.address, user })
    const link = await gateway.link()
    const refused = await logIn(link, 'root')
    expect(refused.messages[0]).toMatchObject({ reason: 'other_user', detail: expect.stringContaining(user.name) })
    const login = await logIn(link, user.name, withPassword(user.password))
    expect(login.messages[0]).toMatchObject({ type: 'login-accepted' })
    const { output } = await run(link, login, 'id -un; pwd')
    expect(output).toBe(`${user.name}\n${user.home}\n`)
    const shown = await run(link, login, 'tty; id -un', '', { terminal: {} })
    expect(shown.output).toMatch(new RegExp(`^/dev/pts/\\d+\\r\\n${user.name}\\r\\n$`))
    expect(agent.log()).toContain('not running as root')
  })
})
