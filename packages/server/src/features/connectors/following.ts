// Follows the engines of all connectors that are switched on: one server each, by a lease that it renews.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@sshore/contract'
import { type EngineState, EngineFailure, followEngine, type WhyOver } from '@sshore/docker'
import { seconds } from '../../platform/clock.ts'
import type { ConnectorsTable } from '../../platform/database/connector-tables.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import type { Services } from '../../services.ts'
import { keepContainer, seedOf } from './containers.ts'
import { engineOf } from './engine-of.ts'
import { endLeases, findOpen, type Lease, takeLease, writeState } from './holding.store.ts'
import { timers } from './timers.ts'

const lookMilliseconds = 1000
const afterFailureMilliseconds = 5000
/** What sessions are told. */
const endings: Readonly<Record<WhyOver, string>> = {
  stopped: 'the container stopped',
  lost: 'the container engine cannot be reached',
  unfollowed: 'the connector was switched off',
}

interface Followed {
  readonly row: ConnectorsTable
  readonly stop: AbortController
  readonly done: Promise<void>
}

async function follow(services: Services, row: ConnectorsTable, signal: AbortSignal): Promise<void> {
  const { database, log, clock } = services
  const about = log.child({ connector: row.uid, tenant: row.tenant_id })
  const onState = ({ state, message }: EngineState) => {
    about.info({ state, reason: message }, 'connector')
    transactFreely(database, (transaction) => writeState(transaction, row, { state, message }, clock.now())).catch(
      (error: unknown) => about.error({ err: error }, 'the state of a connector was not written'),
    )
  }
  try {
    const engine = engineOf(row, services)
    const seed = seedOf(row, services)
    await followEngine({
      engine,
      clock: timers,
      random: Math.random,
      containersMost: limits.connectors.containersMost,
      signal,
      onState,
      onContainer: (container) => {
        const stop = new AbortController()
        const kept = keepContainer(services, { row, engine, seed, container, log: about }, stop.signal)
        return (why) => {
          stop.abort(new Error(endings[why]))
          return kept
        }
      },
    })
  } catch (failure) {
    if (!(failure instanceof EngineFailure)) throw failure
    onState({ state: 'failed', message: failure.message })
  }
}

/** Runs until the server stops. */
export async function followConnectors(services: Services, stopping: AbortSignal): Promise<void> {
  const { database, clock, log, options } = services
  if (!options.containerLink) return
  const holder = randomUUID()
  const followed = new Map<string, Followed>()

  const drop = async (uid: string): Promise<void> => {
    const one = followed.get(uid)
    followed.delete(uid)
    one?.stop.abort()
    await one?.done
  }
  const begin = (row: ConnectorsTable): void => {
    const stop = new AbortController()
    const done = follow(services, row, stop.signal).catch((error: unknown) => {
      log.error({ err: error, connector: row.uid }, 'a connector is given up for a fault of ours')
    })
    followed.set(row.uid, { row, stop, done })
  }
  const holds = async (row: ConnectorsTable, lease: Lease): Promise<boolean> => {
    const fresh =
      row.holder === lease.holder && row.held_until - lease.now > seconds(limits.connectors.leaseSeconds) / 2
    return fresh || transactFreely(database, (transaction) => takeLease(transaction, row.uid, lease))
  }
  const look = async (): Promise<void> => {
    const now = clock.now()
    const lease = { holder, now, until: now + seconds(limits.connectors.leaseSeconds) }
    const open = await findOpen(database, lease)
    const held = new Map<string, ConnectorsTable>()
    for (const row of open) if (await holds(row, lease)) held.set(row.uid, row)
    for (const [uid, { row }] of followed) if (held.get(uid)?.revision !== row.revision) await drop(uid)
    for (const [uid, row] of held) if (!followed.has(uid)) begin(row)
  }

  try {
    while (!stopping.aborted) {
      // Without the database nobody knows better: what is followed goes on.
      const looked = await look().then(
        () => true,
        (error: unknown) => {
          log.error({ err: error }, 'connectors were not looked at')
          return false
        },
      )
      await sleep(looked ? lookMilliseconds : afterFailureMilliseconds, undefined, {
        signal: stopping,
        ref: false,
      }).catch(() => undefined)
    }
  } finally {
    await Promise.all([...followed.keys()].map(drop))
    await transactFreely(database, (transaction) => endLeases(transaction, holder)).catch(() => undefined)
  }
}
