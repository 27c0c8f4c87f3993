import {
  type Currency,
  Failure,
  type Invoice,
  type InvoiceStatus,
  invoiceStatuses,
  isActiveSubscription,
  limits,
  type Subscription,
} from '@sshore/contract'
import type { Stripe } from 'stripe'
import type { Changing } from '../../http/implement.ts'
import type { Page } from '../../platform/paging.ts'
import { idempotencyKey } from '../../platform/payments/payments.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { countByStatus } from '../devices/index.ts'
import { getCustomerAccount, hasRunning, paymentsOf, subscriptionTarget } from './accounts.ts'
import { type Account, findAccount } from './accounts.store.ts'
import { askCustomer, attemptOf, defaultMethodOf } from './customers.ts'
import { goesOn, synchronise } from './synchronisation.ts'

type Caller = Changing['change']

const missing = 'billing_customer_not_found'

/**
 * As the provider has it now; `attempt` is that of before it was asked, so that an order which was answered meanwhile is not given
 * again under another key. Fails with `billing_customer_not_found`.
 */
async function getPresent(services: Services, scope: Scope): Promise<Account> {
  const { attempt } = await getCustomerAccount(services.database, scope)
  const account = await synchronise(services, scope)
  if (!account || account.customer === '') throw new Failure(missing)
  return { ...account, attempt }
}

/** The price in a currency, or the first that there is. Fails with `invalid_input` for one without a price. */
function priceFor(services: Services, wanted: Currency | undefined): { currency: Currency; price: string } {
  const payments = paymentsOf(services)
  const currency = wanted ?? payments.currencies[0]
  const price = currency && payments.priceIn(currency)
  if (currency !== undefined && price !== undefined) return { currency, price }
  const message = `This server has prices in ${payments.currencies.join(', ')}.`
  throw new Failure('invalid_input', { fields: ['currency'], message })
}

async function refuseOpenInvoices({ invoices }: Stripe, { customer, status }: Account): Promise<void> {
  const { data } = await invoices.list({ customer, status: 'open', limit: 1 })
  if (data.length > 0 || status === 'unpaid' || status === 'incomplete') throw new Failure('invoices_unpaid')
}

/** Subscribes; the first invoice is paid within the call, or there is no subscription. */
async function begin(
  services: Services,
  change: Caller,
  account: Account,
  wanted: Currency | undefined,
): Promise<void> {
  const scope = { tenantId: account.tenant_id }
  const { customer, attempt } = account
  const { currency, price } = priceFor(services, wanted)
  const quantity = (await countByStatus(services.database, scope)).get('accepted') ?? 0
  // Not of what is ordered: whoever orders something else while an order is on its way is refused, and does not pay twice.
  const key = idempotencyKey('subscription', scope.tenantId, attempt, customer)
  await paymentsOf(services).ask(
    async (stripe) => {
      await refuseOpenInvoices(stripe, account)
      const method = defaultMethodOf(await askCustomer(stripe, account))
      if (method === undefined) throw new Failure('payment_method_missing')
      const order = { customer, currency, items: [{ price, quantity }], metadata: { tenant_id: scope.tenantId } }
      await stripe.subscriptions.create(
        // Without a payment method of its own: that of the customer holds, and may be changed.
        { ...order, payment_behavior: 'error_if_incomplete' },
        { idempotencyKey: key },
      )
    },
    attemptOf(change, scope),
  )
}

/**
 * Fails with `billing_customer_not_found`, `subscription_exists`, `payment_method_missing`, `invoices_unpaid`, `payment_failed`, or
 * `invalid_input` for a currency without a price.
 */
export async function subscribe(
  services: Services,
  change: Caller,
  scope: Scope,
  currency: Currency | undefined,
): Promise<void> {
  const account = await getPresent(services, scope)
  const { subscription, status } = account
  if (status === 'to_cancel_at_end_of_period') {
    await paymentsOf(services).ask((stripe) =>
      stripe.subscriptions.update(subscription, { cancel_at_period_end: false }),
    )
  } else if (isActiveSubscription(status) || status === 'paused') {
    throw new Failure('subscription_exists')
  } else {
    await begin(services, change, account, currency)
  }
  const present = await synchronise(services, scope)
  const { subscription: id = '', status: now = 'inactive', reported_devices: devices = 0 } = present ?? {}
  await change(scope, ({ changed }) =>
    changed({ what: 'subscription.create', target: subscriptionTarget(id), after: { status: now, devices } }),
  )
}

/** Lets it end with its period; what nothing is paid for ends at once. Fails with `billing_customer_not_found` or `subscription_not_found`. */
export async function cancel(services: Services, change: Caller, scope: Scope): Promise<void> {
  const account = await getPresent(services, scope)
  if (!hasRunning(account)) throw new Failure('subscription_not_found')
  const { subscription, status } = account
  await paymentsOf(services).ask(
    ({ subscriptions }) =>
      isActiveSubscription(status)
        ? subscriptions.update(subscription, { cancel_at_period_end: true })
        : subscriptions.cancel(subscription),
    { missing: 'subscription_not_found' },
  )
  const present = await synchronise(services, scope)
  const [before, after] = [{ status }, { status: present?.status ?? 'inactive' }]
  await change(scope, ({ changed }) =>
    changed({ what: 'subscription.cancel', target: subscriptionTarget(subscription), before, after }),
  )
}

/** Ends all that the provider has of a customer; those that somebody else has ended meanwhile count too. */
async function endAll(services: Services, { customer }: Account): Promise<string[]> {
  const ended: string[] = []
  await paymentsOf(services)
    .ask(
      async ({ subscriptions }) => {
        const { data } = await subscriptions.list({ customer, limit: 100 })
        for (const { id } of data.filter(goesOn)) {
          ended.push(id)
          await subscriptions.cancel(id, { invoice_now: true, prorate: true })
        }
      },
      { missing: 'subscription_not_found' },
    )
    .catch((error: unknown) => {
      if (!(error instanceof Failure && error.code === 'subscription_not_found')) throw error
    })
  return ended
}

/**
 * Ends it now, with a last invoice; nothing where there is none. The provider is asked even if nothing is known of a subscription
 * here: the answer to the order may have been lost, and nobody would ever end it.
 */
export async function end(services: Services, change: Caller, scope: Scope): Promise<void> {
  const account = await findAccount(services.database, scope)
  if (!account || account.customer === '') return
  const ended = await endAll(services, account)
  const present = await synchronise(services, scope)
  const after = { status: present?.status ?? 'inactive' }
  await change(scope, async ({ changed }) => {
    for (const id of ended) await changed({ what: 'subscription.cancel', target: subscriptionTarget(id), after })
  })
}

function statusOfInvoice({ status }: Stripe.Invoice): InvoiceStatus {
  if (status === 'void') return 'voided'
  return invoiceStatuses.find((known) => known === status) ?? 'draft'
}

/** Undefined for one in a currency that we have never asked for. */
function presentInvoice(invoice: Stripe.Invoice): Invoice | undefined {
  const { id, currency, total: amount } = invoice
  if (currency !== 'usd' && currency !== 'brl') return undefined
  return { id, status: statusOfInvoice(invoice), currency, amount }
}

const listInvoices = async (services: Services, { customer }: Account): Promise<Invoice[]> => {
  const most = { limit: limits.billing.invoicesMost }
  const all = await paymentsOf(services).ask(
    ({ invoices }) => invoices.list({ customer, limit: 100 }).autoPagingToArray(most),
    { missing },
  )
  return all.flatMap((invoice) => presentInvoice(invoice) ?? [])
}

/** With a page of its invoices. Fails with `billing_customer_not_found`. */
export async function getSubscription(
  services: Services,
  scope: Scope,
  { offset, limit }: Page,
): Promise<{ readonly subscription: Subscription; readonly total: number }> {
  const account = await getPresent(services, scope)
  const invoices = await listInvoices(services, account)
  const { subscription: id, status, period_end: end_ } = account
  return {
    subscription: {
      id,
      active: isActiveSubscription(status),
      status,
      end_at: Math.floor((end_ ?? 0) / 1000),
      invoices: invoices.slice(offset, offset + limit),
    },
    total: invoices.length,
  }
}
