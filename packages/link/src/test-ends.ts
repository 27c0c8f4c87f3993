// Two ends of a link for the tests of this package.
import type { SessionHeader } from '@sshore/contract'
import type { Clock, LinkStream, StreamHandler } from './link.ts'
import type { LinkController } from './link-options.ts'
import { createLink } from './multiplexer.ts'
import { socketPair } from './socket-pair.ts'
import { networkPath, type PathOptions } from './test-path.ts'
import { decodeText } from './text.ts'

export const sessionHeader = (command: string): SessionHeader => ({
  kind: 'session',
  login: 1,
  program: { kind: 'exec', command },
  environment: {},
})

export interface LinkedPair {
  readonly gateway: LinkController
  readonly agent: LinkController
  readonly faults: unknown[]
  /** Loses the connection and everything on its way. */
  cut(silently?: boolean): void
  /** Connects anew, each side telling the other how far it got. */
  reconnect(): void
}

/** Two ends over the path described, or over one that takes no time at all. */
export const linkedPair = (clock: Clock, path?: Omit<PathOptions, 'clock'>): LinkedPair => {
  const faults: unknown[] = []
  const report = (fault: unknown): void => void faults.push(fault)
  const gateway = createLink({ id: 'link', role: 'gateway', clock, report })
  const agent = createLink({ id: 'link', role: 'agent', clock, report })
  let cut: (silently?: boolean) => void = () => undefined
  const reconnect = (): void => {
    const { near, far, ...connection } = path === undefined ? instantPath() : networkPath({ clock, ...path })
    cut = connection.cut
    const gatewayReceived = gateway.received
    gateway.attach(near, agent.received)
    agent.attach(far, gatewayReceived)
  }
  reconnect()
  return { gateway, agent, faults, reconnect, cut: (silently) => cut(silently) }
}

const instantPath = () => {
  const [near, far] = socketPair()
  return { near, far, cut: () => near.cut() }
}

export interface Recorder {
  readonly events: string[]
  readonly handler: StreamHandler
  stream: LinkStream | undefined
  handlerFor(stream: LinkStream): StreamHandler
}

/** Writes down what a stream delivers, and reads all of it at once. */
export const recorder = (): Recorder => {
  const events: string[] = []
  const written: Recorder = {
    events,
    stream: undefined,
    handler: {
      onData: (chunk, lane) => {
        events.push(`${lane}:${decodeText(chunk) ?? 'binary'}`)
        written.stream?.consumed(chunk.length)
      },
      onMessage: (message) => events.push(`message:${message.type}`),
      onEnd: () => events.push('end'),
      onPeerClose: () => events.push('peer-close'),
      onDrain: () => events.push('drain'),
      onClose: (reason, detail) => events.push(`close:${reason === undefined ? '' : `${reason} ${detail}`}`),
    },
    handlerFor: (stream) => {
      written.stream = stream
      return written.handler
    },
  }
  return written
}
