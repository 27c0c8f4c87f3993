// One stack, one namespace, and devices that run the peer of testkit in place of our agent.
import {
  createStack,
  newStockIdentity,
  type SeededNamespace,
  type SshTarget,
  type Stack,
  type StackOptions,
  startStockAgent,
  type StockAgent,
  type StockAgentOptions,
  type StockAgentQuirks,
  type UnixUser,
  unixUser,
  until,
  type UserKey,
} from '@sshore/testkit'
import { afterAll, beforeAll } from 'vitest'

export interface StockDevice extends AsyncDisposable {
  readonly agent: StockAgent
  readonly name: string
  /** As the test's user, with a key of the whole namespace. */
  readonly target: SshTarget
  /** As the test's user, by password. */
  readonly withPassword: SshTarget
}

export interface StockAgentWorld {
  readonly stack: Stack
  readonly namespace: SeededNamespace
  readonly user: UnixUser
  readonly key: UserKey
  addDevice(quirks: StockAgentQuirks, options?: Partial<StockAgentOptions>): Promise<StockDevice>
}

/** Call it at the top of a test file; what it returns can be used inside tests. */
export function withStockAgents(options: StackOptions = {}): () => StockAgentWorld {
  let world: StockAgentWorld | undefined
  const held = new AsyncDisposableStack()
  beforeAll(async () => {
    const stack = held.use(await createStack(options))
    const namespace = await stack.seed.namespace()
    const user = held.use(await unixUser())
    const key = await stack.newKey()
    await stack.seed.publicKey(namespace, key.line)
    const addDevice = (quirks: StockAgentQuirks, options: Partial<StockAgentOptions> = {}) =>
      startDevice({ stack, namespace, user, key }, quirks, options)
    world = { stack, namespace, user, key, addDevice }
  })
  afterAll(() => held.disposeAsync())
  return () => {
    if (!world) throw new Error('The device is there inside tests only.')
    return world
  }
}

async function startDevice(
  { stack, namespace, user, key }: Omit<StockAgentWorld, 'addDevice'>,
  quirks: StockAgentQuirks,
  options: Partial<StockAgentOptions>,
): Promise<StockDevice> {
  const { client } = namespace.owner
  const identity = newStockIdentity()
  const agent = await startStockAgent({ server: stack.url, tenantId: namespace.tenantId, quirks, identity, ...options })
  const query = { status: '', per_page: 100 } as const
  const { body: listed } = quirks.connector
    ? await client.listContainers({ query })
    : await client.listDevices({ query })
  const device = listed.find(({ uid }) => uid === agent.uid)
  if (!device) throw new Error('The agent did not register.')
  const params = { uid: device.uid }
  const acceptance = { params: { ...params, status: 'accept' } } as const
  await (quirks.connector ? client.setContainerStatus(acceptance) : client.setDeviceStatus(acceptance))
  const shown = () => (quirks.connector ? client.getContainer({ params }) : client.getDevice({ params }))
  // It counts as online from its registration on, a moment before anybody gets through to it.
  await until('the agent is connected', () => agent.connections > 0)
  await until('the device is online', async () => (await shown()).body.online)
  const address = `${user.name}@${namespace.name}.${device.name}`
  return {
    agent,
    name: device.name,
    target: stack.target(address, { keys: [key.path] }),
    withPassword: stack.target(address, { password: user.password }),
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  }
}
