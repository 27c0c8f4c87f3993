// Sends what is due: one delivery at a time to each webhook, several webhooks side by side. A lease in the database keeps two servers
// from sending the same; what a server was sending when it died is sent again once the lease is over.
import { randomUUID } from 'node:crypto'
import { limits } from '@sshore/contract'
import { serverActor } from '../../platform/actor.ts'
import { change } from '../../platform/change.ts'
import { hours, seconds } from '../../platform/clock.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from '../../platform/database/webhook-tables.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { pauseAfter, sendWhatIsDue } from '../../platform/delivery/send-what-is-due.ts'
import { scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { dropBeyond, dropOlderThan, endLease, findDue, findNext, takeLease } from './queue.store.ts'
import { type Outcome, send, signature } from './sending.ts'
import { sealContext, target } from './webhooks.ts'
import { giveUpWaiting, patchDelivery, patchWebhook } from './webhooks.store.ts'

const { retrySeconds, restSeconds, leaseSeconds, failingDaysMost, atOnce } = limits.webhooks

interface Task {
  readonly webhook: WebhooksTable
  readonly delivery: WebhookDeliveriesTable
  readonly lease: string
}

const giveBack = (database: Services['database'], { webhook, lease }: Omit<Task, 'delivery'>): Promise<boolean> =>
  transactFreely(database, (transaction) => endLease(transaction, webhook.id, lease, {}))

async function claim({ database, clock }: Services): Promise<Task | undefined> {
  for (;;) {
    const now = clock.now()
    const webhook = await findDue(database, now)
    if (!webhook) return undefined
    const lease = { now, until: now + seconds(leaseSeconds), lease: randomUUID() }
    // Another server may have been faster; then there is another one to look for.
    if (!(await transactFreely(database, (transaction) => takeLease(transaction, webhook.id, lease)))) continue
    const task = { webhook, lease: lease.lease }
    const delivery = await findNext(database, webhook.id, now)
    if (delivery) return { ...task, delivery }
    await giveBack(database, task)
  }
}

const letterOf = ({ sealer, clock, options }: Services, { webhook, delivery }: Task) => {
  const secret = sealer.open(webhook.sealed_secret, sealContext(webhook.id)).toString()
  const { body } = delivery
  return {
    url: webhook.url,
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': `sshore/${options.version}`,
      'X-Sshore-Event': delivery.type,
      'X-Sshore-Event-Id': delivery.event_id,
      'X-Sshore-Delivery': delivery.id,
      'X-Sshore-Attempt': String(delivery.attempts + 1),
      'X-Sshore-Signature': signature(secret, body, clock.now()),
    },
  }
}

function deliveryAfter({ delivery }: Task, outcome: Outcome, now: number): Partial<WebhookDeliveriesTable> {
  const attempts = delivery.attempts + 1
  const pause = pauseAfter(retrySeconds, attempts)
  const tried = {
    attempts,
    attempted_at: now,
    response_status: outcome.status,
    latency_milliseconds: outcome.latencyMilliseconds,
    problem: outcome.problem,
    excerpt: outcome.excerpt,
  }
  if (outcome.problem === '') return { ...tried, status: 'delivered' }
  return pause === undefined ? { ...tried, status: 'failed' } : { ...tried, due_at: now + pause }
}

function webhookAfter({ webhook }: Task, outcome: Outcome, now: number) {
  if (outcome.problem === '') return { failing_since: null, failures: 0, rest_until: 0 }
  const failures = webhook.failures + 1
  const rest = restSeconds[Math.min(failures, restSeconds.length) - 1] ?? 0
  return { failing_since: webhook.failing_since ?? now, failures, rest_until: now + seconds(rest) }
}

/** Writes down how it went; nothing, when the lease was over before. */
async function conclude(services: Services, task: Task, outcome: Outcome): Promise<void> {
  const { webhook, delivery, lease } = task
  const scope = scopeOf(webhook.tenant_id)
  await change(services, serverActor, scope, async ({ database, changed }) => {
    const now = services.clock.now()
    const after = webhookAfter(task, outcome, now)
    if (!(await endLease(database, webhook.id, lease, after))) return
    await patchDelivery(database, scope, delivery.id, deliveryAfter(task, outcome, now))
    const days = failingDaysMost
    if (after.failing_since === null || now - after.failing_since < hours(24 * days)) return
    const reason = `Nothing was delivered for ${days} days: ${outcome.problem}`
    await patchWebhook(database, scope, webhook.id, { active: 0, switched_off: reason })
    await giveUpWaiting(database, scope, webhook.id, 'The webhook was switched off.')
    await changed({ what: 'webhook.disable', target: target(webhook), after: { reason } })
  })
}

async function attempt(services: Services, task: Task, stopping: AbortSignal): Promise<void> {
  const allowPrivate = services.options.webhookAllowPrivate === true
  const outcome = await send(letterOf(services, task), { allowPrivate, stopping })
  // Cut short by our own stop: that is nobody's failure, and the next start sends it at once.
  if (stopping.aborted && outcome.problem !== '') {
    await giveBack(services.database, task)
    return
  }
  await conclude(services, task, outcome)
}

/** Sends until nothing is due any more. */
export const deliverDue = (services: Services, stopping: AbortSignal): Promise<void> =>
  sendWhatIsDue(
    {
      claim: () => claim(services),
      attempt: (task: Task) => attempt(services, task, stopping),
      brokeOff: ({ webhook }, error) => services.log.error({ err: error, webhook: webhook.id }, 'a delivery broke off'),
      atOnce,
    },
    stopping,
  )

/** Forgets deliveries that are long over. */
export async function pruneDeliveries({ database, clock }: Services): Promise<void> {
  const before = clock.now() - hours(24 * limits.webhooks.deliveriesKeptDays)
  await transactFreely(database, (transaction) => dropOlderThan(transaction, before))
  await transactFreely(database, (transaction) => dropBeyond(transaction, limits.webhooks.deliveriesKept))
}
