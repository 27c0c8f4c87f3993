// Second factors at the command line: signing in with one, and helping somebody who has lost theirs.
import { createHmac } from 'node:crypto'
import { features } from '@sshore/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestInstance, type TestInstance } from '../test-instance.ts'
import { type Ran, run } from '../test-program.ts'

const held = new AsyncDisposableStack()
let server: TestInstance
let secret = ''
beforeAll(async () => {
  server = held.use(await startTestInstance({ SSHORE_EDITION: features.mfa[0] }))
  const { client } = await server.signUp('ana')
  await client.updateUser({ body: { recovery_email: 'ana@example.com' } })
  const { body } = await client.generateMfa()
  secret = body.secret
  await client.enableMfa({ body: { code: code(-1), secret, recovery_codes: [...body.recovery_codes] } })
}, 60_000)
afterAll(() => held.disposeAsync())

/** RFC 6238, some steps from now. */
function code(steps: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const digest = createHmac('sha1', key).update(step).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

const login = (...words: string[]): Promise<Ran> => {
  const line = ['login', server.url, '--username ana --password-stdin', ...words].join(' ')
  return run(line, { XDG_CONFIG_HOME: server.folder }, 'secret-1\n')
}

it('asks for a code of whoever has one, says how to give it, and takes none twice', async () => {
  const without = await login()
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('give its one-time code with --code')])
  const once = code(0)
  expect(await login('--code', once)).toMatchObject({ code: 0, stdout: 'Signed in as ana.\n' })
  const own = await run(`device list ana --server ${server.url}`, { XDG_CONFIG_HOME: server.folder })
  expect(own.code).toBe(0)
  const again = await login('--code', once)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('wrong, too old or was used already')])
  expect((await login('--code', 'abc')).stderr).toContain('code')
})

it('helps somebody who has lost theirs, once it is sure, and signs them out', async () => {
  expect((await server.beside('user mfa disable ana')).stderr).toContain('add --yes')
  const gone = await server.beside('user mfa disable ana --yes')
  expect(gone).toMatchObject({ code: 0, stdout: expect.stringContaining('ana signs in without a second factor now') })
  const own = await run(`device list ana --server ${server.url}`, { XDG_CONFIG_HOME: server.folder })
  expect(own.code).toBe(1)
  expect(await login()).toMatchObject({ code: 0 })
  expect((await server.beside('user mfa disable ana --yes')).stderr).toContain('The second factor is not on.')
})
