// Which containers of an engine run, told as it changes, for as long as it is wanted: through losses of the connection.
import type { Clock } from '@sshore/link'
import type { Engine, ListedContainer } from '../engine/engine.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import { deviceNames } from './device-names.ts'

export interface FollowedContainer extends ListedContainer {
  /** The name it asks for as a device. */
  readonly deviceName: string
}

export type EngineState =
  | { readonly state: 'connected'; readonly message: string }
  | { readonly state: 'failed'; readonly message: string }

/** It stopped; the engine cannot be reached for longer than a moment; nobody follows the engine any more. */
export type WhyOver = 'stopped' | 'lost' | 'unfollowed'

export interface FollowOptions {
  readonly engine: Engine
  readonly clock: Clock
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** Only containers with this label: `name` or `name=value`. */
  readonly label?: string | undefined
  /** Containers followed at a time; the message of the state says so when there are more. */
  readonly containersMost: number
  readonly signal: AbortSignal
  /**
   * A container runs; the returned function is called once when it does not any more, or nobody follows it. What it returns settles
   * when nothing is left of it here: before that the same container is not told again.
   */
  readonly onContainer: (container: FollowedContainer) => (why: WhyOver) => Promise<void>
  readonly onState: (state: EngineState) => void
}

const waits = { firstSeconds: 1, mostSeconds: 60 } as const
/** Asked even when no event came: a connection that died without a word is noticed by that. */
const askAgainSeconds = 30
/** Events that come together are answered together. */
const gatherMilliseconds = 150

const words = (failure: unknown): string =>
  failure instanceof EngineFailure ? failure.message : 'The engine cannot be followed for a fault of ours.'

/** Something that may be rung before anybody waits for it. */
function createBell(clock: Clock) {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring: () => {
      rung = true
      wake?.()
    },
    /** Resolves when it was rung since the last wait, or after so long. */
    wait: async (milliseconds: number) => {
      if (!rung) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const cancel = clock.after(milliseconds, resolve)
        wake = resolve
        await promise
        cancel()
      }
      rung = false
      wake = undefined
    },
  }
}

/** Runs until the signal ends it. Never rejects for what the engine does. */
export async function followEngine(options: FollowOptions): Promise<void> {
  const { engine, clock, random, label, containersMost, signal, onContainer, onState } = options
  const followed = new Map<string, (why: WhyOver) => Promise<void>>()
  const parting = new Map<string, Promise<void>>()
  let lookAgain: () => void = () => undefined
  const drop = (id: string, why: WhyOver) => {
    const stop = followed.get(id)
    if (!stop) return
    followed.delete(id)
    const parted = stop(why).finally(() => {
      parting.delete(id)
      lookAgain()
    })
    parting.set(id, parted)
  }
  const dropAll = (why: WhyOver) => {
    for (const id of [...followed.keys()]) drop(id, why)
  }
  let shown = ''
  const tell = (state: EngineState) => {
    if (`${state.state} ${state.message}` === shown) return
    shown = `${state.state} ${state.message}`
    onState(state)
  }

  const compare = async () => {
    const all = await engine.list(label)
    if (signal.aborted) return
    const listed = all.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, containersMost)
    const running = new Set(listed.map(({ id }) => id))
    for (const id of [...followed.keys()]) if (!running.has(id)) drop(id, 'stopped')
    const names = deviceNames(listed)
    for (const container of listed) {
      if (followed.has(container.id) || parting.has(container.id)) continue
      followed.set(container.id, onContainer({ ...container, deviceName: names.get(container.id) ?? container.id }))
    }
    const more =
      all.length > containersMost ? ` Only ${containersMost} of its ${all.length} containers are followed.` : ''
    tell({ state: 'connected', message: more.trim() })
  }

  /** Until the connection is lost, which it rejects with. */
  const followOnce = async (connected: () => void) => {
    const bell = createBell(clock)
    lookAgain = bell.ring
    const over = new AbortController()
    let lost: unknown
    const either = AbortSignal.any([signal, over.signal])
    // It rings once when the stream stands: what happened since the first list is seen by the next.
    const events = engine.follow(bell.ring, either).then(
      () => (lost = new EngineFailure('unreachable', `The engine at ${engine.where} closed the stream of events.`)),
      (failure: unknown) => (lost = failure),
    )
    const ended = events.finally(bell.ring)
    signal.addEventListener('abort', bell.ring, { once: true })
    try {
      while (!signal.aborted) {
        await compare()
        connected()
        if (lost !== undefined) break
        await bell.wait(askAgainSeconds * 1000)
        if (lost !== undefined || signal.aborted) break
        await new Promise<void>((resolve) => void clock.after(gatherMilliseconds, resolve))
      }
    } finally {
      signal.removeEventListener('abort', bell.ring)
      over.abort()
      await ended
    }
    if (!signal.aborted) throw lost
  }

  let attempt = 0
  while (!signal.aborted) {
    try {
      await followOnce(() => (attempt = 0))
    } catch (failure) {
      if (signal.aborted) break
      tell({ state: 'failed', message: words(failure) })
      // What runs in containers has connections of its own, which may outlive a short loss of this one.
      if (attempt > 0) dropAll('lost')
      const bell = createBell(clock)
      signal.addEventListener('abort', bell.ring, { once: true })
      const ceiling = Math.min(waits.mostSeconds, waits.firstSeconds * 2 ** Math.min(attempt, 10))
      attempt += 1
      await bell.wait(ceiling * (0.5 + random() / 2) * 1000)
      signal.removeEventListener('abort', bell.ring)
    }
  }
  dropAll('unfollowed')
  await Promise.all(parting.values())
}
