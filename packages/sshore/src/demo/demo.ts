// A whole installation that lives for a while: server, owner, agent of this machine, key. All of it is real; only the folder is
// temporary.
import { createPrivateKey, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@sshore/client'
import type { Device, TenantId } from '@sshore/contract'
import type { Logger } from 'pino'
import type { AgentProgram } from '../agent/agent-program.ts'
import { type Flags, readConfig } from '../config/config.ts'
import { CommandFailure } from '../exit-codes.ts'
import { consoleUrl } from '../instance/addresses.ts'
import { type Instance, startInstance } from '../instance/instance.ts'
import type { Surroundings } from '../surroundings.ts'
import { startDemoAgent } from './demo-agent.ts'
import type { DemoFacts } from './demo-banner.ts'
import { newOpensshKey, publicKeyLine } from './openssh-key.ts'
import { until } from './until.ts'

const host = '127.0.0.1'
const username = 'demo'
const newPassword = (): string => randomBytes(12).toString('base64url')

export interface DemoOptions {
  readonly surroundings: Pick<Surroundings, 'environment' | 'user' | 'version'>
  readonly program: AgentProgram
  readonly consoleDir: string | undefined
  readonly log: Logger
  readonly signal: AbortSignal
  /** Told what has been done, one short sentence each. */
  readonly done: (step: string) => void
}

export interface Demo extends AsyncDisposable {
  readonly facts: DemoFacts
  /** Calls the API as the owner. */
  readonly client: Client
  readonly agentEnded: AbortSignal
}

async function temporaryFolder(undo: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sshore-demo-'))
  undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

const usualPorts: Flags = {}
const anyPorts: Flags = { httpPort: '0', sshPort: '0' }

/** On the usual ports if they are free, else on any. */
async function startServer(folder: string, { surroundings, consoleDir, log }: DemoOptions): Promise<Instance> {
  // Nothing of the surrounding environment: the demo is the same everywhere.
  const environment = { SSHORE_DATA_DIR: join(folder, 'server'), SSHORE_HOST: host, SSHORE_DRAIN_SECONDS: '0' }
  const start = (ports: Flags): Promise<Instance> =>
    startInstance({ config: { ...readConfig(environment, ports), consoleDir }, version: surroundings.version, log })
  try {
    return await start(usualPorts)
  } catch (error) {
    if (error instanceof CommandFailure && error.code === 'port_in_use') return start(anyPorts)
    throw error
  }
}

async function createOwner(instance: Instance, password: string): Promise<{ client: Client; tenantId: TenantId }> {
  const { body: setup } = await instance.client.getSetup()
  const account = { name: 'Demo', username, email: 'demo@example.com', password }
  await instance.client.setup({ query: { sign: setup.sign }, body: account })
  const { body: login } = await instance.client.login({ body: { username, password } })
  const client = createClient(instance.server.transport, () => ({ authorization: `Bearer ${login.token}` }))
  const [namespace] = (await client.listNamespaces()).body
  if (!namespace) throw new Error('The setup has made no namespace.')
  return { client, tenantId: namespace.tenant_id }
}

async function acceptDevice(client: Client, signal: AbortSignal): Promise<Device> {
  const find = async (status: Device['status']): Promise<Device | undefined> =>
    (await client.listDevices({ query: { status } })).body[0]
  const pending = await until(() => find('pending'), { seconds: 20, what: 'The registration of the agent', signal })
  await client.setDeviceStatus({ params: { uid: pending.uid, status: 'accept' } })
  const online = async (): Promise<Device | undefined> => {
    const device = await find('accepted')
    return device?.online ? device : undefined
  }
  return until(online, { seconds: 20, what: 'The connection of the agent', signal })
}

async function registerKey(client: Client, folder: string): Promise<string> {
  const key = newOpensshKey('sshore-demo')
  const path = join(folder, 'key')
  await writeFile(path, key.privateKeyFile, { mode: 0o600 })
  const data = Buffer.from(key.publicKeyLine).toString('base64')
  await client.createPublicKey({ body: { data, name: 'demo', username: '.*', filter: { hostname: '.*' } } })
  return path
}

/** The server's host key, known beforehand: the first connection asks no question. */
async function writeKnownHosts(folder: string, port: number): Promise<string> {
  const key = createPrivateKey(await readFile(join(folder, 'server/host-keys/ssh_host_ed25519_key.pem')))
  const path = join(folder, 'known_hosts')
  await writeFile(path, `[${host}]:${port} ${publicKeyLine(key)}\n`)
  return path
}

/** Starts it all and returns when the printed commands work. Disposing it stops everything and removes what was made. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { surroundings, program, signal, done } = options
  await using undo = new AsyncDisposableStack()
  const folder = await temporaryFolder(undo)
  const instance = undo.use(await startServer(folder, options))
  signal.throwIfAborted()
  const base = consoleUrl(undefined, host, instance.httpPort)
  done(`Server: console on port ${instance.httpPort}, SSH on port ${instance.sshPort}`)
  const password = newPassword()
  const { client, tenantId } = await createOwner(instance, password)
  done(`Owner ${username} with a namespace of the same name`)
  const flags = ['--server', base, '--tenant', tenantId, '--data-dir', join(folder, 'agent')]
  const agent = undo.use(startDemoAgent({ program, flags, environment: surroundings.environment }))
  const waiting = AbortSignal.any([signal, agent.ended])
  const device = await acceptDevice(client, waiting)
  done(`Agent of this machine: device ${device.name}, accepted`)
  const key = await registerKey(client, folder)
  const knownHosts = await writeKnownHosts(folder, instance.sshPort)
  done('Key registered')
  const access = ['-i', key, '-o', 'IdentitiesOnly=yes', '-o', `UserKnownHostsFile=${knownHosts}`]
  const destination = `${surroundings.user.username}@${device.namespace}.${device.name}@${host}`
  const port = String(instance.sshPort)
  const facts: DemoFacts = {
    folder,
    console: base,
    username,
    password,
    device: `${device.namespace}.${device.name}`,
    ssh: ['ssh', '-p', port, ...access, destination],
    scp: ['scp', '-P', port, ...access, '/etc/hostname', `${destination}:${folder}/`],
  }
  const resources = undo.move()
  return { facts, client, agentEnded: agent.ended, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
