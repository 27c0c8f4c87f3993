// A real `sshore server` process with an owner, reached over the network like anybody would.
import { join } from 'node:path'
import { type Client, createClient, fetchTransport } from '@sshore/client'
import type { TenantId } from '@sshore/contract'
import {
  knownHostsLine,
  newKey,
  type ServerProcess,
  sshore,
  startServerProcess,
  temporaryFolder,
} from '@sshore/testkit'
import { writeFile } from 'node:fs/promises'

export interface Site extends AsyncDisposable {
  readonly folder: string
  readonly dataDir: string
  readonly tenantId: TenantId
  readonly namespace: string
  readonly knownHosts: string
  readonly key: string
  readonly client: Client
  readonly url: string
  readonly ports: { readonly http: number; readonly ssh: number }
  /** The process that runs now. */
  server(): ServerProcess
  /** Starts the server again on the same folder and ports; the one before must have ended. */
  restart(): Promise<ServerProcess>
}

export async function createSite(settings: Readonly<Record<string, string>> = {}): Promise<Site> {
  await using undo = new AsyncDisposableStack()
  const folder = undo.use(await temporaryFolder()).path
  const dataDir = join(folder, 'data')
  const password = 'correct horse'
  const account = ['--username', 'ada', '--email', 'ada@example.com', '--password-stdin', '--json']
  const setup = await sshore(['setup', '--data-dir', dataDir, ...account], settings, { stdin: password })
  if (setup.code !== 0) throw new Error(`The setup failed: ${setup.stderr}${setup.stdout}`)
  const { tenant_id: tenantId, namespace } = JSON.parse(setup.stdout) as { tenant_id: TenantId; namespace: string }
  let server = await startServerProcess(dataDir, undefined, settings)
  undo.defer(() => server[Symbol.asyncDispose]())
  const ports = { http: server.httpPort, ssh: server.sshPort }
  const url = `http://127.0.0.1:${ports.http}`
  const transport = fetchTransport(url, fetch)
  const { body: login } = await createClient(transport).login({ body: { username: 'ada', password } })
  const client = createClient(transport, () => ({ authorization: `Bearer ${login.token}` }))
  const key = await newKey(folder)
  const data = Buffer.from(key.line).toString('base64')
  await client.createPublicKey({ body: { data, name: 'test', username: '.*', filter: { hostname: '.*' } } })
  const knownHosts = join(folder, 'known_hosts')
  await writeFile(knownHosts, await knownHostsLine(ports.ssh))
  const resources = undo.move()
  return {
    folder,
    dataDir,
    tenantId,
    namespace,
    knownHosts,
    key: key.path,
    client,
    url,
    ports,
    server: () => server,
    async restart() {
      server = await startServerProcess(dataDir, ports, settings)
      return server
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
