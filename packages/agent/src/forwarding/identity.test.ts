import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberedIdentity } from './identity.ts'

const account = { username: 'ann', uid: 4242, gid: 4243, home: '/', shell: '/bin/sh' }
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sshore-identity-'))
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})
const nameService = (script: string): void =>
  writeFileSync(join(folder, 'id'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })

test('the groups of a user are asked for once, and again after they could not be found', async () => {
  const identity = rememberedIdentity(account, 0)
  nameService('exit 1')
  await expect(identity()).rejects.toThrow('the groups of ann could not be found')
  nameService('echo 4243 27')
  expect(await identity()).toEqual({ uid: 4242, gid: 4243, groups: [4243, 27] })
  nameService('echo 1')
  expect((await identity())?.groups).toEqual([4243, 27])
})
