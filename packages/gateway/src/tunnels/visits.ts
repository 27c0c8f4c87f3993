// Who may visit which tunnel, asked of the server and remembered for seconds: for the firewall, a connection is a visitor
// (an address, and a pass where there is one) for so long. What runs longer is asked about again, and what has changed at once.
import type { Client } from '@sshore/client'
import type { Contract, DeviceUid, ReplyOf, TunnelAddress } from '@sshore/contract'
import type { Clock, Link } from '@sshore/link'
import type { Logger } from 'pino'

export type Verdict = ReplyOf<Contract['visitTunnel']>

export interface Visitor {
  readonly address: TunnelAddress
  readonly ip: string
  readonly pass: string | undefined
}

interface Remembered {
  readonly verdict: Promise<Verdict>
  settled: Verdict | undefined
  readonly at: number
}

/** Something of a visitor that runs: a request, or a WebSocket. */
export interface Running {
  readonly visitor: Visitor
  readonly device: DeviceUid
  readonly link: Pick<Link, 'connected'>
  readonly startedAt: number
  /** Breaks it off. */
  end(problem: string): void
}

const rememberedSeconds = 5
const rememberedMost = 20_000
/** A WebSocket keeps its tunnel open. */
const askAgainSeconds = 20
/** Who visits waits for less than somebody in a session: a device that is away for so long has broken its requests off. */
const awaySeconds = 15
const lookSeconds = 5

const keyOf = ({ address, ip, pass = '' }: Visitor): string => `${address} ${ip} ${pass}`

export class Visits implements Disposable {
  readonly #client: Client
  readonly #clock: Clock
  readonly #log: Logger
  /** The oldest first. */
  readonly #remembered = new Map<string, Remembered>()
  readonly #running = new Map<TunnelAddress, Set<Running>>()
  #total = 0
  /** Links that were away when they were last looked at, and since when. */
  readonly #away = new Map<Running['link'], number>()
  #cancel: () => void
  #cancelLook: () => void

  constructor(client: Client, clock: Clock, log: Logger) {
    this.#client = client
    this.#clock = clock
    this.#log = log
    this.#cancel = clock.after(askAgainSeconds * 1000, () => this.#askAgain())
    this.#cancelLook = clock.after(lookSeconds * 1000, () => this.#look())
  }

  get running(): number {
    return this.#total
  }

  runningOf(address: TunnelAddress): number {
    return this.#running.get(address)?.size ?? 0
  }

  /** Rejects when the server does not answer. */
  admit(visitor: Visitor): Verdict | Promise<Verdict> {
    const key = keyOf(visitor)
    const known = this.#remembered.get(key)
    if (known && this.#clock.now() - known.at < rememberedSeconds * 1000) return known.settled ?? known.verdict
    return this.#ask(visitor, key)
  }

  /** Returns what takes it off again. */
  begin(running: Running): () => void {
    const { address } = running.visitor
    const those = this.#running.get(address) ?? new Set()
    this.#running.set(address, those)
    those.add(running)
    this.#total += 1
    return () => {
      if (!those.delete(running)) return
      this.#total -= 1
      if (those.size === 0 && this.#running.get(address) === those) this.#running.delete(address)
    }
  }

  /** A tunnel leads elsewhere now, or nowhere. */
  changed(address: TunnelAddress): void {
    for (const key of this.#remembered.keys()) if (key.startsWith(address)) this.#remembered.delete(key)
    for (const running of this.#running.get(address) ?? []) void this.#check(running)
  }

  /** What members may do has changed. */
  standingChanged(): void {
    for (const [key, { settled }] of this.#remembered) if (settled?.outcome === 'found') this.#remembered.delete(key)
    for (const running of this.#all()) if (running.visitor.pass !== undefined) void this.#check(running)
  }

  endAllOf(device: DeviceUid): void {
    this.#remembered.clear()
    for (const running of this.#all()) {
      if (running.device === device) running.end('the device was removed or is no longer accepted')
    }
  }

  endAll(): void {
    for (const running of this.#all()) running.end('the server is stopping')
  }

  [Symbol.dispose](): void {
    this.#cancel()
    this.#cancelLook()
    this.endAll()
  }

  #all(): Running[] {
    return [...this.#running.values()].flatMap((those) => [...those])
  }

  async #ask(visitor: Visitor, key: string): Promise<Verdict> {
    const { address, ip, pass } = visitor
    const verdict = this.#client
      .visitTunnel({ params: { address }, body: { ip_address: ip, ...(pass === undefined ? {} : { pass }) } })
      .then(({ body }) => body)
    const remembered: Remembered = { verdict, settled: undefined, at: this.#clock.now() }
    this.#remembered.delete(key)
    this.#remembered.set(key, remembered)
    const oldest = this.#remembered.keys().next()
    if (this.#remembered.size > rememberedMost && !oldest.done) this.#remembered.delete(oldest.value)
    try {
      remembered.settled = await verdict
      return remembered.settled
    } catch (error) {
      if (this.#remembered.get(key) === remembered) this.#remembered.delete(key)
      throw error
    }
  }

  /** As with sessions, a new rule of the firewall is for connections from then on. */
  async #check(running: Running): Promise<void> {
    try {
      const verdict = await this.admit(running.visitor)
      const elsewhere = verdict.outcome === 'found' && verdict.target.device_uid !== running.device
      if (elsewhere || verdict.outcome === 'unknown' || verdict.outcome === 'members_only') {
        running.end('the visitor may not go on')
      }
    } catch (error) {
      this.#log.error({ err: error }, 'whether a visitor may stay in a tunnel was not checked')
    }
  }

  #look(): void {
    const now = this.#clock.now()
    const seen = new Set<Running['link']>()
    for (const running of this.#all()) {
      const { link } = running
      if (link.connected) continue
      seen.add(link)
      const since = this.#away.get(link) ?? now
      this.#away.set(link, since)
      if (now - since >= awaySeconds * 1000) running.end('the device went away')
    }
    for (const link of this.#away.keys()) if (!seen.has(link)) this.#away.delete(link)
    this.#cancelLook = this.#clock.after(lookSeconds * 1000, () => this.#look())
  }

  #askAgain(): void {
    const before = this.#clock.now() - askAgainSeconds * 1000
    for (const running of this.#all()) if (running.startedAt <= before) void this.#check(running)
    for (const [key, { at }] of this.#remembered) {
      if (at > this.#clock.now() - rememberedSeconds * 1000) break
      this.#remembered.delete(key)
    }
    this.#cancel = this.#clock.after(askAgainSeconds * 1000, () => this.#askAgain())
  }
}
