// Server and gateway in this process, on free ports with a folder of their own: what every end-to-end test stands on.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { type Client, createClient, fetchTransport } from '@sshore/client'
import { type Device, type DeviceUid, editions } from '@sshore/contract'
import { createLog, type InstanceConfig, startInstance } from '@sshore/sshore'
import type { Background } from './background.ts'
import { type AgentOptions, randomMac, startAgentProcess } from './device-agent.ts'
import { knownHostsLine } from './known-hosts.ts'
import { type KeyType, newKey, type UserKey } from './keys.ts'
import type { SshTarget } from './openssh.ts'
import { createSeed, type Seed, type SeededNamespace } from './seed.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

export interface StackOptions {
  readonly config?: Partial<InstanceConfig>
}

export interface StackDevice extends AsyncDisposable {
  readonly device: Device
  readonly uid: DeviceUid
  readonly agent: Background
  /** `login@namespace.device`, `root` by default, opened with a key of the whole namespace. */
  target(login?: string): SshTarget
}

export type DeviceOptions = Partial<AgentOptions>

export interface Stack extends AsyncDisposable {
  readonly httpPort: number
  readonly sshPort: number
  /** Address for agents and browsers, without a trailing slash. */
  readonly url: string
  readonly folder: string
  readonly knownHosts: string
  /** Carries the service token. */
  readonly internal: Client
  /** Without any credential, over the network. */
  readonly anonymous: Client
  readonly seed: Seed
  /** Lines of the log so far, one JSON object each. */
  log(): readonly string[]
  newKey(type?: KeyType, bits?: number): Promise<UserKey>
  /** Starts an agent that registers in the namespace; nobody accepts it. */
  startAgent(namespace: SeededNamespace, options?: DeviceOptions): Promise<{ agent: Background; device: Device }>
  /** Starts an agent, accepts it, waits until it is online and registers a key that opens it. */
  addDevice(namespace: SeededNamespace, options?: DeviceOptions): Promise<StackDevice>
  /** Addresses any login, with no key. */
  target(user: string, more?: Partial<SshTarget>): SshTarget
}

const findByMac = async (client: Client, mac: string): Promise<Device | undefined> => {
  const { body } = await client.listDevices({ query: { status: '', per_page: 100 } })
  return body.find((device) => device.identity.mac === mac)
}

export async function createStack({ config = {} }: StackOptions = {}): Promise<Stack> {
  await using undo = new AsyncDisposableStack()
  const folder = undo.use(await temporaryFolder()).path
  const lines: string[] = []
  const keep = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString().trimEnd())
      done()
    },
  })
  const log = createLog({ logLevel: 'debug', logFormat: 'json' }, { stderr: keep })
  const instance = undo.use(
    await startInstance({
      config: {
        dataDir: join(folder, 'server'),
        databaseUrl: undefined,
        edition: editions[0],
        host: '127.0.0.1',
        httpPort: 0,
        sshHost: undefined,
        sshPort: 0,
        trustedProxies: [],
        lockoutCeilingMinutes: 60,
        drainSeconds: 1,
        consoleDir: undefined,
        ...config,
      },
      version: '0.0.0-test',
      log,
    }),
  )
  const { httpPort, sshPort, client: internal } = instance
  const url = `http://${config.host ?? '127.0.0.1'}:${httpPort}`
  const knownHosts = join(folder, 'known_hosts')
  await writeFile(knownHosts, await knownHostsLine(sshPort))
  const seed = createSeed(instance.server.transport, internal)
  const target = (user: string, more: Partial<SshTarget> = {}): SshTarget => ({
    port: sshPort,
    knownHosts,
    user,
    ...more,
  })
  const agents = undo.use(new AsyncDisposableStack())

  async function startAgent(
    namespace: SeededNamespace,
    options: DeviceOptions = {},
  ): Promise<{ agent: Background; device: Device }> {
    const { mac = randomMac(), dataDir = join(folder, `agent-${crypto.randomUUID()}`) } = options
    const agent = agents.use(
      await startAgentProcess({ server: url, tenantId: namespace.tenantId, ...options, mac, dataDir }),
    )
    try {
      const device = await until('the agent registers', () => findByMac(namespace.owner.client, mac))
      return { agent, device }
    } catch (cause) {
      throw new Error(`The agent did not register. It said:\n${agent.stderr()}${agent.stdout()}`, { cause })
    }
  }

  const stack: Stack = {
    httpPort,
    sshPort,
    url,
    folder,
    knownHosts,
    internal,
    anonymous: createClient(fetchTransport(url, fetch)),
    seed,
    log: () => lines,
    newKey: (type, bits) => newKey(folder, type, bits),
    startAgent,
    async addDevice(namespace, options) {
      const { client } = namespace.owner
      const { agent, device } = await startAgent(namespace, options)
      const { uid } = device
      await client.setDeviceStatus({ params: { uid, status: 'accept' } })
      // It counts as online from its registration on, a moment before anybody gets through to it.
      await until('the device is linked', () =>
        lines.some((line) => line.includes('device linked') && line.includes(uid)),
      )
      await until('the device is online', async () => (await client.getDevice({ params: { uid } })).body.online)
      const key = await newKey(folder)
      await seed.publicKey(namespace, key.line)
      return {
        device,
        uid,
        agent,
        target: (login = 'root') => target(`${login}@${namespace.name}.${device.name}`, { keys: [key.path] }),
        async [Symbol.asyncDispose]() {
          await agent[Symbol.asyncDispose]()
          // Its name is free for a second try of the test; there may be no such device any more, nor a server.
          await client.removeDevice({ params: { uid } }).catch(() => undefined)
        },
      }
    },
    target,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
  const resources = undo.move()
  return stack
}
