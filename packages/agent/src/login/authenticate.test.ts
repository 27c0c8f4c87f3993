import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoginHeader } from '@sshore/contract'
import { expect, test } from 'vitest'
import { isRoot, makeUser } from '../testing/users.ts'
import { createAttempts } from './attempts.ts'
import { createAuthenticator } from './authenticate.ts'
import { createPasswordCheck } from './password.ts'

test.skipIf(!isRoot)('a device closed for maintenance shows users why, and lets root in (needs root)', async () => {
  using user = makeUser()
  const folder = mkdtempSync(join(tmpdir(), 'sshore-nologin-'))
  const notice = join(folder, 'nologin')
  const clock = { now: () => 0, calendar: () => Date.now(), after: () => () => undefined }
  const { authenticate } = createAuthenticator({
    clock,
    attempts: createAttempts(clock),
    passwords: createPasswordCheck(() => undefined),
    onlyAccount: undefined,
    closingFiles: [join(folder, 'absent'), notice],
  })
  const header = (username: string): LoginHeader => ({
    kind: 'login',
    username,
    proof: { kind: 'publickey', algorithm: 'ssh-ed25519', key: '' },
    sessionUid: '',
    client: { address: '192.0.2.7', port: 1 },
    server: { address: '192.0.2.1', port: 22 },
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
