// A device with a stock agent behind the face of our own link, so that sessions need not know the difference. What such
// agents do not have is missing: a lost connection is never resumed.
import type { ResetReason, StreamHeader } from '@sshore/contract'
import type { Link, LinkStream, StreamHandler } from '@sshore/link'
import { TunnelStream } from './tunnel-stream.ts'
import { LoginStream, type LoginServices } from './login-stream.ts'

export class StockLink implements Link {
  readonly id: string
  onStream: (stream: LinkStream) => void = () => {}
  onConnected: (connected: boolean) => void = () => {}
  onClose: (reason: string) => void = () => {}
  readonly #services: LoginServices
  readonly #logins = new Map<number, LoginStream>()
  #lastId = 0

  constructor(id: string, services: Omit<LoginServices, 'onOver'>) {
    this.id = id
    this.#services = { ...services, onOver: (login) => this.#logins.delete(login.id) }
    services.transport.onClose = (reason) => {
      this.onConnected(false)
      this.onClose(reason)
    }
  }

  get connected(): boolean {
    return this.#services.transport.open
  }

  open(header: StreamHeader, handler: StreamHandler): LinkStream {
    this.#lastId += 1
    if (header.kind === 'login') {
      const login = new LoginStream(this.#lastId, header, handler, this.#services)
      this.#logins.set(login.id, login)
      return login
    }
    if (header.kind === 'tunnel') {
      const { transport } = this.#services
      return new TunnelStream(this.#lastId, header, handler, transport.dialHost(header.host, header.port))
    }
    if (header.kind !== 'session' && header.kind !== 'dial') {
      return refused(this.#lastId, header, handler, 'not_permitted', 'the agent on this device cannot do this')
    }
    const login = this.#logins.get(header.login)
    return (
      login?.open(this.#lastId, header, handler) ??
      refused(this.#lastId, header, handler, 'not_found', 'the login is over')
    )
  }

  /** Ends the device's connection and all its sessions. */
  close(_code: number, reason: string): void {
    for (const login of this.#logins.values()) login.lost(reason)
    this.#services.transport.close(reason)
  }
}

/** A stream that was never there. */
function refused(
  id: number,
  header: StreamHeader,
  handler: StreamHandler,
  reason: ResetReason,
  detail: string,
): LinkStream {
  queueMicrotask(() => handler.onClose(reason, detail))
  const nothing = (): void => {}
  return {
    ...{ id, header, handler },
    write: () => false,
    ...{ message: nothing, end: nothing, consumed: nothing, close: nothing, reset: nothing },
  }
}
