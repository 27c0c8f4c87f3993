// The older generation: a WebSocket to give orders on, and for each stream another one that the agent dials.
import { isIPv6 } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SessionUid } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import type { WebSocket } from 'ws'
import { joined } from '../links/web-socket.ts'
import { oneLine } from '../plain-text.ts'
import { type AgentTransport, stepSeconds } from './agent-transport.ts'
import { type ControlCommand, ControlLines, encodeCommand } from './control-lines.ts'
import type { DialBack, DialBacks } from './dial-backs.ts'
import { headBytesMost, readAnswerHead, requestHead } from './http-head.ts'
import { BadHead, readHead, sshHasBegun } from './read-head.ts'

/** Agents hang up after 35 seconds without a word. */
const keepAliveSeconds = 25
const pongSeconds = 35
/** Dial-backs under way for one device. */
const awaitedMost = 64
/** RFC 6455 section 7.4.1. */
const goingAway = 1001

export class DialBackTransport implements AgentTransport {
  readonly #control: WebSocket
  readonly #dialBacks: DialBacks
  readonly #clock: Clock
  readonly #awaited = new Set<DialBack>()
  readonly #lines = new ControlLines()
  #cancelKeepAlive: () => void = () => {}
  #cancelPong: () => void = () => {}
  #open = true
  onClose: (reason: string) => void = () => {}

  constructor(control: WebSocket, dialBacks: DialBacks, clock: Clock) {
    this.#control = control
    this.#dialBacks = dialBacks
    this.#clock = clock
    control.on('message', (message) => this.#read(joined(message)))
    control.on('pong', () => this.#awaitPong())
    control.on('error', () => undefined)
    control.on('close', () => this.#end('the device closed the connection'))
    this.#awaitPong()
    this.#keepAlive()
  }

  get open(): boolean {
    return this.#open
  }

  async dialSsh(session: SessionUid): Promise<Duplex> {
    const stream = await this.#dial()
    stream.write(requestHead(`/ssh/${session}`))
    await readHead(stream, { ...this.#limits, bytesMost: 255 }, sshHasBegun)
    return stream
  }

  async dialHost(host: string, port: number): Promise<Duplex> {
    const stream = await this.#dial()
    stream.write(requestHead(`/http/proxy/${isIPv6(host) ? `[${host}]` : host}:${port}`, 'CONNECT'))
    const status = await readHead(stream, { ...this.#limits, bytesMost: headBytesMost }, readAnswerHead)
    if (status === 200) return stream
    stream.destroy()
    throw new BadHead('the agent could not connect')
  }

  async closeSession(session: SessionUid): Promise<void> {
    const stream = await this.#dial()
    stream.write(requestHead(`/ssh/close/${session}`))
    await readHead(stream, { ...this.#limits, bytesMost: headBytesMost }, readAnswerHead)
    stream.destroy()
  }

  close(reason: string): void {
    this.#control.close(goingAway)
    this.#end(reason)
  }

  get #limits() {
    return { clock: this.#clock, seconds: stepSeconds }
  }

  async #dial(): Promise<Duplex> {
    if (!this.#open) throw new BadHead('the device is not connected')
    if (this.#awaited.size >= awaitedMost) throw new BadHead('the device has too many connections to dial back')
    const dialBack = this.#dialBacks.expect()
    this.#awaited.add(dialBack)
    this.#say({ command: 'conn-ready', connPath: dialBack.path })
    try {
      return await dialBack.arrived
    } finally {
      this.#awaited.delete(dialBack)
    }
  }

  #read(chunk: Buffer): void {
    const commands = this.#lines.read(chunk)
    if (!commands) {
      this.#end('the agent speaks another protocol')
      return
    }
    for (const command of commands) if (command.command === 'pickup-failed') this.#pickupFailed(command)
  }

  /** Older agents do not say which one failed; then only a single one can be meant. */
  #pickupFailed({ connPath, err = '' }: ControlCommand): void {
    const awaited = [...this.#awaited]
    const named = awaited.find(({ path }) => path === connPath)
    const failed = named ?? (connPath === undefined && awaited.length === 1 ? awaited[0] : undefined)
    failed?.fail(`the agent could not dial back: ${oneLine(err)}`)
  }

  #say(command: ControlCommand): void {
    if (this.#control.readyState === this.#control.OPEN) this.#control.send(encodeCommand(command))
  }

  #keepAlive(): void {
    this.#say({ command: 'keep-alive' })
    if (this.#control.readyState === this.#control.OPEN) this.#control.ping()
    this.#cancelKeepAlive = this.#clock.after(keepAliveSeconds * 1000, () => this.#keepAlive())
  }

  #awaitPong(): void {
    this.#cancelPong()
    this.#cancelPong = this.#clock.after(pongSeconds * 1000, () => this.#end('the device does not answer'))
  }

  #end(reason: string): void {
    if (!this.#open) return
    this.#open = false
    this.#cancelKeepAlive()
    this.#cancelPong()
    for (const dialBack of this.#awaited) dialBack.fail('the device closed its connection')
    const { readyState, CLOSED, CLOSING } = this.#control
    if (readyState !== CLOSED && readyState !== CLOSING) this.#control.terminate()
    this.onClose(reason)
  }
}
