// The second factor as people meet it who log in to devices: the real OpenSSH client, a real authenticator, a browser.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, fetchTransport } from '@sshore/client'
import { editions, features } from '@sshore/contract'
import {
  BrowserTerminal,
  longTests,
  type Ran,
  run,
  ssh,
  terminalSession,
  type UnixUser,
  unixUser,
  type UserKey,
} from '@sshore/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { openTerminal, ticketFor } from '../web-terminal/open-terminal.ts'
import { type Answers, asking, beginLogin, type Enrolled, enroll, shownCode } from './person.ts'

const token = '/usr/lib/openssh/regress/misc/sk-dummy/sk-dummy.so'

/** One edition at length; the others share its code, and show that they have it. */
const thorough = (edition: string): boolean => longTests || edition === features.mfa[0]

describe.each(features.mfa)('in the %s edition', (edition) => {
  const one = oneDevice({ config: { edition } })
  let key: UserKey
  let unix: UnixUser
  beforeAll(async () => {
    key = await one.stack.newKey()
    await one.stack.seed.publicKey(one.namespace, key.line)
    unix = await unixUser({ shell: '/bin/sh' })
  })
  afterAll(() => unix?.[Symbol.asyncDispose]())

  const require = (require_mfa: boolean) =>
    one.stack.internal.updateNamespaceByName({
      params: { name: one.namespace.name },
      body: { settings: { require_mfa } },
    })
  beforeEach(() => require(true))

  const address = (login = 'root') => `${login}@${one.namespace.name}.${one.device.device.name}`
  const withKey = (path = key.path, more: readonly string[] = []) => ['-i', path, ...more, `${address()}@127.0.0.1`]
  const login = (answers: Answers, words = withKey()) => asking(one.stack, 'ssh', [...words, 'echo in'], answers)
  const member = async (): Promise<Enrolled> => enroll(await one.stack.seed.member(one.namespace, 'observer'))
  const refusal = ({ code, stderr }: Ran) => [code, stderr]

  it('a key, which has no owner, asks whose code it is, and each code once', async () => {
    const ana = await member()
    const answers = { name: ana.username, code: await shownCode(ana.secret) }
    const { ran, questions } = await login(answers)
    expect(ran).toMatchObject({ code: 0, stdout: 'in\n' })
    expect(questions).toEqual([
      expect.stringContaining('Your user name at Sshore: '),
      expect.stringContaining('One-time code: '),
    ])
    expect(ran.stderr).toContain(`${one.namespace.name} asks for a second factor`)
    const again = await login(answers)
    expect(refusal(again.ran)).toEqual([255, expect.stringContaining('that was not the right answer')])
    const { body: entries } = await one.namespace.owner.client.listAudit({ query: { per_page: 100 } })
    const right = entries.filter(({ action }) => action === 'user.mfa-answer')
    expect(right).toMatchObject([{ target: { name: ana.username }, after: { device: one.device.uid } }])
    // Not asked where it is not wanted.
    await require(false)
    expect(await login({})).toMatchObject({ ran: { code: 0 }, questions: [] })
  })

  describe.runIf(thorough(edition))('at length', () => {
    it('a client that cannot ask is told so, and the device hears nothing of it', async () => {
      const refused = await ssh({ ...one.device.target(), keys: [key.path] }, ['echo in'])
      expect(refusal(refused)).toEqual([255, expect.stringMatching(/a client that cannot ask you .*gets no further/)])
      expect(refused.stdout).toBe('')
    })

    it('copies of files are asked as well', async () => {
      const ana = await member()
      const to = `${address()}@127.0.0.1:${join(one.stack.folder, 'copied')}`
      const answers = { name: ana.email, code: await shownCode(ana.secret) }
      const { ran } = await asking(one.stack, 'scp', ['-i', key.path, '/etc/hostname', to], answers)
      expect(ran).toMatchObject({ code: 0 })
      expect(await readFile(join(one.stack.folder, 'copied'), 'utf8')).toBe(await readFile('/etc/hostname', 'utf8'))
    })

    it('a password of the device asks on, in the same exchange', async () => {
      const ana = await member()
      const words = ['-o', 'PreferredAuthentications=keyboard-interactive', `${address(unix.name)}@127.0.0.1`]
      const answers = { name: ana.username, code: await shownCode(ana.secret), password: unix.password }
      const { ran, questions } = await login(answers, words)
      expect([ran.code, ran.stdout, questions.length]).toEqual([0, 'in\n', 3])
      const wrong = await login({ ...answers, password: 'not this one' }, words)
      expect(wrong.questions).toHaveLength(1)
    })

    it('somebody of another namespace, without second factor, or whom nobody knows, is told no more than a wrong code', async () => {
      const stranger = await enroll(await one.stack.seed.user())
      const plain = await one.stack.seed.member(one.namespace, 'operator')
      for (const [name, code] of [
        [stranger.username, await shownCode(stranger.secret)],
        [plain.username, '123456'],
        ['nobody-at-all', '123456'],
      ] as const) {
        const { ran } = await login({ name, code })
        expect([name, ...refusal(ran)]).toEqual([name, 255, expect.stringContaining('that was not the right answer')])
      }
    })

    it('wrong codes lock the member, at the door of the API as well', async () => {
      const ana = await member()
      for (let guess = 0; guess < 2; guess += 1) await login({ name: ana.username, code: '000000' })
      const locked = await login({ name: ana.username, code: '000000' })
      expect(refusal(locked.ran)).toEqual([
        255,
        expect.stringContaining('too many wrong codes or passwords of this user'),
      ])
      const right = await login({ name: ana.username, code: await shownCode(ana.secret) })
      expect(refusal(right.ran)).toEqual([255, expect.stringContaining('Try again in 1 min')])
      const { username, password } = ana
      const signIn = one.stack.anonymous.login({ body: { username, password } })
      await expect(signIn).rejects.toMatchObject({ status: 429, code: 'account_locked' })
    })

    describe('a certificate of ours', () => {
      beforeAll(async () => {
        const body = { name: 'ours', member_principals: ['root'] }
        await one.namespace.owner.client.createCertificateAuthority({ body })
      })
      const certified = async ({ client }: Pick<Enrolled, 'client'>): Promise<UserKey> => {
        const own = await one.stack.newKey()
        const public_key = Buffer.from(own.line).toString('base64')
        const { body } = await client.issueCertificate({ body: { public_key, principals: ['root'] } })
        await run('tee', [`${own.path}-cert.pub`], { stdin: `${body.certificate}\n` })
        return own
      }

      it('says whose it is, so only the code is asked for: on a terminal, where it does not show', async () => {
        const ana = await member()
        const own = await certified(ana)
        const { port, knownHosts } = one.device.target()
        const options = ['-F', 'none', '-o', 'IdentityAgent=none', '-o', `UserKnownHostsFile=${knownHosts}`]
        await using terminal = await terminalSession(['ssh', ...options, '-p', String(port), ...withKey(own.path)])
        await terminal.shows(new RegExp(`One-time code of ${ana.username}:`))
        const code = await shownCode(ana.secret)
        await terminal.type(`${code}\n`)
        await terminal.shows(/[#$] *$/m)
        await terminal.type('echo "$((40+2)) is in"\n')
        await terminal.shows(/^42 is in/m)
        expect(await terminal.screen()).not.toContain(code)
      })

      it('of a member without second factor opens nothing, and says what to do', async () => {
        const own = await certified(await one.stack.seed.member(one.namespace, 'observer'))
        const { ran, questions } = await login({ name: 'x', code: '123456' }, withKey(own.path))
        expect(refusal(ran)).toEqual([
          255,
          expect.stringMatching(/has none that would do[\s\S]*Switch it on in the console/),
        ])
        expect(questions).toEqual([])
        await require(false)
        expect((await login({}, withKey(own.path))).ran).toMatchObject({ code: 0 })
      })
    })

    it.skipIf(!existsSync(token))('a key in hardware that asks for its PIN is both factors', async () => {
      const environment = { ...process.env, SSH_SK_PROVIDER: token, SSH_ASKPASS_REQUIRE: 'never' }
      const path = join(one.stack.folder, 'hardware')
      const words = ['-q', '-t', 'ed25519-sk', '-N', '', '-O', 'verify-required', '-f', path]
      expect(await run('ssh-keygen', words, { environment })).toMatchObject({ code: 0 })
      const line = (await readFile(`${path}.pub`, 'utf8')).trim()
      const provider = ['-o', `SecurityKeyProvider=${token}`]
      await one.stack.seed.publicKey(one.namespace, `verify-required ${line}`)
      const { ran, questions } = await login({ password: '1234' }, withKey(path, provider))
      expect(ran).toMatchObject({ code: 0, stdout: 'in\n' })
      expect(questions.filter((question) => question.includes('One-time code'))).toEqual([])
    })

    it('a browser is asked unless a second factor was given at its sign-in', async () => {
      const ana = await member()
      const place = { username: unix.name, password: unix.password }
      using asked = await openTerminal(one, { client: ana.client, ...place })
      const { questions } = await asked.hears('prompt')
      expect(questions).toMatchObject([{ text: `One-time code of ${ana.username}: `, shown: false }])
      asked.say({ type: 'answers', answers: [await shownCode(ana.secret)] })
      await asked.hears('ready')
      const body = { token: await beginLogin(one.stack.anonymous, ana), code: await shownCode(ana.secret, 30) }
      const signedIn = (await one.stack.anonymous.authenticateMfa({ body })).body
      const headers = { authorization: `Bearer ${signedIn.token}` }
      const client = createClient(fetchTransport(one.stack.url, fetch), () => headers)
      // It says so in every token that follows from that one.
      const renewed = (await client.getAuthUser()).body
      const again = createClient(fetchTransport(one.stack.url, fetch), () => ({
        authorization: `Bearer ${renewed.token}`,
      }))
      using free = await openTerminal(one, { client: again, ...place })
      await free.hears('ready')
      expect(free.told.filter(({ type }) => type === 'prompt')).toEqual([])
      // Pages of the older form have no word for a question.
      const ticket = await ticketFor(one, { client: ana.client, ...place })
      const query = `?token=${ticket}&cols=90&rows=20`
      using older = await BrowserTerminal.dial(one.stack.url, { query, subprotocol: undefined })
      await older.isClosed()
      expect(older.texts.join()).toContain('asks for a second factor, which this page cannot')
    })
  })
})

const without = editions.filter((edition) => !features.mfa.some((has) => has === edition))
describe.each(without)('in the %s edition, which has no second factors', (edition) => {
  const one = oneDevice({ config: { edition } })

  it('nobody is asked, whatever the setting says', async () => {
    const params = { name: one.namespace.name }
    await one.stack.internal.updateNamespaceByName({ params, body: { settings: { require_mfa: true } } })
    const { client } = one.namespace.owner
    expect(await ssh(one.device.target(), ['echo in'])).toMatchObject({ code: 0, stdout: 'in\n' })
    const absent = client.generateMfa()
    await expect(absent).rejects.toMatchObject({
      status: 404,
      code: 'feature_absent',
      message: expect.stringContaining(edition),
    })
  })
})
