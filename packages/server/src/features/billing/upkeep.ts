import { Failure, limits } from '@sshore/contract'
import { hours } from '../../platform/clock.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import type { Services } from '../../services.ts'
import { slotsSince } from './accounts.ts'
import { listUnsynced } from './accounts.store.ts'
import { dropEventsBefore } from './billing-events.store.ts'
import { dropRemovedBefore } from './removed-devices.store.ts'
import { synchronise } from './synchronisation.ts'

/** Job: removed devices that count no more, and events that nobody sends again. */
export async function sweep({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  const eventsBefore = now - hours(limits.billing.eventsKeptDays * 24)
  await transactFreely(database, (transaction) => dropRemovedBefore(transaction, slotsSince(now)))
  await transactFreely(database, (transaction) => dropEventsBefore(transaction, eventsBefore))
}

const atOnce = 50

/** Job: asks about customers of whom nothing was heard for long; an event may have been lost. */
export async function resynchronise(services: Services, stopping?: AbortSignal): Promise<void> {
  const { payments, database, clock, log } = services
  if (!payments) return
  const before = clock.now() - hours(limits.billing.resyncHours)
  for (const { tenant_id: tenantId } of await listUnsynced(database, before, atOnce)) {
    if (stopping?.aborted) return
    try {
      await synchronise(services, { tenantId })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // It is the provider that is away; it would be for all.
      log.warn({ code: error.code }, 'customers could not be asked about')
      return
    }
  }
}
