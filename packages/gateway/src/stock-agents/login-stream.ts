// A login on a device with a stock agent: an SSH connection to the SSH server inside the agent, which checks the
// password itself, or believes the server about the user's key.
import type { Duplex } from 'node:stream'
import type { DeviceUid, DialHeader, LoginHeader, ResetReason, SessionHeader, SessionUid } from '@sshore/contract'
import type { Clock, LinkStream, StreamHandler, UnreadMemory } from '@sshore/link'
import type { Logger } from 'pino'
import { oneLine } from '../plain-text.ts'
import type { AgentTransport } from './agent-transport.ts'
import { type ChannelOwner, ChannelStream } from './channel-stream.ts'
import { HeldMemory } from './held-memory.ts'
import { openProgram } from './open-program.ts'
import type { SigningKeys } from './signing-keys.ts'
import { type Client, createSshClient } from './ssh2-client.ts'

export interface LoginServices {
  readonly uid: DeviceUid
  readonly transport: AgentTransport
  /** Wire form of the device's registered key; undefined when it cannot be a host key. */
  readonly hostKey: Buffer | undefined
  readonly signingKeys: SigningKeys
  /** The part of the device's namespace. */
  readonly unread: UnreadMemory
  readonly clock: Clock
  readonly log: Logger
  /** Our version, as agents see it. */
  readonly version: string
  readonly onOver: (login: LoginStream) => void
}

/** Key exchange and proof; the gateway itself waits 30 seconds for all of a login. */
const handshakeSeconds = 20
/** To open a channel. Sessions have less while their device is connected; this one's connection may outlive that. */
const channelSeconds = 40
/** For the agent to hang up after a farewell. */
const farewellSeconds = 5
/** Waits for the agent in one connection, over all channels, before they are told to stop writing. */
const fullBytes = 1024 * 1024
/** Strongest first; SHA-1 for agents of old, whose key is known beforehand all the same. */
const hostKeyAlgorithms = ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'] as const

type State = 'asking' | 'in' | 'over'

export class LoginStream implements LinkStream {
  readonly id: number
  readonly header: LoginHeader
  handler: StreamHandler
  readonly #services: LoginServices
  readonly #channels = new Set<ChannelStream>()
  readonly #owner: ChannelOwner
  readonly #held: HeldMemory
  #state: State = 'asking'
  #socket: Duplex | undefined
  #client: Client | undefined
  #wrongHostKey = false
  #cancelFarewell: () => void = () => {}

  constructor(id: number, header: LoginHeader, handler: StreamHandler, services: LoginServices) {
    this.id = id
    this.header = header
    this.handler = handler
    this.#services = services
    this.#held = new HeldMemory(services.unread)
    this.#owner = {
      relieved: () => this.#watchMemory(),
      isFull: () => (this.#socket?.writableLength ?? 0) > fullBytes,
      done: (channel) => this.#channels.delete(channel),
    }
    void this.#start()
  }

  /** A program or a dial under this login. */
  open(id: number, header: SessionHeader | DialHeader, handler: StreamHandler): LinkStream {
    const stream = new ChannelStream(id, header, handler, this.#owner)
    if (!this.#client || this.#state !== 'in') {
      stream.reset('not_found', 'the login is over')
      return stream
    }
    this.#channels.add(stream)
    stream.expectChannel(this.#services.clock, channelSeconds)
    openProgram(this.#client, header, stream)
    return stream
  }

  write(): boolean {
    return false
  }

  message(): void {
    // Nothing is said on a login.
  }

  consumed(): void {
    // A login carries no bytes.
  }

  end(): void {
    // A login ends when it is closed.
  }

  close(): void {
    this.reset('closed')
  }

  reset(reason: ResetReason, detail = ''): void {
    if (this.#state === 'over') return
    const { handler } = this
    this.#finish(reason, detail)
    queueMicrotask(() => handler.onClose(reason === 'closed' ? undefined : reason, detail))
  }

  /** The device is gone. */
  lost(detail: string): void {
    if (this.#state === 'over') return
    this.#finish('link_lost', detail)
    this.handler.onClose('link_lost', detail)
  }

  async #start(): Promise<void> {
    const { transport, log } = this.#services
    try {
      const socket = await transport.dialSsh(this.#sessionUid)
      if (this.#state === 'over') socket.destroy()
      else await this.#connect(socket)
    } catch (error) {
      const detail = oneLine(error instanceof Error ? error.message : String(error))
      log.info({ reason: detail }, 'a stock agent did not take a login')
      this.lost(detail)
    }
  }

  get #sessionUid(): SessionUid {
    // The gateway makes it; headers have it as plain text.
    return this.header.sessionUid as SessionUid
  }

  async #connect(socket: Duplex): Promise<void> {
    const { uid, hostKey, signingKeys, version } = this.#services
    const { username, proof } = this.header
    this.#socket = socket
    const stack = new DisposableStack()
    const key = proof.kind === 'publickey' ? stack.use(await signingKeys.issue(uid, username)) : undefined
    if (this.#isOver()) {
      stack.dispose()
      socket.destroy()
      return
    }
    const method =
      proof.kind === 'password'
        ? ({ type: 'password', username, password: proof.password } as const)
        : ({ type: 'publickey', username, key: key?.privateKey ?? '' } as const)
    const client = createSshClient()
    this.#client = client
    const decided = (): void => stack.dispose()
    client.once('ready', () => {
      decided()
      this.#accepted()
    })
    client.on('error', (error) => this.#refused(error))
    client.once('close', () => {
      decided()
      this.#cancelFarewell()
      this.lost('the agent closed the connection')
    })
    client.connect({
      sock: socket,
      username,
      authHandler: [method],
      ident: `Sshore_${version.replaceAll(/[^\w.]/g, '_')}`,
      readyTimeout: handshakeSeconds * 1000,
      algorithms: { serverHostKey: [...hostKeyAlgorithms] },
      hostVerifier: (shown: Buffer) => {
        this.#wrongHostKey = hostKey === undefined || !shown.equals(hostKey)
        return !this.#wrongHostKey
      },
    })
    // Half a connection is of no use, and nothing else would end the other half.
    socket.once('end', () => this.lost('the agent closed the connection'))
    socket.on('drain', () => this.#drained())
    // Not before the client has stopped the stream for itself: a listener sets a stream going.
    socket.on('data', () => this.#watchMemory())
  }

  #isOver(): boolean {
    return this.#state === 'over'
  }

  #accepted(): void {
    if (this.#state !== 'asking') return
    this.#state = 'in'
    this.handler.onMessage({ type: 'login-accepted', home: '', shell: '' })
  }

  #refused(error: Error & { readonly level?: string }): void {
    const { log } = this.#services
    if (this.#state !== 'asking') return
    if (this.#wrongHostKey) {
      log.warn({ user: this.header.username }, 'a stock agent showed another host key than the one it registered')
      this.#refuse('fault', 'its SSH host key is not the key it registered with; somebody may be in between')
    } else if (error.level === 'client-authentication') {
      const isPassword = this.header.proof.kind === 'password'
      if (isPassword) this.#refuse('wrong_credentials', '')
      else this.#refuse('key_refused', 'its agent did not take the word of the server; has it this account?')
    } else this.lost(oneLine(error.message))
  }

  #refuse(reason: 'fault' | 'wrong_credentials' | 'key_refused', detail: string): void {
    this.handler.onMessage({ type: 'login-refused', reason, detail })
    this.reset('closed')
  }

  #drained(): void {
    for (const channel of this.#channels) channel.drained()
  }

  #watchMemory(): void {
    if (this.#state === 'over') return
    const channels = [...this.#channels]
    if (channels.some((channel) => channel.overfull)) {
      this.#services.log.warn('a stock agent sent more than it was allowed')
      this.reset('protocol_error', 'the agent sent more than it was allowed')
      return
    }
    const heldBytes = channels.reduce((sum, channel) => sum + channel.heldBytes, 0)
    if (this.#held.covers(heldBytes)) return
    const [most] = channels.toSorted((a, b) => b.heldBytes - a.heldBytes)
    most?.reset('refused', 'too much that nobody reads is kept for the devices of this namespace')
  }

  #finish(reason: ResetReason, detail: string): void {
    this.#state = 'over'
    for (const channel of [...this.#channels]) channel.lost(reason, detail)
    this.#held[Symbol.dispose]()
    this.#services.onOver(this)
    const socket = this.#socket
    if (!socket || socket.destroyed) return
    this.#client?.end()
    const { clock, transport, log } = this.#services
    this.#cancelFarewell = clock.after(farewellSeconds * 1000, () => {
      socket.destroy()
      if (!transport.open) return
      transport.closeSession(this.#sessionUid).catch((error: unknown) => log.debug({ err: error }, 'not closed'))
    })
  }
}
