// The row of one SSH connection on the server: opened at login, told what happened, closed at the end. Never on the
// path of a byte: calls queue behind one another and merge.
import { ApiError, type Client } from '@sshore/client'
import type { DeviceUid, SessionUid, sessionTypes } from '@sshore/contract'

export interface SessionOpening {
  readonly uid: SessionUid
  readonly deviceUid: DeviceUid
  readonly username: string
  readonly ipAddress: string
  readonly type: (typeof sessionTypes)[number]
  /** Empty before a terminal was asked for. */
  readonly term: string
}

interface Changes {
  term: string | undefined
  readonly eventTypes: Set<string>
  readonly seats: Set<number>
}

/** Types and seats one update may carry, by the contract. */
const eventTypesMost = 64
const seatsMost = 1024

export class SessionRecord {
  readonly uid: SessionUid
  readonly #client: Client
  readonly #onFault: (error: unknown) => void
  #queue: Promise<void>
  #pending: Changes | undefined
  readonly #toldTypes = new Set<string>()
  readonly #toldSeats = new Set<number>()
  #seats = 0
  #lost = false
  /** The server knows the session, or was told in vain. Never rejects. */
  readonly opened: Promise<void>
  readonly #waitedFor = new Set<Promise<void>>()

  /** `onRefused`: the server does not let the session be. A server that cannot be reached does not end a session. */
  constructor(
    client: Client,
    opening: SessionOpening,
    onFault: (error: unknown) => void,
    onRefused: (reason: string) => void,
  ) {
    this.uid = opening.uid
    this.#client = client
    this.#onFault = onFault
    const { uid, deviceUid, username, ipAddress, type, term } = opening
    const body = { uid, device_uid: deviceUid, username, ip_address: ipAddress, type, term }
    this.#queue = client
      .createSession({ body: { ...body, authenticated: true } })
      .then(() => undefined)
      .catch((error: unknown) => {
        this.#lost = true
        onFault(error)
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) onRefused(error.message)
      })
    this.opened = this.#queue
  }

  /** Number of the next session channel, from 0. */
  takeSeat(): number {
    const seat = this.#seats
    this.#seats += 1
    return seat
  }

  noteTerm(term: string): void {
    this.#changes().term = term
  }

  /** What happened on a seat, by the names of SSH requests; told to the server once each. */
  noteEvent(type: string, seat?: number): void {
    if (!this.#toldTypes.has(type) && this.#toldTypes.size < eventTypesMost) {
      this.#toldTypes.add(type)
      this.#changes().eventTypes.add(type)
    }
    if (seat !== undefined && !this.#toldSeats.has(seat) && this.#toldSeats.size < seatsMost) {
      this.#toldSeats.add(seat)
      this.#changes().seats.add(seat)
    }
  }

  /** The row is closed after this; it never rejects. */
  waitFor(last: Promise<void>): void {
    this.#waitedFor.add(last)
    void last.then(() => this.#waitedFor.delete(last))
  }

  /** Closes the row; resolves once the server knows. */
  finish(): Promise<void> {
    this.#enqueue(async () => {
      await Promise.all(this.#waitedFor)
      await this.#client.finishSession({ params: { uid: this.uid } })
    })
    return this.#queue
  }

  #changes(): Changes {
    if (this.#pending) return this.#pending
    const pending: Changes = { term: undefined, eventTypes: new Set(), seats: new Set() }
    this.#pending = pending
    this.#enqueue(async () => {
      this.#pending = undefined
      const { term, eventTypes, seats } = pending
      const body = { event_types: [...eventTypes], seats: [...seats], ...(term === undefined ? {} : { term }) }
      await this.#client.updateSession({ params: { uid: this.uid }, body })
    })
    return pending
  }

  #enqueue(call: () => Promise<void>): void {
    this.#queue = this.#queue
      .then(() => (this.#lost ? undefined : call()))
      .catch((error: unknown) => this.#onFault(error))
  }
}
