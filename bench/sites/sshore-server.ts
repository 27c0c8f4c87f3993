// A real `sshore server` process, with an owner, a namespace and the key that opens all its devices.
import { join } from 'node:path'
import { type Client, createClient, fetchTransport } from '@sshore/client'
import type { TenantId } from '@sshore/contract'
import { type ServerProcess, sshore, startServerProcess } from '@sshore/testkit'

export interface SshoreServer extends AsyncDisposable {
  readonly url: string
  readonly sshPort: number
  readonly namespace: string
  readonly tenantId: TenantId
  /** Calls as the namespace's owner. */
  readonly owner: Client
  /** The process that runs now. */
  pid(): number
  /** Stops the server in good order and starts it again on the same data and ports; resolves once it is ready. */
  restart(): Promise<void>
}

/** Who signs in. */
export const owner = { username: 'ada', email: 'ada@example.com', password: 'correct horse' }

/** `settings` are further variables of its environment. */
export async function startSshoreServer(
  folder: string,
  publicKeyLine: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<SshoreServer> {
  const dataDir = join(folder, 'data')
  const account = ['--username', owner.username, '--email', owner.email, '--password-stdin', '--json']
  const setup = await sshore(['setup', '--data-dir', dataDir, ...account], settings, { stdin: owner.password })
  if (setup.code !== 0) throw new Error(`The setup failed: ${setup.stderr}${setup.stdout}`)
  const { tenant_id: tenantId, namespace } = JSON.parse(setup.stdout) as { tenant_id: TenantId; namespace: string }
  let server: ServerProcess = await startServerProcess(dataDir, undefined, settings)
  const ports = { http: server.httpPort, ssh: server.sshPort }
  const url = `http://127.0.0.1:${ports.http}`
  const transport = fetchTransport(url, fetch)
  const { body: login } = await createClient(transport).login({ body: owner })
  const client = createClient(transport, () => ({ authorization: `Bearer ${login.token}` }))
  const data = Buffer.from(publicKeyLine).toString('base64')
  await client.createPublicKey({ body: { data, name: 'bench', username: '.*', filter: { hostname: '.*' } } })
  return {
    url,
    sshPort: ports.ssh,
    namespace,
    tenantId,
    owner: client,
    pid: () => server.process.pid,
    async restart() {
      await server[Symbol.asyncDispose]()
      server = await startServerProcess(dataDir, ports, settings)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
