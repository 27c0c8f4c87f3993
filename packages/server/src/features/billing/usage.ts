// The provider is told how many devices there are. Accepting a device does not wait for that: it is due, and a job sees to it.
import { Failure, isActiveSubscription, limits } from '@sshore/contract'
import type { Changing } from '../../http/implement.ts'
import { seconds } from '../../platform/clock.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { countByStatus } from '../devices/index.ts'
import { paymentsOf, subscriptionTarget } from './accounts.ts'
import { type DueReport, findAccount, listDueReports, patchAccount } from './accounts.store.ts'
import { ofServer } from './of-server.ts'

type Caller = Changing['change']

/** Tells how many there are now. Fails with `subscription_required` or as the provider does. */
export async function report(services: Services, change: Caller, scope: Scope): Promise<void> {
  const payments = paymentsOf(services)
  const account = await findAccount(services.database, scope)
  const isPaid = account && account.item !== '' && isActiveSubscription(account.status)
  if (!isPaid) throw new Failure('subscription_required')
  const { item, subscription, reported_devices: before } = account
  const quantity = (await countByStatus(services.database, scope)).get('accepted') ?? 0
  await payments.ask(
    ({ subscriptionItems }) => subscriptionItems.update(item, { quantity, proration_behavior: 'create_prorations' }),
    { missing: 'subscription_required' },
  )
  await change(scope, async ({ database, changed }) => {
    await patchAccount(database, scope, { reported_devices: quantity, report_failures: 0, report_at: 0 })
    const target = subscriptionTarget(subscription)
    await changed({ what: 'subscription.report', target, before: { devices: before }, after: { devices: quantity } })
  })
}

function retrySeconds(failures: number): number {
  const { reportRetrySeconds: steps } = limits.billing
  return steps[Math.min(failures, steps.length) - 1] ?? 0
}

async function reportDue(services: Services, due: DueReport): Promise<void> {
  const { database, clock, log } = services
  const scope = { tenantId: due.tenant_id }
  try {
    await report(services, ofServer(services), scope)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const failures = due.report_failures + 1
    const report_at = clock.now() + seconds(retrySeconds(failures))
    // What is here may not be true any more, such as a subscription that has ended: it is asked for soon.
    const doubtful = error.code === 'subscription_required' ? { synced_at: 0 } : {}
    await transactFreely(database, (transaction) =>
      patchAccount(transaction, scope, { report_failures: failures, report_at, ...doubtful }),
    )
    log.warn({ tenant: due.tenant_id, code: error.code, failures }, 'the number of devices could not be reported')
  }
}

const atOnce = 20

/** Job: tells the provider of all namespaces whose number has changed. */
export async function reportAllDue(services: Services, stopping?: AbortSignal): Promise<void> {
  if (!services.payments) return
  for (const due of await listDueReports(services.database, services.clock.now(), atOnce)) {
    if (stopping?.aborted) return
    await reportDue(services, due)
  }
}
