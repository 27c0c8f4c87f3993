// Connections to services behind tunnels that wait for the next request, so that not each makes one of its own.
import type { TunnelTarget } from '@sshore/contract'
import { type Clock, EndOfTurn, type Link } from '@sshore/link'
import { TargetConnection } from './target-connection.ts'

/** Services mostly hang up after five seconds and more; one that is about to is better not asked. */
const idleSeconds = 4
const idlePerTargetMost = 32

interface Idle {
  readonly connection: TargetConnection
  readonly since: number
}

export class TargetConnections implements Disposable {
  readonly #clock: Clock
  readonly #turn = new EndOfTurn((call) => void setImmediate(call))
  /** The last used last. */
  readonly #idle = new Map<string, Idle[]>()
  #cancelSweep: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** One that waits, if `mayReuse`, or a new one. */
  take(link: Link, target: TunnelTarget, mayReuse: boolean): TargetConnection {
    const idle = mayReuse ? this.#idle.get(keyOf(target)) : undefined
    for (let last = idle?.pop(); last; last = idle?.pop()) {
      const { connection } = last
      connection.onSpoilt = () => {}
      if (connection.usable && connection.link === link) return connection
      connection.close()
    }
    return new TargetConnection(link, target.host, target.port, this.#turn)
  }

  /** Its request is done, in good order. */
  giveBack(connection: TargetConnection, target: TunnelTarget): void {
    connection.leave()
    const key = keyOf(target)
    const idle = this.#idle.get(key) ?? []
    if (!connection.usable || idle.length >= idlePerTargetMost) {
      connection.close()
      return
    }
    const one = { connection, since: this.#clock.now() }
    connection.onSpoilt = () => {
      const at = idle.indexOf(one)
      if (at >= 0) idle.splice(at, 1)
    }
    idle.push(one)
    this.#idle.set(key, idle)
    this.#cancelSweep ??= this.#clock.after(idleSeconds * 1000, () => this.#sweep())
  }

  [Symbol.dispose](): void {
    this.#cancelSweep?.()
    for (const idle of this.#idle.values()) for (const { connection } of idle.splice(0)) connection.close()
    this.#idle.clear()
  }

  #sweep(): void {
    this.#cancelSweep = undefined
    const before = this.#clock.now() - idleSeconds * 1000
    for (const [key, idle] of this.#idle) {
      while (idle[0] && idle[0].since <= before) idle.shift()?.connection.close()
      if (idle.length === 0) this.#idle.delete(key)
    }
    if (this.#idle.size > 0) this.#cancelSweep = this.#clock.after(idleSeconds * 1000, () => this.#sweep())
  }
}

const keyOf = ({ device_uid, host, port }: TunnelTarget): string => `${device_uid} ${host} ${port}`
