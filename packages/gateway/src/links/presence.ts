// Tells the server which devices are here, in batches: heartbeats and departures never reach the database one by one.
import type { Client } from '@sshore/client'
import type { DeviceUid } from '@sshore/contract'
import type { Clock } from '@sshore/link'

/** Devices named in one call, by the contract. */
const batchMost = 10_000
const batchSeconds = 1
/** Under the two minutes after which a device counts as offline, with room for a lost batch. */
const heartbeatSeconds = 45

export class Presence implements AsyncDisposable {
  readonly #client: Client
  readonly #clock: Clock
  readonly #onFault: (error: unknown) => void
  readonly #here = new Map<DeviceUid, number>()
  /** Arrivals (true) and departures (false) since the last batch; the last word of a device counts. */
  #changes = new Map<DeviceUid, boolean>()
  #cancel: (() => void) | undefined
  #lastBatch = -Infinity
  #sending: Promise<void> = Promise.resolve()
  #over = false

  constructor(client: Client, clock: Clock, onFault: (error: unknown) => void) {
    this.#client = client
    this.#clock = clock
    this.#onFault = onFault
  }

  arrived(uid: DeviceUid): void {
    this.#here.set(uid, this.#clock.now())
    this.#changes.set(uid, true)
    this.#schedule()
  }

  left(uid: DeviceUid): void {
    if (!this.#here.delete(uid)) return
    this.#changes.set(uid, false)
    this.#schedule()
  }

  /** Marks every device as gone and waits until the server knows. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const uid of this.#here.keys()) this.#changes.set(uid, false)
    this.#here.clear()
    this.#cancel?.()
    this.#over = true
    this.#flush()
    await this.#sending
  }

  /** The first change after a quiet second leaves at once, later ones together. */
  #schedule(): void {
    if (this.#over) return
    if (this.#changes.size > 0 && this.#waiting !== 'batch') {
      this.#cancel?.()
      const wait = this.#lastBatch + batchSeconds * 1000 - this.#clock.now()
      this.#waiting = 'batch'
      this.#cancel = this.#clock.after(Math.max(0, wait), () => this.#flush())
    } else if (this.#waiting === undefined && this.#here.size > 0) {
      this.#waiting = 'heartbeat'
      this.#cancel = this.#clock.after((heartbeatSeconds / 9) * 1000, () => this.#beat())
    }
  }
  #waiting: 'batch' | 'heartbeat' | undefined

  /** Devices linked for a while are reported again; spread, since each is due by its own arrival. */
  #beat(): void {
    this.#waiting = undefined
    const due = this.#clock.now() - heartbeatSeconds * 1000
    for (const [uid, reported] of this.#here) if (reported <= due) this.#changes.set(uid, true)
    this.#schedule()
  }

  #flush(): void {
    this.#waiting = undefined
    this.#lastBatch = this.#clock.now()
    const changes = this.#changes
    this.#changes = new Map()
    const online: DeviceUid[] = []
    const offline: DeviceUid[] = []
    for (const [uid, here] of changes) {
      if (here) this.#here.set(uid, this.#lastBatch)
      ;(here ? online : offline).push(uid)
    }
    for (let start = 0; start < Math.max(online.length, offline.length); start += batchMost) {
      this.#send(online.slice(start, start + batchMost), offline.slice(start, start + batchMost))
    }
    this.#schedule()
  }

  /** One call at a time, so that an old batch never overtakes a newer one. */
  #send(online: DeviceUid[], offline: DeviceUid[]): void {
    this.#sending = this.#sending
      .then(() => this.#client.reportPresence({ body: { online, offline } }))
      .then(() => undefined)
      .catch((error: unknown) => {
        this.#onFault(error)
        // What was not written is told again, unless something newer happened.
        for (const uid of offline) if (!this.#here.has(uid) && !this.#changes.has(uid)) this.#changes.set(uid, false)
        for (const uid of online) if (this.#here.has(uid) && !this.#changes.has(uid)) this.#changes.set(uid, true)
        this.#schedule()
      })
  }
}
