// The newer generation: all streams in one WebSocket, by yamux, each begun with multistream-select.
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { SessionUid } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import { type AgentTransport, stepSeconds } from './agent-transport.ts'
import { selectProtocol } from './multistream.ts'
import { parseObject } from './parse-object.ts'
import { BadHead, type Head, readHead, sshHasBegun } from './read-head.ts'
import { YamuxSession } from './yamux/session.ts'

const protocols = { ssh: '/ssh/open/1.0.0', close: '/ssh/close/1.0.0', host: '/http/proxy/1.0.0' } as const

const statusBytesMost = 512

/** The object that tells whether a connection was made; the first bytes of that follow at once. It has no braces within. */
function readStatus(bytes: Buffer): Head<string> | undefined {
  const end = bytes.indexOf('}')
  if (end < 0) return undefined
  const told = parseObject(bytes.toString('utf8', 0, end + 1))
  if (!told) throw new BadHead('the agent gave an answer that is none')
  const { status, error } = told
  // Agents write a line; the newline is no part of the connection.
  const used = bytes[end + 1] === 0x0a ? end + 2 : end + 1
  return { value: status === 'ok' ? 'ok' : String(error ?? status), used }
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

  async dialHost(host: string, port: number): Promise<Duplex> {
    const stream = await this.#begin(protocols.host, { id: randomUUID(), host, port: String(port) })
    const status = await readHead(stream, { ...this.#limits, bytesMost: statusBytesMost }, readStatus)
    if (status === 'ok') return stream
    stream.destroy()
    throw new BadHead(`the agent could not connect: ${status}`)
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
