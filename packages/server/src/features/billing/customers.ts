// The namespace as a customer of the payment provider, and what it pays with.
import { type Customer, Failure, limits, type PaymentMethod } from '@sshore/contract'
import type { Stripe } from 'stripe'
import type { Changing } from '../../http/implement.ts'
import { idempotencyKey } from '../../platform/payments/payments.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { getNamespace } from '../namespaces/index.ts'
import { findUser } from '../users/index.ts'
import { customerTarget, getCustomerAccount, hasRunning, paymentsOf } from './accounts.ts'
import { type Account, endAttempt, findAccount, openAccount, patchAccount } from './accounts.store.ts'
import { synchronise } from './synchronisation.ts'

type Caller = Changing['change']

/** To be told that the provider has answered (see `attempt` of the table). */
export const attemptOf = (change: Caller, scope: Scope) => ({
  answered: () => change(scope, ({ database }) => endAttempt(database, scope)),
})

interface Marks {
  readonly tenant_id: string
  /** Whoever makes a namespace may choose its identifier, also that of one that is gone; when it was made they may not. */
  readonly since: string
}

/** One that was made before and whose answer was lost on the way. */
async function findMade({ customers }: Stripe, email: string, marks: Marks): Promise<Stripe.Customer | undefined> {
  const { data } = await customers.list({ email, limit: 100 })
  return data.find(({ metadata }) => metadata['tenant_id'] === marks.tenant_id && metadata['since'] === marks.since)
}

/** Fails with `billing_customer_exists`, or as the provider does. */
export async function createCustomer(services: Services, change: Caller, scope: Scope): Promise<void> {
  const { database, clock } = services
  const payments = paymentsOf(services)
  const account = await change(scope, (inside) => openAccount(inside.database, scope, clock.now()))
  if (account.customer !== '') throw new Failure('billing_customer_exists')
  const { name, owner_id: owner, created_at: since } = await getNamespace(database, scope)
  const metadata = { tenant_id: scope.tenantId, since: String(since) }
  const { email = '' } = (await findUser(database, owner)) ?? {}
  const wanted = { name, email, metadata }
  const key = idempotencyKey('customer', scope.tenantId, since, account.attempt, name, email)
  const { id } = await payments.ask(
    async (stripe) =>
      (await findMade(stripe, email, metadata)) ?? stripe.customers.create(wanted, { idempotencyKey: key }),
    attemptOf(change, scope),
  )
  await change(scope, async (inside) => {
    const present = await findAccount(inside.database, scope)
    if (present?.customer !== '') throw new Failure('billing_customer_exists')
    await patchAccount(inside.database, scope, { customer: id, updated_at: clock.now() })
    await inside.changed({ what: 'customer.create', target: customerTarget(id), after: { name, email } })
  })
  await synchronise(services, scope)
}

const idOf = (reference: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id

/** The customer as the provider has it. Fails with `billing_customer_not_found`. */
export async function askCustomer({ customers }: Stripe, account: Account): Promise<Stripe.Customer> {
  const customer = await customers.retrieve(account.customer)
  if (customer.deleted) throw new Failure('billing_customer_not_found')
  return customer
}

export const defaultMethodOf = ({ invoice_settings: { default_payment_method: method } }: Stripe.Customer) =>
  idOf(method)

const presentMethod = ({ id, card, type }: Stripe.PaymentMethod, standard: string | undefined): PaymentMethod => ({
  id,
  number: card?.last4 ?? '',
  brand: card?.brand ?? type,
  exp_month: card?.exp_month ?? 0,
  exp_year: card?.exp_year ?? 0,
  cvc: '',
  default: id === standard,
})

const missing = 'billing_customer_not_found'

/** Fails with `billing_customer_not_found`. */
export async function getCustomer(services: Services, scope: Scope): Promise<Customer> {
  const account = await getCustomerAccount(services.database, scope)
  return paymentsOf(services).ask(
    async (stripe) => {
      const customer = await askCustomer(stripe, account)
      const { data } = await stripe.customers.listPaymentMethods(customer.id, {
        limit: limits.billing.paymentMethodsMost,
      })
      const standard = defaultMethodOf(customer)
      return {
        id: customer.id,
        name: customer.name ?? '',
        email: customer.email ?? '',
        payment_methods: data.map((method) => presentMethod(method, standard)),
      }
    },
    { missing },
  )
}

/** One that another customer has is not there. */
async function getMethod({ paymentMethods }: Stripe, id: string, customers: readonly (string | undefined)[]) {
  const method = await paymentMethods.retrieve(id)
  if (!customers.includes(idOf(method.customer))) throw new Failure('payment_method_not_found')
  return method
}

const setDefault = ({ customers }: Stripe, { customer }: Account, id: string) =>
  customers.update(customer, { invoice_settings: { default_payment_method: id } })

const noMethod = { missing: 'payment_method_not_found' } as const
const methodTarget = (id: string) => ({ kind: 'payment-method', id }) as const

/** Fails with `billing_customer_not_found`, `payment_method_not_found` or `payment_failed`. */
export async function attachMethod(services: Services, change: Caller, scope: Scope, id: string): Promise<void> {
  const account = await getCustomerAccount(services.database, scope)
  const { customer } = account
  await paymentsOf(services).ask(async (stripe) => {
    const method = await getMethod(stripe, id, [undefined, customer])
    if (!method.customer) await stripe.paymentMethods.attach(id, { customer })
    if (defaultMethodOf(await askCustomer(stripe, account)) === undefined) await setDefault(stripe, account, id)
  }, noMethod)
  await change(scope, ({ changed }) =>
    changed({ what: 'payment-method.attach', target: methodTarget(id), after: { customer } }),
  )
}

/** Fails with `billing_customer_not_found`, `payment_method_not_found` or `payment_method_needed`. */
export async function detachMethod(services: Services, change: Caller, scope: Scope, id: string): Promise<void> {
  const account = await getCustomerAccount(services.database, scope)
  const { customer } = account
  await paymentsOf(services).ask(async (stripe) => {
    await getMethod(stripe, id, [customer])
    const isDefault = defaultMethodOf(await askCustomer(stripe, account)) === id
    if (isDefault && hasRunning(account)) throw new Failure('payment_method_needed')
    await stripe.paymentMethods.detach(id)
  }, noMethod)
  await change(scope, ({ changed }) =>
    changed({ what: 'payment-method.detach', target: methodTarget(id), before: { customer } }),
  )
}

/** Fails with `billing_customer_not_found` or `payment_method_not_found`. */
export async function changeDefaultMethod(services: Services, change: Caller, scope: Scope, id: string): Promise<void> {
  const account = await getCustomerAccount(services.database, scope)
  await paymentsOf(services).ask(async (stripe) => {
    await getMethod(stripe, id, [account.customer])
    await setDefault(stripe, account, id)
  }, noMethod)
  await change(scope, ({ changed }) =>
    changed({ what: 'payment-method.default', target: methodTarget(id), after: { customer: account.customer } }),
  )
}

/** Fails with `billing_customer_not_found`. */
export async function openPortal(services: Services, change: Caller, scope: Scope): Promise<string> {
  const { customer } = await getCustomerAccount(services.database, scope)
  const { publicUrl } = services.options
  const wanted = { customer, ...(publicUrl === undefined ? {} : { return_url: publicUrl }) }
  const { url } = await paymentsOf(services).ask((stripe) => stripe.billingPortal.sessions.create(wanted), { missing })
  await change(scope, ({ changed }) => changed({ what: 'customer.portal', target: customerTarget(customer) }))
  return url
}
