// The newer generation: all streams in one WebSocket, by yamux, each begun with multistream-select.
import type { Duplex } from 'node:stream'
import type { SessionUid } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import { oneLine } from '../plain-text.ts'
import { type AgentTransport, stepSeconds } from './agent-transport.ts'
import { selectProtocol } from './multistream.ts'
import { parseObject } from './parse-object.ts'
import { BadHead, type Head, readHead, sshHasBegun } from './read-head.ts'
import { YamuxSession } from './yamux/session.ts'

const protocols = { ssh: '/ssh/open/1.0.0', close: '/ssh/close/1.0.0', tcp: '/http/proxy/1.0.0' } as const
/** The agent's answer to a dial is a word, or the error text of its operating system. */
const answerBytesMost = 4096

export interface DialAnswer {
  readonly ok: boolean
  readonly error: string
}

/** One JSON object and the line end that may follow; anything behind belongs to the connection that was made. */
export function readDialAnswer(bytes: Buffer): Head<DialAnswer> | undefined {
  // A brace inside a string ends a text that is not JSON yet.
  for (let end = bytes.indexOf('}') + 1; end > 0; end = bytes.indexOf('}', end) + 1) {
    const answer = parseObject(bytes.toString('utf8', 0, end))
    if (!answer) continue
    const { status, error, message } = answer
    const used = end + (bytes[end] === 0x0a ? 1 : 0)
    const text = [error, message].find((words) => typeof words === 'string') ?? ''
    return { value: { ok: status === 'ok', error: text }, used }
  }
  if (bytes.length > 0 && bytes[0] !== 0x7b) throw new BadHead('the agent gave an answer that is none')
  return undefined
}

export class MultiplexedTransport implements AgentTransport {
  readonly #session: YamuxSession
  readonly #clock: Clock
  onClose: (reason: string) => void = () => {}
  #open = true

  constructor(carrier: Duplex, clock: Clock) {
    this.#clock = clock
    this.#session = new YamuxSession(carrier, clock)
    this.#session.onClose = (reason) => {
      this.#open = false
      this.onClose(reason)
    }
  }

  get open(): boolean {
    return this.#open
  }

  async dialSsh(session: SessionUid): Promise<Duplex> {
    const stream = await this.#begin(protocols.ssh, { id: session })
    await readHead(stream, { ...this.#limits, bytesMost: 255 }, sshHasBegun)
    return stream
  }

  async dialTcp(host: string, port: number): Promise<Duplex> {
    const id = crypto.randomUUID()
    const stream = await this.#begin(protocols.tcp, { id, host, port: String(port) })
    const answer = await readHead(stream, { ...this.#limits, bytesMost: answerBytesMost }, readDialAnswer)
    if (answer.ok) return stream
    stream.destroy()
    throw new BadHead(oneLine(answer.error) || 'the device could not connect')
  }

  async closeSession(session: SessionUid): Promise<void> {
    const stream = await this.#begin(protocols.close, { id: session })
    stream.resume().end()
  }

  close(reason: string): void {
    this.#session.close(reason)
  }

  get #limits() {
    return { clock: this.#clock, seconds: stepSeconds }
  }

  /** All values are text: agents read nothing else. */
  async #begin(protocol: string, header: Readonly<Record<string, string>>): Promise<Duplex> {
    const stream = this.#session.open()
    await selectProtocol(stream, protocol, this.#limits)
    stream.write(Buffer.from(`${JSON.stringify(header)}\n`))
    return stream
  }
}
