import type { LoginHeader } from '@sshore/contract'
import { everyForwarding } from '@sshore/contract'
import { expect, test } from 'vitest'
import type { Engine } from '../engine/engine.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import { timers } from '../testing/test-timers.ts'
import { createAuthenticator, passwordLimits } from './authenticate.ts'
import { shaCrypt } from './sha-crypt.ts'

// Made by openssl passwd.
const hash5 = '$5$saltstring$8lNOPUYH/6hNVwI72WGU4WW1KQqblnIzRCd9nWOKs5A'
const hash6 = '$6$abcdefgh$4UPJf3qf71iDb8DDBG5r.Jxy3OKpyf7on.yGTrfW2z7BZBicRPXkes.VuTPq3aS6gF63ohT6G9SJv9LejkZLu/'

test('SHA-crypt is that of crypt(3), within what may be asked of us', async () => {
  expect(await shaCrypt('x', hash5)).toBe(hash5)
  expect(await shaCrypt('Hello world!', hash6)).toBe(hash6)
  expect(await shaCrypt('x', '$5$rounds=2000$saltstring$')).toBe(
    '$5$rounds=2000$saltstring$bnCkxNTEWQ5.vReV4BQAXqFtsopxc4xiczPjGrfv6o1',
  )
  expect(await shaCrypt('x', '$6$rounds=999999999$salt$')).toBeUndefined()
  expect(await shaCrypt('x', '$y$j9T$salt$')).toBeUndefined()
})

const passwd = ['root:x:0:0::/root:/bin/sh', 'ann:x:1:1::/:/bin/zsh', 'svc:x:2:2::/:/sbin/nologin', 'broken:x']
const shadow = [
  'root:*:1::::::',
  `ann:${hash6}:1::::::`,
  `open::1::::::`,
  `yes:$y$j9T$a$b:1::::::`,
  `old:${hash6}:1:::::10:`,
]

function engineWith(files: Readonly<Record<string, readonly string[]>>): Engine {
  const absent = async () => {
    throw new EngineFailure('refused', 'The engine refused: no')
  }
  return {
    where: 'here',
    info: absent,
    list: absent,
    isRunning: absent,
    follow: absent,
    exec: absent,
    readFile: async (_id, path) => (files[path] ? Buffer.from(files[path].join('\n')) : undefined),
    exists: async (_id, path) => (files['/bin'] ?? []).includes(path),
  }
}

function authenticator(files: Readonly<Record<string, readonly string[]>>) {
  let now = 0
  const clock = { now: () => now, after: timers.after }
  const authenticate = createAuthenticator({
    engine: engineWith(files),
    container: 'a',
    clock: { ...clock, after: (_milliseconds, callback) => clock.after(0, callback) },
    calendar: () => Date.UTC(2026, 1, 1),
    crypt: shaCrypt,
  })
  const login = (username: string, proof: LoginHeader['proof']) =>
    authenticate({
      kind: 'login',
      username,
      proof,
      sessionUid: '',
      client: { address: '', port: 0 },
      server: { address: '', port: 0 },
      forwarding: everyForwarding,
    })
  return {
    byKey: (username: string) => login(username, { kind: 'publickey', algorithm: '', key: '' }),
    byPassword: (username: string, password: string) => login(username, { kind: 'password', password }),
    pass: (seconds: number) => (now += seconds * 1000),
  }
}

const more = ['open:x:3:3::/:/bin/sh', 'yes:x:4:4::/:/bin/sh', 'old:x:5:5::/:/bin/sh']
const usual = { '/etc/passwd': [...passwd, ...more], '/etc/shadow': shadow, '/bin': ['/bin/sh'] }

test('whoever has a key may be anybody who has a shell', async () => {
  const { byKey } = authenticator(usual)
  expect(await byKey('root')).toMatchObject({ account: { user: 'root', home: '/root', shell: '/bin/sh' } })
  // Its own shell is not there.
  expect(await byKey('ann')).toMatchObject({ account: { shell: '/bin/sh' } })
  expect(await byKey('svc')).toMatchObject({ refusal: { reason: 'no_shell' } })
  for (const name of ['nobody', 'broken', '../etc', 'root:x', '']) {
    expect(await byKey(name), name).toMatchObject({ refusal: { reason: 'wrong_credentials' } })
  }
})

test('a container without accounts has root; one without a shell has nobody', async () => {
  expect(await authenticator({ '/bin': ['/bin/sh'] }).byKey('root')).toMatchObject({
    account: { user: '0', home: '/' },
  })
  expect(await authenticator({ '/bin': ['/bin/sh'] }).byKey('ann')).toMatchObject({ refusal: {} })
  expect(await authenticator({}).byKey('root')).toMatchObject({
    refusal: { reason: 'no_shell', detail: expect.stringContaining('There is no shell for root in this container') },
  })
})

test('passwords are those of the container, and no hash is no password', async () => {
  const { byPassword, pass } = authenticator(usual)
  expect(await byPassword('ann', 'Hello world!')).toMatchObject({ account: { user: 'ann' } })
  for (const [name, password] of [
    ['ann', 'hello'],
    ['root', '*'],
    ['open', ''],
    ['open', 'x'],
    ['nobody', 'x'],
  ] as const) {
    pass(passwordLimits.refillSeconds)
    expect(await byPassword(name, password)).toMatchObject({ refusal: { reason: 'wrong_credentials' } })
  }
  pass(60)
  expect(await byPassword('yes', 'x')).toMatchObject({ refusal: { detail: expect.stringContaining('($y$)') } })
  expect(await byPassword('old', 'Hello world!')).toMatchObject({ refusal: { reason: 'account_expired' } })
})

test('passwords cannot be tried without end', async () => {
  const { byPassword, byKey, pass } = authenticator(usual)
  for (let tried = 0; tried < passwordLimits.burst; tried += 1) await byPassword('root', 'x')
  expect(await byPassword('ann', 'Hello world!')).toMatchObject({ refusal: { reason: 'too_many_attempts' } })
  expect(await byKey('ann')).toHaveProperty('account')
  pass(passwordLimits.refillSeconds)
  expect(await byPassword('ann', 'Hello world!')).toHaveProperty('account')
})
