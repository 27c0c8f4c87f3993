// Hands what happens in a namespace to those who listen on this node, and remembers a little for those who come back.
import { randomBytes } from 'node:crypto'
import { type Bus, type EventType, limits, type NamespaceEvent, type TenantId } from '@sshore/contract'

/** One event as it goes over the wire (HTML Living Standard, section 9.2.5). */
export interface Told {
  readonly sequence: number
  readonly type: EventType
  readonly text: string
}

export interface LiveEvents {
  /** Undefined when the owner, or all together, have as many as they may. Dispose it when nobody listens any more. */
  listen(owner: string, tenantId: TenantId, listener: (told: Told) => void): Disposable | undefined
  /** What came after the event of this id; undefined when that is not known (any more). */
  since(tenantId: TenantId, id: string): readonly Told[] | undefined
  /** The id of the newest event of all namespaces, from which on a new listener hears. */
  newest(): string
}

interface History {
  told: Told[]
  chars: number
  /** Everything after this one is in `told`. */
  dropped: number
}

const { streamsPerUser, streamsMost, history: historyMost, historyBytes, historiesBytes } = limits.liveEvents

export const frame = (id: string, type: string, data: unknown): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`

/** Events of all namespaces, each with its own bounded past. What is forgotten of one is told as such. */
class Histories {
  readonly #histories = new Map<TenantId, History>()
  #chars = 0
  /** The newest that was forgotten with the whole history of some namespace. */
  #forgotten = 0

  add(tenantId: TenantId, told: Told): void {
    const history = this.#histories.get(tenantId) ?? { told: [], chars: 0, dropped: this.#forgotten }
    history.told.push(told)
    history.chars += told.text.length
    this.#chars += told.text.length
    while (history.told.length > historyMost || history.chars > historyBytes) this.#dropOldest(history)
    // Last in the order of the map, so that the quietest namespace is forgotten first.
    this.#histories.delete(tenantId)
    this.#histories.set(tenantId, history)
    while (this.#chars > historiesBytes) this.#forgetOne()
  }

  since(tenantId: TenantId, sequence: number): readonly Told[] | undefined {
    const history = this.#histories.get(tenantId)
    if (sequence < (history?.dropped ?? this.#forgotten)) return undefined
    return history?.told.filter((told) => told.sequence > sequence) ?? []
  }

  #dropOldest(history: History): void {
    const oldest = history.told.shift()
    if (!oldest) return
    history.chars -= oldest.text.length
    this.#chars -= oldest.text.length
    history.dropped = oldest.sequence
  }

  #forgetOne(): void {
    const [first] = this.#histories
    if (!first) return
    const [tenantId, history] = first
    this.#chars -= history.chars
    this.#forgotten = Math.max(this.#forgotten, history.told.at(-1)?.sequence ?? 0)
    this.#histories.delete(tenantId)
  }
}

export function createLiveEvents(bus: Bus): LiveEvents {
  // Another start, or another node, counts differently: its ids are not ours.
  const epoch = randomBytes(6).toString('hex')
  const histories = new Histories()
  const listeners = new Map<TenantId, Set<(told: Told) => void>>()
  const open = new Map<string, number>()
  let [sequence, streams] = [0, 0]

  bus.subscribe('namespace.event', (event: NamespaceEvent) => {
    sequence += 1
    const told = { sequence, type: event.type, text: frame(`${epoch}-${sequence}`, event.type, event) }
    histories.add(event.tenant_id, told)
    for (const listener of listeners.get(event.tenant_id) ?? []) listener(told)
  })

  return {
    listen(owner, tenantId, listener) {
      const own = open.get(owner) ?? 0
      if (own >= streamsPerUser || streams >= streamsMost) return undefined
      open.set(owner, own + 1)
      streams += 1
      const those = listeners.get(tenantId) ?? new Set()
      listeners.set(tenantId, those.add(listener))
      return {
        [Symbol.dispose]() {
          if (!those.delete(listener)) return
          if (those.size === 0 && listeners.get(tenantId) === those) listeners.delete(tenantId)
          streams -= 1
          const left = (open.get(owner) ?? 1) - 1
          if (left > 0) open.set(owner, left)
          else open.delete(owner)
        },
      }
    },
    since(tenantId, id) {
      const [, of, given = ''] = /^([0-9a-f]{12})-(\d{1,15})$/.exec(id) ?? []
      return of === epoch && Number(given) <= sequence ? histories.since(tenantId, Number(given)) : undefined
    },
    newest: () => `${epoch}-${sequence}`,
  }
}
