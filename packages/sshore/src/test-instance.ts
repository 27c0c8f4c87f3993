// A whole server in this process for the tests of commands, and what a person could have put into it.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@sshore/client'
import { createClient, fetchTransport } from '@sshore/client'
import type { TenantId } from '@sshore/contract'
import { pino } from 'pino'
import { expect } from 'vitest'
import { readConfig } from './config/config.ts'
import { startInstance } from './instance/instance.ts'
import { type Ran, run } from './test-program.ts'

export interface TestInstance extends AsyncDisposable {
  readonly folder: string
  readonly dataDir: string
  readonly url: string
  readonly internal: Client
  readonly anonymous: Client
  as(token: string): Client
  /** A user with a namespace of the same name; the password is `secret-1`. */
  signUp(username: string): Promise<{ readonly tenantId: TenantId; readonly client: Client }>
  /** A device that has registered and waits to be accepted. */
  device(tenantId: TenantId, hostname: string): Promise<string>
  /** A command line beside the server. */
  beside(words: string, input?: string): Promise<Ran>
}

/** The result of a command that has to succeed. */
export async function jsonOf(ran: Promise<Ran>): Promise<unknown> {
  const { code, stdout, stderr } = await ran
  expect({ code, stdout, stderr }).toMatchObject({ code: 0 })
  return JSON.parse(stdout)
}

export async function startTestInstance(environment: Record<string, string> = {}): Promise<TestInstance> {
  await using undo = new AsyncDisposableStack()
  const folder = undo.adopt(await mkdtemp(join(tmpdir(), 'sshore-test-')), (path) => rm(path, { recursive: true }))
  const dataDir = environment['SSHORE_DATA_DIR'] ?? join(folder, 'data')
  const settings = { SSHORE_DATA_DIR: dataDir, SSHORE_DRAIN_SECONDS: '0', ...environment }
  const config = readConfig(settings, { httpPort: '0', sshPort: '0' })
  const log = pino({ level: 'silent' })
  const instance = undo.use(await startInstance({ config: { ...config, consoleDir: undefined }, version: '1', log }))
  const { client: internal } = instance
  const url = `http://127.0.0.1:${instance.httpPort}`
  const anonymous = createClient(fetchTransport(url, fetch))
  const as = (token: string): Client =>
    createClient(fetchTransport(url, fetch), () => ({ authorization: `Bearer ${token}` }))
  let devices = 0
  const resources = undo.move()
  return {
    folder,
    dataDir,
    url,
    internal,
    anonymous,
    as,
    async signUp(username) {
      const password = 'secret-1'
      await internal.createUser({ body: { username, email: `${username}@example.org`, password } })
      const { body: namespace } = await internal.createNamespaceFor({ body: { name: username, owner: username } })
      const { body } = await anonymous.login({ body: { username, password } })
      return { tenantId: namespace.tenant_id, client: as(body.token) }
    },
    async device(tenantId, hostname) {
      const { publicKey } = generateKeyPairSync('ed25519')
      devices += 1
      const mac = `02:00:00:00:00:${devices.toString(16).padStart(2, '0')}`
      const info = { id: 'debian', pretty_name: 'Debian', version: '1.0.0', arch: 'x64', platform: 'native' }
      const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
      const body = { info, hostname, identity: { mac }, public_key: pem, tenant_id: tenantId }
      return (await anonymous.registerDevice({ body })).body.uid
    },
    beside: (words, input) => run(`${words} --data-dir ${dataDir}`, {}, input),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
