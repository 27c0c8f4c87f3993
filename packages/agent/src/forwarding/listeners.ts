// Streams that listen on the device for a client (`ssh -R`, `ssh -A`). Who connects is told to the gateway, which opens
// an `accept` stream for it; until then the connection is paused.
import { mkdtempSync, rmdirSync } from 'node:fs'
import { type AcceptHeader, limits, type ListenHeader } from '@sshore/contract'
import type { LinkStream } from '@sshore/link'
import type { Login } from '../login/login.ts'
import type { Connection, Identity, Platform, SocketListener } from '../platform/platform.ts'
import { createPassage } from './passage.ts'
import { fromRoot } from './socket-path.ts'

/** Connections of one listening stream that wait to be taken; further ones are closed at once. */
const waitingMost = 128
/** A link that was cut may be resumed meanwhile. */
const waitSeconds = limits.resumptionSeconds + 30

type OnConnection = (connection: Connection) => void

interface Waiting {
  readonly connection: Connection
  readonly stopWaiting: () => void
}

/** Both families of the loopback; where the device has only one, that one. The second listens where the first does. */
function listenOnLoopback(platform: Platform, port: number, as: Identity | undefined, on: OnConnection) {
  const { sockets } = platform
  const held = new DisposableStack()
  let chosen: number | undefined
  let failure: unknown
  for (const host of ['127.0.0.1', '::1']) {
    try {
      chosen = held.use(sockets.listen({ host, port: chosen ?? port }, as, on)).port
    } catch (refused) {
      failure ??= refused
    }
  }
  if (chosen === undefined) throw failure
  return { port: chosen, held }
}

export interface Listeners {
  open(stream: LinkStream, header: ListenHeader, login: Login): void
  accept(stream: LinkStream, header: AcceptHeader, login: Login): void
  /** What programs of the login find their ssh-agent at; waits for one that is being set up. */
  sshAgentPath(): Promise<string | undefined>
}

/** Those of one login. */
export function createListeners(platform: Platform, identity: () => Promise<Identity | undefined>): Listeners {
  const { clock, sockets } = platform
  const waiting = new Map<number, Map<number, Waiting>>()
  let sshAgent: Promise<string | undefined> = Promise.resolve(undefined)

  const listenForAgent = (as: Identity | undefined, on: OnConnection) => {
    const held = new DisposableStack()
    // The folder is the user's alone, as is the socket in it: sshd makes the same.
    const folder = sockets.actAs(as, () => mkdtempSync('/tmp/ssh-'))
    held.defer(() => sockets.actAs(as, () => rmdirSync(folder)))
    const path = `${folder}/agent.${process.pid}`
    try {
      held.use(sockets.listen({ path }, as, on))
    } catch (failure) {
      held.dispose()
      throw failure
    }
    return { held, port: 0, path }
  }

  const listen = (
    header: ListenHeader,
    as: Identity | undefined,
    on: OnConnection,
  ): { readonly held: Disposable; readonly port: number; readonly path?: string } => {
    if (header.kind === 'ssh-agent') return listenForAgent(as, on)
    if (header.kind === 'listen' && header.address === 'loopback') {
      return listenOnLoopback(platform, header.port, as, on)
    }
    const address =
      header.kind === 'listen' ? { host: header.address, port: header.port } : { path: fromRoot(header.path) }
    const held: SocketListener = sockets.listen(address, as, on)
    return { held, port: held.port }
  }

  const open = (stream: LinkStream, header: ListenHeader, login: Login): Promise<string | undefined> => {
    const resources = new DisposableStack()
    const queue = new Map<number, Waiting>()
    let connections = 0
    waiting.set(stream.id, queue)
    resources.defer(() => waiting.delete(stream.id))
    resources.defer(() => {
      for (const { connection, stopWaiting } of queue.values()) {
        stopWaiting()
        connection[Symbol.dispose]()
      }
      queue.clear()
    })
    const stop = () => resources.dispose()
    resources.defer(
      login.own(() => {
        stop()
        stream.reset('closed', 'the login ended')
      }),
    )
    stream.handler = {
      onData: (chunk) => stream.consumed(chunk.byteLength),
      onMessage: () => undefined,
      onEnd: () => {
        stop()
        stream.close()
      },
      onDrain: () => undefined,
      onClose: stop,
    }
    const arrived = (connection: Connection) => {
      if (queue.size >= waitingMost) return connection[Symbol.dispose]()
      connections += 1
      const number = connections
      const stopWaiting = clock.after(waitSeconds * 1000, () => {
        queue.delete(number)
        connection[Symbol.dispose]()
      })
      queue.set(number, { connection, stopWaiting })
      stream.message({ type: 'connection', connection: number, origin: connection.origin })
    }
    const start = async () => {
      const as = await identity()
      if (resources.disposed) return undefined
      const { held, port, path } = listen(header, as, arrived)
      resources.use(held)
      stream.message({ type: 'listening', port })
      return path
    }
    return start().catch((failure: unknown) => {
      stop()
      stream.reset('listen_failed', failure instanceof Error ? failure.message : 'fault')
      return undefined
    })
  }

  return {
    open: (stream, header, login) => {
      const opened = open(stream, header, login)
      if (header.kind === 'ssh-agent') sshAgent = opened
    },
    accept: (stream, header, login) => {
      const queue = waiting.get(header.listener)
      const taken = queue?.get(header.connection)
      const passage = createPassage(stream, login, clock)
      if (!taken) return passage.fail('not_found', 'the connection is gone')
      queue?.delete(header.connection)
      taken.stopWaiting()
      passage.serve(taken.connection)
    },
    sshAgentPath: () => sshAgent,
  }
}
