// The SSH port with one linked device, for the gateway's own tests.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLink, type Link, type PairedSocket, socketPair } from '@sshore/link'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { loadHostKeys } from './host-keys.ts'
import { createMetrics } from './metrics.ts'
import { SshPort, type SshPortOptions } from './sessions/ssh-port.ts'
import { systemClock } from './system-clock.ts'
import { serveTestDevice, type TestDevice, type TestDeviceBehaviour } from './test-device.ts'
import { createTestServer, type TestServer, testUid } from './test-server-api.ts'
import { SshClient } from './test-ssh-client.ts'

export interface TestStack extends AsyncDisposable {
  readonly server: TestServer
  readonly device: TestDevice
  readonly port: SshPort
  readonly portNumber: number
  readonly ssh: SshClient
  readonly metrics: Registry
  /** Lines of the log, parsed. */
  readonly logged: Record<string, unknown>[]
  /** The device, seen from the gateway. */
  readonly link: Link
  /** Cuts the link's connection; `reconnect` resumes it. */
  cut(): void
  reconnect(): void
}

export type TestStackOptions = Partial<SshPortOptions> & {
  readonly behaviour?: TestDeviceBehaviour
  readonly resumptionSeconds?: number
}

export async function createTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  await using undo = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'sshore-gateway-'))
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  const { resumptionSeconds = 120, behaviour, ...overrides } = options
  const clock = systemClock
  const ends = { id: 'test', clock, resumptionSeconds }
  const near = createLink({ ...ends, role: 'gateway' })
  const far = createLink({ ...ends, role: 'agent' })
  undo.defer(() => near.link.close(1000, 'test over'))
  undo.defer(() => far.link.close(1000, 'test over'))
  let sockets: readonly PairedSocket[] = []
  const reconnect = (): void => {
    const [left, right] = socketPair()
    sockets = [left, right]
    const received = near.received
    near.attach(left, far.received)
    far.attach(right, received)
  }
  const device = serveTestDevice(far.link, behaviour)
  reconnect()
  const server = createTestServer()
  const registry = new Registry()
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const port = new SshPort({
    client: server.client,
    findLink: (uid) => (uid === testUid ? near.link : undefined),
    hostKeys: await loadHostKeys(join(folder, 'keys')),
    version: '0.0.0-test',
    metrics: createMetrics(registry),
    log,
    clock,
    today: () => new Date(),
    ...overrides,
  })
  undo.use(port)
  const { port: portNumber } = await port.listen('127.0.0.1', 0)
  const ssh = undo.use(await SshClient.create(portNumber))
  const resources = undo.move()
  const cut = (): void => sockets[0]?.cut()
  const stack = { server, device, port, portNumber, ssh, metrics: registry, logged, link: near.link, cut, reconnect }
  return { ...stack, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** Makes a key known to the server: it opens every device for every login name. */
export function registerKey(stack: TestStack, line: string): void {
  const data = Buffer.from(line).toString('base64')
  stack.server.answers.set('/internal/public-keys/evaluate', { outcome: 'allowed', data })
}

/** Waits until `condition` holds. */
export async function until(condition: () => boolean, what: string, seconds = 10): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`gave up waiting until ${what}`)
    // Polling is what waiting for another process comes down to.
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
