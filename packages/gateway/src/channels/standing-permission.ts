// Whether a connection that was let in would still be let in: asked for each forward, since a login may stand for weeks.
import type { Client } from '@sshore/client'
import type { ReachableDevice } from '@sshore/contract'
import type { Clock } from '@sshore/link'

export interface Standing {
  readonly client: Client
  readonly device: ReachableDevice
  /** Login name on the device. */
  readonly username: string
  /** The client's. */
  readonly ipAddress: string
}

/** A page opens dozens of connections at once. */
const holdsMilliseconds = 1000

export class StandingPermission {
  readonly #standing: Standing
  readonly #clock: Clock
  readonly #onFault: (error: unknown) => void
  #askedAt = -Infinity
  #answer: Promise<string | undefined> = Promise.resolve(undefined)

  constructor(standing: Standing, clock: Clock, onFault: (error: unknown) => void) {
    this.#standing = standing
    this.#clock = clock
    this.#onFault = onFault
  }

  /** Why not, as a sentence; undefined when it is allowed. Never rejects. */
  denial(): Promise<string | undefined> {
    const now = this.#clock.now()
    if (now - this.#askedAt < holdsMilliseconds) return this.#answer
    this.#askedAt = now
    const before = this.#answer
    // While the server cannot be asked, sessions go on as they were.
    this.#answer = this.#ask().catch((error: unknown) => {
      this.#onFault(error)
      return before
    })
    return this.#answer
  }

  async #ask(): Promise<string | undefined> {
    const { client, device, username, ipAddress } = this.#standing
    const visit = { address: device.uid, username, ip_address: ipAddress }
    const { body } = await client.resolveAddress({ body: visit })
    return body.outcome === 'denied' ? body.reason : undefined
  }
}
