import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Link } from '@sshore/link'
import { describe, expect, it } from 'vitest'
import { createTestStack, registerKey, type TestStack, until } from '../test-stack.ts'
import { testDevice, unauthenticated } from '../test-server-api.ts'
import { fingerprintOf } from './public-key.ts'

const user = 'root@home.pi'
const resolve = '/internal/connections/resolve'
const evaluate = '/internal/public-keys/evaluate'

/** What the client shows, in one piece. */
async function shown(stack: TestStack, as: string, extra: string[] = []): Promise<string> {
  const { code, stderr } = await stack.ssh.run(as, ['true'], ['-o', 'NumberOfPasswordPrompts=1', ...extra])
  expect(code).toBe(255)
  return stderr.replaceAll('\r', '')
}

describe('a login', () => {
  it('with a malformed user name shows the form', async () => {
    await using stack = await createTestStack()
    const text = await shown(stack, 'root')
    expect(text).toContain('"root" does not say which device to reach.')
    expect(text).toContain('ssh <login>@<namespace>.<device>@<server>')
    expect(text).toContain('the user name does not say which device to reach')
  })

  it.each([
    [
      { outcome: 'unknown_namespace', suggestions: ['home'] },
      ['no namespace for "home.pi"', 'Did you mean: home?', '14: unknown namespace'],
    ],
    [{ outcome: 'unknown_device', suggestions: ['pi4', 'pip'] }, ['no device "home.pi"', 'Did you mean: pi4, pip?']],
    [{ outcome: 'not_accepted', status: 'pending' }, ['waits to be accepted', 'console under Devices, Pending']],
    [{ outcome: 'not_accepted', status: 'rejected' }, ['was rejected']],
    [{ outcome: 'not_accepted', status: 'removed' }, ['not in use any more']],
    [
      { outcome: 'offline', last_seen: '2026-11-21T03:00:00Z' },
      ['offline; it was last seen 2 hours ago (2026-11-21 03:00 UTC)'],
    ],
    [{ outcome: 'offline', last_seen: '0001-01-01T00:00:00Z' }, ['home.pi is offline.']],
    [
      { outcome: 'denied', reason: 'no logins\u001B[31m on\nSundays' },
      ['refuses this connection: no logins[31m on Sundays'],
    ],
  ])('that meets %j says so', async (answer, expected) => {
    await using stack = await createTestStack({ today: () => new Date('2026-11-21T05:10:00Z') })
    stack.server.answers.set(resolve, answer)
    const text = await shown(stack, user)
    for (const part of expected) expect(text).toContain(part)
    expect(stack.device.logins).toEqual([])
  })

  it('to a device whose link is gone says that it is offline', async () => {
    await using stack = await createTestStack({ findLink: () => undefined })
    expect(await shown(stack, user)).toContain('home.pi is offline')
  })

  it('to a device that has just registered waits for its link', async () => {
    const late: { link?: Link } = {}
    await using stack = await createTestStack({ findLink: () => late.link })
    stack.ssh.password = 'correct'
    const ran = stack.ssh.run(user, ['true'])
    await until(() => stack.server.callsTo(/resolve/).length > 0, 'the device is looked up')
    late.link = stack.link
    expect((await ran).stderr).not.toContain('offline')
    expect(stack.device.logins).toHaveLength(1)
  })

  it('survives a fault of the server and says whose it is', async () => {
    await using stack = await createTestStack()
    stack.server.answers.set(resolve, new Error('database gone'))
    expect(await shown(stack, user)).toContain('its fault, not yours')
    expect(JSON.stringify(stack.logged)).toContain('database gone')
  })

  it('looks the device up again before each proof reaches it', async () => {
    await using stack = await createTestStack({ behaviour: { refuse: () => wrong } })
    stack.ssh.password = 'guess'
    await stack.ssh.run(user, ['true'], ['-o', 'NumberOfPasswordPrompts=3'])
    // Three answers to each of the two methods that ask for a password.
    const lookUp = { address: 'home.pi', username: 'root', ip_address: '127.0.0.1' }
    expect(stack.server.callsTo(/resolve/)).toEqual(Array.from({ length: 1 + 2 * 3 }, () => lookUp))
  })

  it('to a device that was rejected while the password was typed does not reach it', async () => {
    await using stack = await createTestStack()
    let lookUps = 0
    stack.server.answers.set(resolve, () => {
      lookUps += 1
      return lookUps === 1 ? { outcome: 'found', device: testDevice } : { outcome: 'not_accepted', status: 'rejected' }
    })
    stack.ssh.password = 'right'
    expect(await shown(stack, user)).toContain('was rejected')
    expect(stack.device.logins).toEqual([])
  })

  it('whose session the server refuses is ended', async () => {
    await using stack = await createTestStack()
    stack.server.answers.set('/internal/sessions', () => unauthenticated)
    stack.ssh.password = 'right'
    const { code, stderr } = await stack.ssh.run(user, ['sleep 5'])
    expect(code).toBe(255)
    expect(stderr).toContain('no')
  })
})

const wrong = { type: 'login-refused', reason: 'wrong_credentials', detail: '' } as const

describe('a public key', () => {
  it('that is not registered never reaches the device', async () => {
    await using stack = await createTestStack()
    const key = stack.ssh.makeKey('id', 'ed25519')
    const text = await shown(stack, user, ['-i', key.path, '-o', 'PreferredAuthentications=publickey'])
    expect(text).toContain('Permission denied')
    expect(stack.device.logins).toEqual([])
    expect(stack.server.callsTo(/evaluate/)).toHaveLength(1)
  })

  it.each([
    ['other_username', 'is registered, but not for the login name root'],
    ['other_device', 'is registered, but not for home.pi'],
  ])('that is judged %s is explained', async (outcome, expected) => {
    await using stack = await createTestStack()
    stack.server.answers.set(evaluate, { outcome })
    const key = stack.ssh.makeKey('id', 'ed25519')
    const text = await shown(stack, user, ['-i', key.path, '-o', 'PreferredAuthentications=publickey'])
    expect(text).toContain(expected)
  })

  it('with the fingerprint of another key is not let in', async () => {
    await using stack = await createTestStack()
    const key = stack.ssh.makeKey('id', 'ed25519')
    registerKey(stack, stack.ssh.makeKey('other', 'ed25519').line)
    await shown(stack, user, ['-i', key.path, '-o', 'PreferredAuthentications=publickey'])
    expect(stack.device.logins).toEqual([])
  })

  it('of a type that is too weak is named', async () => {
    await using stack = await createTestStack()
    const key = stack.ssh.makeKey('id', 'rsa', 1024)
    registerKey(stack, key.line)
    const text = await shown(stack, user, [
      ...['-i', key.path, '-o', 'RequiredRSASize=1024', '-o', 'PreferredAuthentications=publickey'],
    ])
    expect(text).toContain('shorter than 2048 bits')
    expect(text).toContain('ssh-keygen -t ed25519')
  })

  it('makes the device check its own list when it has one', async () => {
    const refusal = { type: 'login-refused', reason: 'key_refused', detail: 'not in authorized_keys' } as const
    await using stack = await createTestStack({ behaviour: { refuse: () => refusal } })
    const key = stack.ssh.makeKey('id', 'ed25519')
    registerKey(stack, key.line)
    const text = await shown(stack, user, ['-i', key.path])
    expect(text).toContain('The device says: not in authorized_keys')
    expect(stack.device.logins[0]?.proof).toMatchObject({
      kind: 'publickey',
      algorithm: 'ssh-ed25519',
      key: key.blob.toString('base64'),
    })
  })

  it('is found among many', async () => {
    await using stack = await createTestStack()
    const keys = Array.from({ length: 12 }, (_, i) => stack.ssh.makeKey(`id${i}`, 'ed25519'))
    const right = keys.at(-1)
    const data = Buffer.from(right?.line ?? '').toString('base64')
    const md5 = fingerprintOf(right?.blob ?? Buffer.alloc(0))
    stack.server.answers.set(evaluate, ({ fingerprint }: { fingerprint: string }) =>
      fingerprint === md5 ? { outcome: 'allowed', data } : { outcome: 'unknown_key' },
    )
    const done = await stack.ssh.run(
      user,
      ['true'],
      keys.flatMap((key) => ['-i', key.path]),
    )
    expect(done).toMatchObject({ code: 0 })
  })
})

describe('a password', () => {
  it.each(['password', 'keyboard-interactive'])('sent by %s lets in', async (method) => {
    await using stack = await createTestStack()
    stack.ssh.password = 'öpen sesame'
    const done = await stack.ssh.run(user, ['echo in'], ['-o', `PreferredAuthentications=${method}`])
    expect(done.stdout.toString()).toBe('in\n')
    expect(stack.device.logins).toMatchObject([
      { username: 'root', proof: { kind: 'password', password: 'öpen sesame' } },
    ])
    if (method === 'keyboard-interactive') {
      expect(readFileSync(join(stack.ssh.folder, 'askpass.asked'), 'utf8')).toContain('Password of root on home.pi:')
    }
  })

  it('never shows in the log', async () => {
    await using stack = await createTestStack({ behaviour: { refuse: () => wrong } })
    stack.ssh.password = 'hunter2hunter2'
    await shown(stack, user)
    expect(stack.device.logins.length).toBeGreaterThan(0)
    expect(JSON.stringify(stack.logged)).not.toContain('hunter2')
  })

  it('may be wrong six times on a connection', async () => {
    await using stack = await createTestStack({ behaviour: { refuse: () => wrong } })
    stack.ssh.password = 'guess'
    const { stderr } = await stack.ssh.run(
      user,
      ['true'],
      [...['-o', 'NumberOfPasswordPrompts=20', '-o', 'PreferredAuthentications=password']],
    )
    expect(stack.device.logins).toHaveLength(6)
    expect(stderr).toContain('too many failed attempts')
  })

  it('is refused without asking the device when the address failed too often', async () => {
    await using stack = await createTestStack({ behaviour: { refuse: () => wrong }, attempts: { failuresMost: 3 } })
    stack.ssh.password = 'guess'
    await stack.ssh.run(user, ['true'], ['-o', 'NumberOfPasswordPrompts=3'])
    const before = stack.device.logins.length
    expect(await shown(stack, user)).toContain('too many failed attempts from your address')
    expect(stack.device.logins).toHaveLength(before)
  })

  it.each([
    ['account_expired', 'has expired', 1],
    ['no_shell', 'has no login shell', 1],
    ['other_user', 'does not run as root', 1],
    ['too_many_attempts', 'refuses more for a while', 1],
    ['password_expired', 'must be changed first', 2],
  ] as const)('of an account that is refused for %s is explained', async (reason, expected, attempts) => {
    const refusal = { type: 'login-refused', reason, detail: '' } as const
    await using stack = await createTestStack({ behaviour: { refuse: () => refusal } })
    stack.ssh.password = 'right'
    expect(await shown(stack, user, ['-o', 'NumberOfPasswordPrompts=1'])).toContain(expected)
    expect(stack.device.logins.length).toBeLessThanOrEqual(attempts)
  })
})

describe('a session row', () => {
  it('is opened at the login, told what happened, and closed', async () => {
    await using stack = await createTestStack()
    const key = stack.ssh.makeKey('id', 'ed25519')
    registerKey(stack, key.line)
    await stack.ssh.run(user, ['true'], ['-i', key.path, '-tt'])
    await until(() => stack.server.callsTo(/finish/).length === 1, 'the row is closed')
    const [created] = stack.server.callsTo(/sessions$/)
    expect(created).toMatchObject({
      device_uid: testDevice.uid,
      username: 'root',
      ip_address: '127.0.0.1',
      type: 'term',
      authenticated: true,
      uid: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const told = stack.server.calls.filter((call) => /sessions\/[0-9a-f]{64}$/.test(call.path)).map((call) => call.body)
    expect(JSON.stringify(told)).toContain('pty-req')
    expect(JSON.stringify(told)).toContain('"exec"')
    expect(JSON.stringify(told)).toContain('"seats":[0]')
    expect(JSON.stringify(told)).toContain('"term":"xterm"')
  })

  it('stays away when nobody was let in', async () => {
    await using stack = await createTestStack()
    await shown(stack, user, ['-o', 'PreferredAuthentications=publickey'])
    expect(stack.server.callsTo(/sessions/)).toEqual([])
  })
})
