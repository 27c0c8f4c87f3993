// What listens on the device for one SSH connection: ports (RFC 4254 section 7.1), Unix sockets (OpenSSH's PROTOCOL section
// 2.4) and the ssh-agent's socket. Ports listen on the loopback alone, as sshd's do unless its GatewayPorts is changed.
import type { ListenHeader, StreamMessage } from '@sshore/contract'
import type { LinkStream } from '@sshore/link'
import { oneLine } from '../plain-text.ts'
import type { ConnectionClient } from '../ssh/connection-service.ts'
import { type GlobalReply, plainSuccess } from '../ssh/global-replies.ts'
import { type Reader, Writer } from '../ssh/wire.ts'
import { ForwardPassage } from './forward-passage.ts'
import { forwardingDenial } from './forwarding-denial.ts'
import type { SessionContext } from './session-channel.ts'
import { isSocketPath } from './socket-path.ts'
import { startDeadline } from './start-deadline.ts'

const listenersMost = 256
const listenSeconds = 20

type Place =
  | { readonly kind: 'listen'; readonly address: string; readonly port: number }
  | { readonly kind: 'listen-socket'; readonly path: string }
  | { readonly kind: 'ssh-agent' }
/** A listener of the device. */
interface Listener {
  readonly stream: LinkStream
  /** It listens no more. */
  onStopped: () => void
}
type Arrival = Extract<StreamMessage, { type: 'connection' }>

/** By which a client takes a listener back. */
const keyOf = (place: Place): string => {
  if (place.kind === 'listen') return `${place.kind} ${place.port} ${place.address}`
  return place.kind === 'listen-socket' ? `${place.kind} ${place.path}` : place.kind
}

const isLoopback = (address: string): address is '127.0.0.1' | '::1' => address === '127.0.0.1' || address === '::1'

/** What the channel of a connection that arrived there is called, and told. */
function channelOf(place: Place, { origin }: Arrival): { type: string; fields: Uint8Array } {
  if (place.kind === 'ssh-agent') return { type: 'auth-agent@openssh.com', fields: new Uint8Array(0) }
  if (place.kind === 'listen-socket') {
    return { type: 'forwarded-streamlocal@openssh.com', fields: new Writer().text(place.path).text('').finish() }
  }
  // The client knows the listener by the very address that it asked for.
  const fields = new Writer().text(place.address).uint32(place.port).text(origin.address).uint32(origin.port)
  return { type: 'forwarded-tcpip', fields: fields.finish() }
}

export class RemoteForwards {
  readonly #client: ConnectionClient
  readonly #context: SessionContext
  readonly #listening = new Map<string, Listener>()
  #listeners = 0
  #agentForwarded = false

  constructor(client: ConnectionClient, context: SessionContext) {
    this.#client = client
    this.#context = context
  }

  onGlobalRequest(name: string, fields: Reader, reply: GlobalReply): void {
    switch (name) {
      case 'tcpip-forward':
      case 'cancel-tcpip-forward':
        return this.#take(name, this.#port(fields), reply)
      case 'streamlocal-forward@openssh.com':
      case 'cancel-streamlocal-forward@openssh.com':
        return this.#take(name, this.#path(fields), reply)
      default:
        return reply(undefined)
    }
  }

  /** Brings the client's ssh-agent to the device; programs started from now on find it. False: not allowed. */
  forwardAgent(): boolean {
    const denial = forwardingDenial(this.#context, 'agent')
    if (denial !== undefined) {
      this.#client.tell(`The ssh-agent is not forwarded: ${denial}.`)
      return false
    }
    if (this.#agentForwarded) return true
    this.#agentForwarded = true
    // Answered with nothing: the device cannot listen just now, and the next session may ask again.
    this.#listen({ kind: 'ssh-agent' }, (answer) => {
      this.#agentForwarded = answer !== undefined
    })
    return true
  }

  #port(fields: Reader): Place | undefined {
    const address = fields.text()
    const port = fields.uint32()
    return address.length > 255 || port > 65_535 ? undefined : { kind: 'listen', address, port }
  }

  #path(fields: Reader): Place | undefined {
    const path = fields.text()
    return isSocketPath(path) ? { kind: 'listen-socket', path } : undefined
  }

  #take(name: string, place: Place | undefined, reply: GlobalReply): void {
    if (place && name.startsWith('cancel-')) return this.#cancel(place, reply)
    this.#context.record.noteEvent(name)
    const denial = place
      ? forwardingDenial(this.#context, place.kind === 'listen' ? 'remote' : 'socket')
      : 'it makes no sense'
    if (!place || denial !== undefined) return this.#refuse(`${denial}.`, reply)
    void this.#context.standing.denial().then((reason) => {
      if (reason === undefined) this.#listen(place, reply)
      else this.#refuse(oneLine(reason), reply)
    })
  }

  #refuse(sentence: string, reply: GlobalReply): void {
    this.#client.tell(`Nothing listens on the device: ${sentence}`)
    reply(undefined)
  }

  /** Answered when the device has stopped: what connects after the answer finds nobody, as under sshd. */
  #cancel(place: Place, reply: GlobalReply): void {
    const listener = this.#listening.get(keyOf(place))
    if (!listener) return reply(undefined)
    this.#listening.delete(keyOf(place))
    const { login, clock } = this.#context
    const cancelDeadline = startDeadline(clock, login.link, listenSeconds, () => {
      listener.stream.reset('closed', 'the client took the forward back')
    })
    listener.onStopped = () => {
      cancelDeadline()
      reply(plainSuccess)
    }
    listener.stream.close()
  }

  #header(place: Place): ListenHeader {
    const login = this.#context.login.id
    if (place.kind !== 'listen') return { ...place, login }
    const { address, port } = place
    return { kind: 'listen', login, port, address: isLoopback(address) ? address : 'loopback' }
  }

  #listen(place: Place, reply: GlobalReply): void {
    if (this.#listeners >= listenersMost) {
      this.#client.tell(`Nothing more listens on the device: one connection may have ${listenersMost} forwards.`)
      return reply(undefined)
    }
    const { login, clock } = this.#context
    const askedPort = place.kind === 'listen' ? place.port : undefined
    let known = place
    let answered = false
    const listens = (): boolean => this.#listening.get(keyOf(known)) === listener
    this.#listeners += 1
    const stream = login.link.open(this.#header(place), {
      onData: (chunk) => stream.consumed(chunk.length),
      onMessage: (message) => {
        if (message.type === 'listening' && !answered) {
          answered = true
          cancelDeadline()
          if (known.kind === 'listen') known = { ...known, port: message.port }
          this.#listening.set(keyOf(known), listener)
          reply(askedPort === 0 ? new Writer().uint32(message.port).finish() : plainSuccess)
        } else if (message.type === 'connection' && listens()) void this.#arrived(known, stream.id, message)
      },
      onEnd: () => stream.close(),
      onDrain: () => {},
      onClose: (reason, detail) => {
        cancelDeadline()
        this.#listeners -= 1
        if (listens()) this.#listening.delete(keyOf(known))
        listener.onStopped()
        if (answered) return
        if (reason !== undefined) this.#client.tell(`The device cannot listen: ${oneLine(detail) || reason}.`)
        reply(undefined)
      },
    })
    const listener: Listener = { stream, onStopped: () => {} }
    const cancelDeadline = startDeadline(clock, login.link, listenSeconds, () => {
      stream.reset('listen_failed', `the device gave no answer for ${listenSeconds} seconds`)
    })
  }

  async #arrived(place: Place, listener: number, arrival: Arrival): Promise<void> {
    const denial = place.kind === 'ssh-agent' ? undefined : await this.#context.standing.denial()
    const { type, fields } = channelOf(place, arrival)
    const header = { kind: 'accept', login: this.#context.login.id, listener, connection: arrival.connection } as const
    if (denial !== undefined) {
      this.#client.tell(`A connection that came in on the device is not passed on: ${oneLine(denial)}`)
      // The device keeps it until somebody takes it.
      const refused = new ForwardPassage(header, this.#context, {
        onOpened: () => refused.onClose(),
        onFailed: () => {},
      })
      return
    }
    const passage = new ForwardPassage(header, this.#context, { onOpened: () => {}, onFailed: () => {} })
    this.#client.openChannel(type, fields, {
      onOpened: (channel) => passage.attach(channel),
      onRefused: () => passage.onClose(),
    })
  }
}
