// The provider knows what is paid; here is a copy of as much as rules ask. It is never made from the contents of events, which come
// late, twice and in any order: an event only says that it is time to ask.
import { isOverSubscription, type SubscriptionStatus, subscriptionStatuses } from '@sshore/contract'
import type { Stripe } from 'stripe'
import type { Change } from '../../hooks.ts'
import { seconds } from '../../platform/clock.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { customerTarget, paymentsOf, subscriptionTarget } from './accounts.ts'
import { type Account, findAccount, patchAccount } from './accounts.store.ts'
import { ofServer } from './of-server.ts'

function statusOf({ status, cancel_at_period_end: atEnd, cancel_at: at }: Stripe.Subscription): SubscriptionStatus {
  const runs = status === 'active' || status === 'trialing'
  if (runs && (atEnd || at !== null)) return 'to_cancel_at_end_of_period'
  // A state that is newer than this version gives nothing.
  return subscriptionStatuses.find((known) => known === status) ?? 'inactive'
}

const itemsOf = (subscription: Stripe.Subscription): readonly Stripe.SubscriptionItem[] => subscription.items.data

function periodEnd(subscription: Stripe.Subscription): number | null {
  const ends = itemsOf(subscription).map(({ current_period_end: end }) => end)
  const last = subscription.ended_at ?? subscription.cancel_at ?? (ends.length > 0 ? Math.max(...ends) : null)
  return last === null ? null : seconds(last)
}

/** Whether it could still cost something. */
export const goesOn = (subscription: Stripe.Subscription): boolean => !isOverSubscription(statusOf(subscription))

/** The one that counts: the newest of those that go on, else the newest of all. */
function currentOf(subscriptions: readonly Stripe.Subscription[]): Stripe.Subscription | undefined {
  const newestFirst = subscriptions.toSorted((one, other) => other.created - one.created)
  return newestFirst.find(goesOn) ?? newestFirst[0]
}

type State = Pick<Account, 'subscription' | 'item' | 'status' | 'period_end' | 'reported_devices'>

const nothing: State = { subscription: '', item: '', status: 'inactive', period_end: null, reported_devices: -1 }

function stateOf(subscription: Stripe.Subscription | undefined): State {
  if (!subscription) return nothing
  const [item] = itemsOf(subscription)
  return {
    subscription: subscription.id,
    item: item?.id ?? '',
    status: statusOf(subscription),
    period_end: periodEnd(subscription),
    reported_devices: item?.quantity ?? -1,
  }
}

/** Numbers the question, so that of two answers that cross the one that was asked for first does not win. */
async function begin({ database, scope }: Change): Promise<Account | undefined> {
  const account = await findAccount(database, scope)
  if (!account || account.customer === '') return undefined
  const sync_begun = account.sync_begun + 1
  await patchAccount(database, scope, { sync_begun })
  return { ...account, sync_begun }
}

async function write({ database, scope, changed }: Change, asked: Account, state: State, now: number): Promise<void> {
  const account = await findAccount(database, scope)
  if (!account || account.customer !== asked.customer || account.sync_done > asked.sync_begun) return
  const same = account.status === state.status && account.subscription === state.subscription
  await patchAccount(database, scope, {
    ...state,
    sync_done: asked.sync_begun,
    synced_at: now,
    ...(same ? {} : { updated_at: now }),
  })
  if (same) return
  await changed({
    what: 'subscription.update',
    target: subscriptionTarget(state.subscription || account.subscription),
    before: { status: account.status },
    after: { status: state.status },
  })
}

/** The customer is gone at the provider: whoever wants one again begins anew. */
export async function forgetCustomer(
  { database, scope, changed }: Change,
  customer: string,
  now: number,
): Promise<void> {
  const account = await findAccount(database, scope)
  if (!account || account.customer !== customer) return
  await patchAccount(database, scope, {
    ...nothing,
    customer: '',
    attempt: account.attempt + 1,
    synced_at: now,
    updated_at: now,
  })
  await changed({ what: 'customer.remove', target: customerTarget(customer), before: { status: account.status } })
}

const subscriptionsMost = 100

/** Undefined: there is no such customer. */
const askFor = (services: Services, customer: string): Promise<Stripe.Subscription[] | undefined> =>
  paymentsOf(services).ask(async ({ customers, subscriptions }) => {
    const known = await customers.retrieve(customer).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return undefined
      throw error
    })
    if (!known || known.deleted) return undefined
    return (await subscriptions.list({ customer, status: 'all', limit: subscriptionsMost })).data
  })

/**
 * Asks the provider how things are, writes it down and answers it; nothing where there is no customer. Fails as the provider fails,
 * with all left as it was.
 */
export async function synchronise(services: Services, scope: Scope): Promise<Account | undefined> {
  const { clock, database } = services
  const change = ofServer(services)
  const asked = await change(scope, begin)
  if (!asked) return undefined
  const found = await askFor(services, asked.customer)
  await change(scope, (inside) =>
    found
      ? write(inside, asked, stateOf(currentOf(found)), clock.now())
      : forgetCustomer(inside, asked.customer, clock.now()),
  )
  return findAccount(database, scope)
}
