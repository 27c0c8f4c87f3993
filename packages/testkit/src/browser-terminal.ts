// A terminal as a page in a browser has it: one WebSocket, what it was told, and what it shows.
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  WebTerminalReply,
  webTerminalFilesPath,
  webTerminalFilesSubprotocol,
  webTerminalPath,
  webTerminalSubprotocol,
} from '@sshore/contract'
import { Value } from 'typebox/value'
import { WebSocket } from 'ws'
import { until } from './until.ts'

type Told<Type extends WebTerminalReply['type']> = Extract<WebTerminalReply, { type: Type }>

export interface DialOptions {
  readonly origin?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Undefined: none is offered. */
  readonly subprotocol?: string | undefined
  readonly query?: string
}

/** The refusal of an upgrade. */
export class UpgradeRefused extends Error {
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    super(`refused with ${status}: ${body}`)
    this.status = status
    this.body = body
  }
}

async function dial(
  url: string,
  path: string,
  subprotocol: string | undefined,
  options: DialOptions,
): Promise<WebSocket> {
  const { origin = url, headers = {}, query = '' } = options
  const offered = 'subprotocol' in options ? options.subprotocol : subprotocol
  const address = `${url.replace('http', 'ws')}${path}${query}`
  const webSocket = new WebSocket(address, offered ?? [], { origin, headers: { ...headers }, perMessageDeflate: false })
  const refused = new Promise<never>((_, reject) => {
    webSocket.once('unexpected-response', (_request: unknown, response: IncomingMessage) => {
      void text(response).then((body) => reject(new UpgradeRefused(response.statusCode ?? 0, body)))
    })
  })
  await Promise.race([once(webSocket, 'open'), refused])
  webSocket.on('error', () => undefined)
  return webSocket
}

export const dialFiles = (url: string, options: DialOptions = {}): Promise<WebSocket> =>
  dial(url, webTerminalFilesPath, webTerminalFilesSubprotocol, options)

export class BrowserTerminal implements Disposable {
  readonly #webSocket: WebSocket
  readonly told: WebTerminalReply[] = []
  /** Text messages as they came. */
  readonly texts: string[] = []
  readonly #chunks: Buffer[] = []
  /** Offset in the session's output. */
  received = 0
  /** False: it reads, and says nothing of it. */
  acknowledges = true
  /** Set once the connection is over. */
  closed: { readonly code: number; readonly reason: string } | undefined

  constructor(webSocket: WebSocket) {
    this.#webSocket = webSocket
    webSocket.on('message', (content: Buffer, isBinary: boolean) =>
      isBinary ? this.#show(content) : this.#hear(content),
    )
    webSocket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
    })
  }

  static async dial(url: string, options: DialOptions = {}): Promise<BrowserTerminal> {
    return new BrowserTerminal(await dial(url, webTerminalPath, webTerminalSubprotocol, options))
  }

  /** What it was sent since the last `clear`. */
  get output(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  get shown(): string {
    return this.output.toString('utf8')
  }

  clear(): void {
    this.#chunks.length = 0
  }

  say(message: object): void {
    this.#webSocket.send(JSON.stringify(message))
  }

  type(input: string | Uint8Array): void {
    this.#webSocket.send(Buffer.from(input))
  }

  /** Input that was passed on to the device, as the server said last. */
  get acknowledged(): number | undefined {
    const reply = this.told.findLast(({ type }) => type === 'ack')
    return reply?.type === 'ack' ? reply.received : undefined
  }

  /** The newest message of the type, once one is there. */
  hears<const Type extends WebTerminalReply['type']>(type: Type): Promise<Told<Type>> {
    const isWanted = (reply: WebTerminalReply): reply is Told<Type> => reply.type === type
    return this.#untilClosed(`the terminal is told "${type}"`, () => this.told.findLast(isWanted))
  }

  async shows(wanted: string): Promise<void> {
    await this.#untilClosed(
      `the terminal shows ${JSON.stringify(wanted)}`,
      () => this.shown.includes(wanted) || undefined,
    )
  }

  isClosed(): Promise<{ readonly code: number; readonly reason: string }> {
    return until('the connection is closed', () => this.closed)
  }

  /** Resolves when the server has read everything that was sent before. */
  async pong(): Promise<void> {
    const answered = once(this.#webSocket, 'pong')
    this.#webSocket.ping()
    await answered
  }

  /** The network is gone, without a word. */
  cut(): void {
    this.#webSocket.terminate()
  }

  /** Says goodbye, as a page does that is left. */
  close(): void {
    this.#webSocket.close()
  }

  [Symbol.dispose](): void {
    this.#webSocket.terminate()
  }

  /** Fails at once when the connection is over: nothing comes any more, and who tries again need not wait. */
  async #untilClosed<Found extends object | true>(what: string, find: () => Found | undefined): Promise<Found> {
    const found = await until(what, () => find() ?? (this.closed ? 'closed' : undefined))
    if (found !== 'closed') return found
    throw new Error(`Closed before ${what}: ${JSON.stringify([this.closed, ...this.told.slice(-2)])}`)
  }

  #show(content: Buffer): void {
    this.#chunks.push(content)
    this.received += content.length
    if (this.acknowledges) this.say({ type: 'ack', received: this.received })
  }

  #hear(content: Buffer): void {
    const message = content.toString('utf8')
    this.texts.push(message)
    const read: unknown = JSON.parse(message)
    // Of the older form, which has numbers.
    if (typeof read === 'object' && read !== null && 'kind' in read) return
    const reply = Value.Parse(WebTerminalReply, read)
    this.told.push(reply)
    if (reply.type === 'ready') this.received = reply.received
  }
}
