import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DeviceUid, TenantId, UserId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { hours } from './clock.ts'
import { loadPrivateKey } from './key-file.ts'
import { createPasswords } from './passwords.ts'
import { equalSecrets, setupSignature } from './secrets.ts'
import { createTokens } from './tokens.ts'

const tenantId = '11111111-2222-4333-8444-555555555555' as TenantId
const id = '0123456789abcdef01234567' as UserId
const uid = 'a'.repeat(64) as DeviceUid
const user = { id, username: 'ana', tenantId, version: 3, secondFactor: true }

function tokensAt(start: number) {
  let now = start
  const { privateKey } = generateKeyPairSync('ed25519')
  const tokens = createTokens(privateKey, { now: () => now })
  return { tokens, privateKey, advance: (milliseconds: number) => (now += milliseconds) }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a user token tells who and where for 72 hours', async () => {
  const { tokens, advance } = tokensAt(Date.now())
  const token = await tokens.signUser(user)
  expect(await tokens.verify(token)).toMatchObject({
    claims: 'user',
    id,
    name: 'ana',
    tenant: tenantId,
    version: 3,
    mfa: true,
  })
  advance(hours(72) - 1000)
  expect(await tokens.verify(token)).toBeDefined()
  advance(10_000)
  expect(await tokens.verify(token)).toBeUndefined()
})

test('a device token does not expire', async () => {
  const { tokens, advance } = tokensAt(Date.now())
  const token = await tokens.signDevice(uid, tenantId)
  advance(hours(24 * 365 * 10))
  expect(await tokens.verify(token)).toMatchObject({ claims: 'device', uid, tenant: tenantId })
})

test('nothing passes for a token that this key did not sign for this', async () => {
  const { tokens, privateKey } = tokensAt(Date.now())
  const [head = '', body = '', signature = ''] = (await tokens.signUser(user)).split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const signed = (header: object, payload: object): string => {
    const text = `${encoded(header)}.${encoded(payload)}`
    return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
  }
  const forever = { ...claims, exp: undefined }
  const forgeries = [
    '',
    'x',
    `${head}.${body}.`,
    `${head}.${encoded({ ...claims, version: 4 })}.${signature}`,
    `${encoded({ alg: 'none' })}.${body}.`,
    await tokensAt(Date.now()).tokens.signUser(user),
    signed({ alg: 'HS256' }, claims),
    signed({ alg: 'EdDSA' }, forever),
    signed({ alg: 'EdDSA' }, { ...claims, claims: 'admin' }),
    signed({ alg: 'EdDSA' }, { ...claims, id: "' or 1=1" }),
  ]
  for (const forgery of forgeries) expect(await tokens.verify(forgery), forgery).toBeUndefined()
  // The control: the same way of making them makes a good one.
  expect(await tokens.verify(signed({ alg: 'EdDSA' }, claims))).toBeDefined()
})

test('the key is made once, even by processes that start at once, and is for its owner alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sshore-key-'))
  try {
    const path = join(folder, 'token-key.pem')
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadPrivateKey(path)))
    expect(new Set(keys.map(setupSignature)).size).toBe(1)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['token-key.pem'])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('secrets of any length are compared', () => {
  expect(equalSecrets('abc', 'abc')).toBe(true)
  expect(equalSecrets('abc', 'abcd')).toBe(false)
  expect(equalSecrets('', 'abc')).toBe(false)
})

test('a password is kept as argon2id and known again', async () => {
  const passwords = await createPasswords()
  const stored = await passwords.hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(passwords.isOutdated(stored)).toBe(false)
  expect(passwords.isOutdated(stored.replace('m=19456', 'm=4096'))).toBe(true)
  expect(await passwords.verify(stored, 'correct horse')).toBe(true)
  expect(await passwords.verify(stored, 'wrong horse')).toBe(false)
  expect(await passwords.verify(undefined, 'correct horse')).toBe(false)
})

test('a flood of logins is turned away instead of eating the memory', async () => {
  const passwords = await createPasswords()
  const flood = await Promise.allSettled(Array.from({ length: 300 }, () => passwords.hash('x')))
  const refused = flood.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(30)
  expect(refused[0]).toMatchObject({ reason: { code: 'too_many_requests' } })
  // What was let in was done, and the way is free again.
  expect(flood.length - refused.length).toBeGreaterThanOrEqual(256)
  await passwords.hash('x')
}, 30_000)
