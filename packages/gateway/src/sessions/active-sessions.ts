// The SSH sessions that run here, so that they can be kept alive on the server and ended from there.
import type { Client } from '@sshore/client'
import type { DeviceUid, SessionUid } from '@sshore/contract'
import type { Clock } from '@sshore/link'

export interface ActiveSession {
  readonly uid: SessionUid
  readonly deviceUid: DeviceUid
  /** Shows text in every terminal of the session; nothing in commands without one. */
  tellTerminals(text: string): void
  /** Tells the client why, and ends the connection. */
  end(reason: string): void
}

const keepSeconds = 30
/** Sessions named in one call, by the contract. */
const batchMost = 10_000

export class ActiveSessions implements Disposable {
  readonly #client: Client
  readonly #clock: Clock
  readonly #onFault: (error: unknown) => void
  readonly #byUid = new Map<SessionUid, ActiveSession>()
  readonly #byDevice = new Map<DeviceUid, Set<ActiveSession>>()
  readonly #emptied: (() => void)[] = []
  #cancel: (() => void) | undefined

  constructor(client: Client, clock: Clock, onFault: (error: unknown) => void) {
    this.#client = client
    this.#clock = clock
    this.#onFault = onFault
  }

  get size(): number {
    return this.#byUid.size
  }

  add(session: ActiveSession): void {
    this.#byUid.set(session.uid, session)
    const ofDevice = this.#byDevice.get(session.deviceUid) ?? new Set()
    ofDevice.add(session)
    this.#byDevice.set(session.deviceUid, ofDevice)
    this.#cancel ??= this.#clock.after(keepSeconds * 1000, () => this.#keep())
  }

  remove(session: ActiveSession): void {
    if (!this.#byUid.delete(session.uid)) return
    const ofDevice = this.#byDevice.get(session.deviceUid)
    ofDevice?.delete(session)
    if (ofDevice?.size === 0) this.#byDevice.delete(session.deviceUid)
    if (this.#byUid.size > 0) return
    for (const resolve of this.#emptied.splice(0)) resolve()
  }

  end(uid: SessionUid, reason: string): void {
    this.#byUid.get(uid)?.end(reason)
  }

  endAllOf(device: DeviceUid, reason: string): void {
    for (const session of [...(this.#byDevice.get(device) ?? [])]) session.end(reason)
  }

  tellTerminals(text: string): void {
    for (const session of this.#byUid.values()) session.tellTerminals(text)
  }

  endAll(reason: string): void {
    for (const session of [...this.#byUid.values()]) session.end(reason)
  }

  /** Resolves when none is left. */
  empty(): Promise<void> {
    if (this.#byUid.size === 0) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#emptied.push(resolve)
    return promise
  }

  [Symbol.dispose](): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  #keep(): void {
    this.#cancel = undefined
    const uids = [...this.#byUid.keys()]
    if (uids.length === 0) return
    for (let start = 0; start < uids.length; start += batchMost) {
      this.#client.keepSessions({ body: { uids: uids.slice(start, start + batchMost) } }).catch(this.#onFault)
    }
    this.#cancel = this.#clock.after(keepSeconds * 1000, () => this.#keep())
  }
}
