import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Writer } from '../ssh/wire.ts'
import { TestClock } from '../test-clock.ts'
import { AttemptLimiter } from './attempt-limiter.ts'
import { parseLoginAddress } from './login-address.ts'
import { readUserKey } from './user-key.ts'

describe('an SSH user name', () => {
  it.each([
    ['root@home.pi', 'root', 'home.pi'],
    [`bob@${'a'.repeat(64)}`, 'bob', 'a'.repeat(64)],
    ['DOMAIN\\bob@home.pi', 'DOMAIN\\bob', 'home.pi'],
  ])('%s names a login and a device', (user, login, address) => {
    expect(parseLoginAddress(user)).toEqual({ login, address })
  })

  it.each(['root', '@home.pi', 'root@', '', 'a@b@home.pi', 'ro\nt@home.pi', 'root@ho me.pi', 'root@home.pi\u001B[2J'])(
    '%j is refused',
    (user) => {
      expect(parseLoginAddress(user)).toBeUndefined()
    },
  )
})

describe('failed attempts from an address', () => {
  const limits = { failuresMost: 10, windowSeconds: 60, sourcesMost: 3 }

  it('lock it out until the window has passed', async () => {
    const clock = new TestClock()
    const limiter = new AttemptLimiter(clock, limits)
    for (let i = 0; i < 9; i += 1) limiter.noteFailure('1.2.3.4')
    expect(limiter.waitSeconds('1.2.3.4')).toBe(0)
    limiter.noteFailure('1.2.3.4')
    expect(limiter.waitSeconds('1.2.3.4')).toBe(60)
    expect(limiter.waitSeconds('1.2.3.5')).toBe(0)
    await clock.pass(90)
    expect(limiter.waitSeconds('1.2.3.4')).toBe(0)
  })

  it('slide: those of the last window still count in part', async () => {
    const clock = new TestClock()
    const limiter = new AttemptLimiter(clock, limits)
    for (let i = 0; i < 10; i += 1) limiter.noteFailure('a')
    await clock.pass(66)
    for (let i = 0; i < 2; i += 1) limiter.noteFailure('a')
    expect(limiter.waitSeconds('a')).toBeGreaterThan(0)
  })

  it('are remembered for a bounded number of addresses', () => {
    const limiter = new AttemptLimiter(new TestClock(), { ...limits, failuresMost: 1 })
    for (const address of ['a', 'b', 'c', 'd']) limiter.noteFailure(address)
    expect(['a', 'b', 'c', 'd'].map((address) => limiter.waitSeconds(address) > 0)).toEqual([false, true, true, true])
  })
})

const rawEd25519 = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')

describe('an offered key', () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const blob = new Writer().text('ssh-ed25519').bytes(rawEd25519(publicKey)).finish()

  it.each([
    ['ssh-dss', Buffer.alloc(8), 'dsa'],
    ['ssh-rsa', Buffer.alloc(8), 'rsa_sha1'],
    ['ssh-ed25519-cert-v01@openssh.com', Buffer.alloc(8), 'malformed'],
    ['ssh-xmss@openssh.com', Buffer.alloc(8), 'unsupported'],
    ['ssh-ed25519', Buffer.alloc(8), 'malformed'],
    ['rsa-sha2-512', blob, 'malformed'],
    ['ssh-ed25519', Buffer.concat([blob, Buffer.from('x')]), 'malformed'],
    [
      'ecdsa-sha2-nistp256',
      new Writer().text('ecdsa-sha2-nistp256').text('nistp256').bytes(Buffer.alloc(65, 4)).finish(),
      'malformed',
    ],
  ])('of type %s may not do', (algorithm, offered, problem) => {
    expect(readUserKey({ algorithm, blob: offered })).toBe(problem)
  })

  it('is known by the fingerprints that people know', () => {
    expect(readUserKey({ algorithm: 'ssh-ed25519', blob })).toMatchObject({
      fingerprint: expect.stringMatching(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/),
      shownFingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
    })
  })
})
