// For tests only: a server that registers any device and speaks the gateway's side of the real link over a real
// WebSocket, and the agent as a real process under Bun.
import { type ChildProcess, spawn } from 'node:child_process'
import { createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBun } from '../runtime.ts'
import { type DeviceUid, linkClose, linkPath, linkSubprotocol } from '@sshore/contract'
import { type Clock, createLinkRegistry, type Link, type LinkSocket } from '@sshore/link'
import { type WebSocket, WebSocketServer } from 'ws'

const tenant = '00000000-0000-4000-8000-000000000000'
const bun = findBun()
const main = fileURLToPath(new URL('../main.ts', import.meta.url))

const systemClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

const nothing = () => undefined

function linkSocketOf(socket: WebSocket): LinkSocket {
  const link: LinkSocket = {
    send: (message) => socket.send(message),
    get bufferedBytes() {
      return socket.bufferedAmount
    },
    close: (code, reason) => socket.close(code, reason),
    onMessage: nothing,
    onClose: nothing,
  }
  socket.on('message', (message: Buffer) => link.onMessage(message))
  socket.on('close', (code, reason) => link.onClose(code, reason.toString()))
  return link
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString())
}

export interface TestGateway extends AsyncDisposable {
  readonly address: string
  /** Bodies of the registrations so far. */
  readonly registrations: Record<string, unknown>[]
  /** Answers the next requests to an API path instead of the built-in behaviour. */
  answer: (path: string, body: Record<string, string>) => { status: number; body: unknown } | undefined
  /** The present or next link. */
  link(): Promise<Link>
  /** What registration answers and the upgrade demands. */
  token: string
  /** Ends the link as for a device that was removed. */
  revoke(): void
  /** Breaks the agent's connection without a goodbye. */
  cut(): void
}

export async function startTestGateway(fixedPort = 0): Promise<TestGateway> {
  const uid = 'a'.repeat(64) as DeviceUid
  const registrations: Record<string, unknown>[] = []
  const sockets = new Set<WebSocket>()
  let publicKey = ''
  let present: Link | undefined
  let waiting: ((link: Link) => void)[] = []
  const registry = createLinkRegistry({
    clock: systemClock,
    nonce: () => randomBytes(32).toString('base64'),
    linkId: randomUUID,
    onLink: (_, link) => {
      present = link
      link.onClose = () => {
        if (present === link) present = undefined
      }
      for (const give of waiting) give(link)
      waiting = []
    },
  })

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    const path = request.url ?? ''
    if (path === '/api/devices/auth') {
      registrations.push(body)
      publicKey = body['public_key'] ?? ''
    }
    const registered = { uid, token: gateway.token, name: 'device', namespace: 'tests', status: 'accepted' }
    const answer = gateway.answer(path, body) ?? { status: 200, body: registered }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }
  const server = createServer((request, response) => void respond(request, response))
  const upgrades = new WebSocketServer({
    noServer: true,
    handleProtocols: () => linkSubprotocol,
    perMessageDeflate: false,
  })
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== linkPath || request.headers.authorization !== `Bearer ${gateway.token}`) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n')
      return
    }
    upgrades.handleUpgrade(request, socket, head, (opened) => {
      sockets.add(opened)
      opened.on('close', () => sockets.delete(opened))
      registry.accept(linkSocketOf(opened), {
        uid,
        verify: (text, signature) =>
          verify(null, Buffer.from(text), createPublicKey(publicKey), Buffer.from(signature, 'base64')),
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(fixedPort, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const gateway: TestGateway = {
    address: `http://127.0.0.1:${port}`,
    registrations,
    answer: nothing,
    token: 'token',
    link: () => (present ? Promise.resolve(present) : new Promise((resolve) => waiting.push(resolve))),
    revoke: () => registry.close(uid, linkClose.revoked, 'removed'),
    cut: () => {
      for (const socket of sockets) socket.terminate()
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return gateway
}

export interface TestAgent extends AsyncDisposable {
  readonly pid: number
  readonly stateFolder: string
  /** Everything it has logged. */
  log(): string
  /** Exit status, once it has ended. */
  readonly exited: Promise<number | null>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface TestAgentOptions {
  /** Absent: no server is named. */
  readonly address: string | undefined
  /** Instead of a tenant id. */
  readonly flags?: readonly string[]
  /** Runs the agent as this user instead of root. */
  readonly user?: { readonly uid: number; readonly home: string }
  /** Another agent's, instead of a new one. */
  readonly stateFolder?: string
  /** Command line in place of the sources under Bun. */
  readonly command?: readonly string[]
}

export function startTestAgent(options: TestAgentOptions): TestAgent {
  const stateFolder = options.stateFolder ?? mkdtempSync(join(tmpdir(), 'sshore-agent-'))
  if (options.user) chownSync(stateFolder, options.user.uid, options.user.uid)
  const [command = bun, ...words] = options.command ?? [bun, main]
  const given = options.flags ?? ['--tenant', tenant]
  const server = options.address === undefined ? [] : ['--server', options.address]
  const child: ChildProcess = spawn(command, [...words, ...server, '--data-dir', stateFolder, ...given], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: options.user?.home },
    ...(options.user === undefined ? {} : { uid: options.user.uid, gid: options.user.uid }),
  })
  let text = ''
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.on('exit', (status) => resolve(status)))
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return exited
  }
  return {
    pid: child.pid ?? 0,
    stateFolder,
    log: () => text,
    exited,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop('SIGKILL')
      rmSync(stateFolder, { recursive: true, force: true })
    },
  }
}
