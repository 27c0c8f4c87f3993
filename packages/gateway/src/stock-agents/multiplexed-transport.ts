// The newer generation: all streams in one WebSocket, by yamux, each begun with multistream-select.
import type { Duplex } from 'node:stream'
import type { SessionUid } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import { type AgentTransport, stepSeconds } from './agent-transport.ts'
import { selectProtocol } from './multistream.ts'
import { readHead, sshHasBegun } from './read-head.ts'
import { YamuxSession } from './yamux/session.ts'

const protocols = { ssh: '/ssh/open/1.0.0', close: '/ssh/close/1.0.0' } as const

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
