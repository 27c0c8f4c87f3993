// A peer that behaves like a stock agent, written from what is known of those alone. It runs real programs as real users
// of this machine, over a real SSH server.
import { generateKeyPairSync } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { TenantId } from '@sshore/contract'
import { randomMac } from '../device-agent.ts'
import { textsOfJson } from './parse-json.ts'
import type { StockAgentQuirks } from './quirks.ts'
import { type AgentServices, serveHttpRequest, serveSelected } from './requests.ts'
import { createSshServer } from './ssh-server.ts'
import { dialWebSocket } from './web-sockets.ts'
import { serveYamux } from './yamux-server.ts'

export interface StockAgentOptions {
  /** Without a trailing slash. */
  readonly server: string
  readonly tenantId: TenantId
  readonly quirks: StockAgentQuirks
  /** The same key and MAC make the same device. */
  readonly identity?: StockIdentity
  readonly hostname?: string
  readonly version?: string
}

export interface StockIdentity {
  readonly mac: string
  /** PEM, both of PKCS#1. */
  readonly privateKey: string
  readonly publicKey: string
}

export interface StockAgent extends AsyncDisposable {
  readonly identity: StockIdentity
  /** What the server says of itself to this agent. */
  readonly info: { readonly version: string }
  readonly uid: string
  /** SSH connections open now. */
  readonly sessions: ReadonlySet<string>
  /** Ids of sessions that the server asked to close. */
  readonly closed: readonly string[]
  /** What went wrong on this side, such as a server that breaks a rule. */
  readonly faults: readonly unknown[]
  /** How many times it connected. */
  readonly connections: number
  /** Breaks the connection to the server; the agent returns at once. */
  cut(): void
}

export function newStockIdentity(): StockIdentity {
  const encoding = { type: 'pkcs1', format: 'pem' } as const
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: encoding,
    privateKeyEncoding: encoding,
  })
  return { mac: randomMac(), ...pair }
}

type Answer = Readonly<Partial<Record<string, string>>>

async function ask(url: string, token?: string, body?: unknown): Promise<Answer> {
  const headers = {
    'Content-Type': 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  }
  const response = await fetch(
    url,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  )
  if (!response.ok) throw new Error(`${url} answered with ${response.status}: ${await response.text()}`)
  return textsOfJson(await response.text())
}

/** Registers and connects; returns once it has registered. */
export async function startStockAgent(options: StockAgentOptions): Promise<StockAgent> {
  const { server, tenantId, quirks, identity = newStockIdentity(), hostname, version = 'v0.19.0' } = options
  const info = await ask(`${server}/info?agent_version=${version}`)
  const register = (): Promise<Answer> =>
    ask(`${server}/api/devices/auth`, undefined, {
      info: {
        id: 'debian',
        pretty_name: 'Debian',
        version,
        arch: 'amd64',
        platform: quirks.connector ? 'connector' : 'docker',
      },
      ...(hostname === undefined ? {} : { hostname }),
      identity: { mac: identity.mac },
      public_key: identity.publicKey,
      tenant_id: tenantId,
    })
  const first = await register()
  const { uid = '', token = '', name = '' } = first
  const held = { sessions: new Map<string, Duplex>(), closed: [] as string[], faults: [] as unknown[], connections: 0 }
  let stopped = false
  let carrier: Duplex | undefined

  const runSsh = createSshServer({
    hostKey: identity.privateKey,
    quirks,
    deviceName: () => name,
    sign: (fingerprint, data) =>
      ask(`${server}/api/auth/ssh`, token, { fingerprint, data }).then(
        ({ signature }) => signature,
        (error: unknown) => void held.faults.push(error),
      ),
  })
  const services: AgentServices = {
    ssh(id, stream) {
      held.sessions.set(id, stream)
      stream.once('close', () => held.sessions.delete(id))
      if (quirks.silent !== 'ssh') runSsh(stream)
    },
    closeSsh(id) {
      held.closed.push(id)
      held.sessions.get(id)?.destroy()
    },
  }
  const note = (error: unknown): void => void held.faults.push(error)

  async function connect(): Promise<void> {
    if (quirks.transport === 2) {
      const stream = await dialWebSocket(`${server}/agent/connection`, token)
      carrier = stream
      serveYamux(stream, (opened) => {
        if (quirks.silent !== 'transport') serveSelected(opened, services).catch(note)
      })
      return
    }
    const control = await dialWebSocket(`${server}/ssh/connection`, token)
    carrier = control
    followOrders(
      control,
      async (path) => {
        if (quirks.cannotDialBack) {
          control.write(`${JSON.stringify({ command: 'pickup-failed', err: 'no route to host' })}\n`)
        } else if (quirks.silent !== 'transport') {
          await serveHttpRequest(await dialWebSocket(decodeURIComponent(server + path)), services)
        }
      },
      note,
    )
  }

  async function stayConnected(): Promise<void> {
    while (!stopped) {
      try {
        await connect()
        held.connections += 1
        const gone = carrier
        await new Promise((resolve) => gone?.once('close', resolve))
      } catch (error) {
        note(error)
        // A real agent waits ten seconds after a refusal.
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
  }
  const running = stayConnected()

  return {
    identity,
    info: { version: info['version'] ?? '' },
    uid,
    get sessions() {
      return new Set(held.sessions.keys())
    },
    closed: held.closed,
    faults: held.faults,
    get connections() {
      return held.connections
    },
    cut: () => void carrier?.destroy(),
    async [Symbol.asyncDispose]() {
      stopped = true
      for (const stream of held.sessions.values()) stream.destroy()
      carrier?.destroy()
      await running
    },
  }
}

/** The control connection of transport 1. */
function followOrders(
  control: Duplex,
  dialBack: (path: string) => Promise<void>,
  note: (error: unknown) => void,
): void {
  let text = ''
  const keepAlive = setInterval(() => control.write('{"command":"keep-alive"}\n'), 30_000)
  control.once('close', () => clearInterval(keepAlive))
  control.on('data', (chunk: Buffer) => {
    const lines = (text + chunk.toString()).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const { command, connPath } = textsOfJson(line)
      if (command === 'conn-ready' && connPath !== undefined) dialBack(connPath).catch(note)
    }
  })
}
