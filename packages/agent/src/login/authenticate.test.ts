import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everyForwarding, type LoginHeader, type Proof } from '@sshore/contract'
import { expect, test } from 'vitest'
import { isRoot, makeUser } from '../testing/users.ts'
import { createAccountFinder } from './accounts.ts'
import { createAttempts } from './attempts.ts'
import { createAuthenticator, wrongPasswordMilliseconds } from './authenticate.ts'
import { createPasswordCheck } from './password.ts'

const keyProof: Proof = { kind: 'publickey', algorithm: 'ssh-ed25519', key: '' }

const header = (username: string, proof: Proof = keyProof): LoginHeader => ({
  kind: 'login',
  username,
  proof,
  sessionUid: '',
  client: { address: '192.0.2.7', port: 1 },
  server: { address: '192.0.2.1', port: 22 },
  forwarding: everyForwarding,
})

test.skipIf(!isRoot)('a device closed for maintenance shows users why, and lets root in (needs root)', async () => {
  using user = makeUser()
  const folder = mkdtempSync(join(tmpdir(), 'sshore-nologin-'))
  const notice = join(folder, 'nologin')
  const clock = { now: () => 0, calendar: () => Date.now(), after: () => () => undefined }
  const { authenticate } = createAuthenticator({
    clock,
    attempts: createAttempts(clock),
    passwords: createPasswordCheck(() => undefined),
    findAccount: createAccountFinder(),
    onlyAccount: undefined,
    ownKeys: undefined,
    closingFiles: [join(folder, 'absent'), notice],
  })
  try {
    expect(await authenticate(header(user.name))).toMatchObject({ account: { username: user.name } })
    writeFileSync(notice, 'Back at noon.\n')
    expect(await authenticate(header(user.name))).toMatchObject({ refusal: { detail: 'Back at noon.' } })
    expect(await authenticate(header('root'))).toMatchObject({ account: { uid: 0 } })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('passwords beyond the limit cost the device nothing, not even the search for the account', async () => {
  const clock = { now: () => 0, calendar: () => 0, after: () => () => undefined }
  let searches = 0
  const { authenticate } = createAuthenticator({
    clock,
    attempts: { begin: () => 7, succeeded: () => undefined },
    passwords: createPasswordCheck(() => undefined),
    findAccount: () => {
      searches += 1
      return Promise.resolve(undefined)
    },
    onlyAccount: undefined,
    ownKeys: undefined,
    closingFiles: [],
  })
  const verdict = await authenticate(header('ann', { kind: 'password', password: 'guess' }))
  expect(verdict).toMatchObject({ refusal: { reason: 'too_many_attempts' } })
  expect(searches).toBe(0)
})

test.each([
  ['a user who does not exist', 6],
  ['a user with a slow hash', 450],
])('a wrong password is answered at the same moment: %s', async (_, checkMilliseconds) => {
  let now = 5000
  const clock = {
    now: () => now,
    calendar: () => 0,
    after: (milliseconds: number, callback: () => void) => {
      now += milliseconds
      callback()
      return () => undefined
    },
  }
  const { authenticate } = createAuthenticator({
    clock,
    attempts: createAttempts(clock),
    passwords: {
      matches: () => {
        now += checkMilliseconds
        return Promise.resolve(false)
      },
      ageing: () => Promise.resolve('valid'),
    },
    findAccount: () => Promise.resolve(undefined),
    onlyAccount: undefined,
    ownKeys: undefined,
    closingFiles: [],
  })
  const verdict = await authenticate(header('ann', { kind: 'password', password: 'guess' }))
  expect(verdict).toMatchObject({ refusal: { reason: 'wrong_credentials' } })
  expect(now).toBe(5000 + wrongPasswordMilliseconds)
})
