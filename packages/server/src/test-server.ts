// A whole server over a data folder of its own, for the tests of this package.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@sshore/client'
import { editions, type TenantId, type UserAuth } from '@sshore/contract'
import { pino } from 'pino'
import { createServer, type Server } from './server.ts'
import type { ServerOptions } from './services.ts'
import type { DatabaseLocation } from './platform/database/open.ts'
import { newLocation, openBeside, type OpenDatabase, testEngine } from './test-database.ts'

export interface TestServer extends AsyncDisposable {
  readonly server: Server
  /** What a second server on the same data is started with. */
  readonly options: ServerOptions
  readonly location: DatabaseLocation
  /** A connection of its own to the server's database, for what has no call. */
  openDatabase(): Promise<OpenDatabase>
  readonly clock: { now(): number; advance(milliseconds: number): void }
  /** Nobody. */
  readonly anonymous: Client
  /** Our own processes. */
  readonly internal: Client
  /** Who shows this token. */
  as(token: string): Client
  /** Creates a user with a namespace of the same name and signs in. */
  signUp(username: string): Promise<UserAuth & { readonly client: Client; readonly tenantId: TenantId }>
  signIn(username: string): Promise<UserAuth & { readonly client: Client }>
}

export const testServiceToken = 'service-token-of-the-tests-0123456789'
export const testPassword = 'correct horse'

export async function startTestServer(options: Partial<ServerOptions> = {}, engine = testEngine): Promise<TestServer> {
  await using undo = new AsyncDisposableStack()
  const dataDir = undo.adopt(await mkdtemp(join(tmpdir(), 'sshore-server-')), (path) => rm(path, { recursive: true }))
  let now = Date.now()
  const clock = { now: () => now, advance: (milliseconds: number) => void (now += milliseconds) }
  const location = await newLocation(dataDir, engine)
  const allOptions: ServerOptions = {
    dataDir,
    ...('url' in location ? { databaseUrl: location.url } : {}),
    edition: editions[2],
    version: '1.2.3',
    serviceToken: testServiceToken,
    sshEndpointPort: () => 2222,
    trustedProxies: [],
    connectorAllowPrivate: true,
    publicUrl: 'http://hub.example.org',
    tunnels: { domain: 'tunnels.test', scheme: 'https' },
    log: pino({ level: 'silent' }),
    clock,
    ...options,
  }
  const server = undo.use(await createServer(allOptions))
  const resources = undo.move()
  const as = (token: string): Client => createClient(server.transport, () => ({ authorization: `Bearer ${token}` }))
  const anonymous = createClient(server.transport)
  const internal = as(testServiceToken)
  const signIn = async (username: string) => {
    const { body } = await anonymous.login({ body: { username, password: testPassword } })
    return { ...body, client: as(body.token) }
  }
  return {
    server,
    options: allOptions,
    location,
    openDatabase: () => openBeside(location),
    clock,
    anonymous,
    internal,
    as,
    signIn,
    async signUp(username) {
      await internal.createUser({ body: { username, email: `${username}@example.org`, password: testPassword } })
      const { body } = await internal.createNamespaceFor({ body: { name: username, owner: username } })
      return { ...(await signIn(username)), tenantId: body.tenant_id }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
