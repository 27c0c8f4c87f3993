// Puts a server together from options and an edition's features; the command line or a test decides where it listens.
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import type { Transport } from '@sshore/client'
import { type Bus, endpoints } from '@sshore/contract'
import type { Registry } from 'prom-client'
import { manifestsOf } from './editions.ts'
import type { FeatureManifest } from './feature.ts'
import { createApp } from './http/app.ts'
import { injected } from './http/injected.ts'
import { createWorkGate } from './http/work-gate.ts'
import { seconds } from './platform/clock.ts'
import { startJobs } from './platform/jobs.ts'
import { createServices, type ServerOptions } from './services.ts'

export interface Server extends AsyncDisposable {
  /** Calls the server inside this process, through the same edge as a request from outside. */
  readonly transport: Transport
  /** Others hang their own protocols on its `upgrade` event. */
  readonly http: HttpServer
  readonly bus: Bus
  readonly metrics: Registry
  /** Returns the port taken, which differs from `port` when that is 0. */
  listen(host: string, port: number): Promise<{ port: number }>
  /** Refuses new work with `shutting_down`, except from our own processes, and waits for what is running. */
  drain(): Promise<void>
}

/** What a feature promises in the contract it must keep; better not to start than to find out by a request. */
function requireComplete(manifests: readonly FeatureManifest[]): void {
  const answered = new Set(
    manifests.flatMap(({ implementations }) => implementations.map(({ endpoint }) => endpoint.id)),
  )
  const present = new Set(manifests.map(({ id }) => id))
  const missing = endpoints.filter(({ id, feature }) => present.has(feature) && !answered.has(id)).map(({ id }) => id)
  if (missing.length > 0) throw new Error(`Nothing answers these endpoints: ${missing.join(', ')}.`)
}

/** Ends every connection when disposed, those that became something else by an upgrade too: closing a server waits for them. */
function connectionsOf(http: HttpServer): Disposable {
  const open = new Set<Socket>()
  http.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return {
    [Symbol.dispose]() {
      for (const socket of open) socket.destroy()
    },
  }
}

/** Opens the data folder, brings the database up to date and builds the server. Dispose it to close everything again. */
export async function createServer(options: ServerOptions): Promise<Server> {
  await using undo = new AsyncDisposableStack()
  const services = undo.use(await createServices(options))
  const manifests = manifestsOf(options.edition)
  requireComplete(manifests)
  for (const manifest of manifests) manifest.hooks?.(services)
  const gate = createWorkGate()
  const implementations = manifests.flatMap((manifest) => manifest.implementations)
  const app = undo.adopt(await createApp(services, gate, endpoints, implementations), (built) => built.close())
  undo.use(connectionsOf(app.server))
  undo.use(
    startJobs(
      options.withJobs === false ? [] : manifests.flatMap((manifest) => manifest.jobs ?? []),
      services,
      options.log,
    ),
  )
  const resources = undo.move()
  return {
    transport: injected(app),
    http: app.server,
    bus: services.bus,
    metrics: services.metrics.registry,
    async listen(host, port) {
      await app.listen({ host, port })
      const address = app.server.address()
      if (address === null || typeof address === 'string') throw new Error('The server does not listen on a TCP port.')
      return { port: address.port }
    },
    async drain() {
      const left = await gate.drain(seconds(options.drainSeconds ?? 10))
      if (left > 0) options.log.warn({ requests: left }, 'stopped waiting for running requests')
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
