// What a namespace is at the payment provider, and who may rely on it.
import {
  Failure,
  isActiveSubscription,
  isOverSubscription,
  limits,
  type NamespaceBilling,
  type TenantId,
} from '@sshore/contract'
import type { Fact } from '../../hooks.ts'
import { hours } from '../../platform/clock.ts'
import { time } from '../../platform/database/codecs.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Payments } from '../../platform/payments/payments.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { type Account, findAccount, listAccounts } from './accounts.store.ts'

/** Fails with `billing_off`. */
export function paymentsOf({ payments }: Pick<Services, 'payments'>): Payments {
  if (!payments) throw new Failure('billing_off')
  return payments
}

/** Fails with `billing_customer_not_found`. */
export async function getCustomerAccount(database: Database, scope: Scope): Promise<Account> {
  const account = await findAccount(database, scope)
  if (!account || account.customer === '') throw new Failure('billing_customer_not_found')
  return account
}

export const customerTarget = (customer: string): Fact['target'] => ({ kind: 'customer', id: customer })
export const subscriptionTarget = (subscription: string): Fact['target'] => ({ kind: 'subscription', id: subscription })

export const isActive = async (database: Database, scope: Scope): Promise<boolean> =>
  isActiveSubscription((await findAccount(database, scope))?.status ?? 'inactive')

/** Whether there is something at the provider that would go on being paid for. */
export const hasRunning = (account: Account | undefined): account is Account =>
  account !== undefined && account.subscription !== '' && !isOverSubscription(account.status)

/** Devices removed after this moment (Unix milliseconds) take a slot. */
export const slotsSince = (now: number): number => now - hours(limits.billing.removedDeviceHours)

const inSeconds = (milliseconds: number | null): number => Math.floor((milliseconds ?? 0) / 1000)

const presentAccount = (account: Account): NamespaceBilling => ({
  active: isActiveSubscription(account.status),
  status: account.status,
  customer_id: account.customer,
  subscription_id: account.subscription,
  current_period_end: inSeconds(account.period_end),
  created_at: time.toWire(account.created_at),
  updated_at: time.toWire(account.updated_at),
})

/** What namespaces show of it; those that never began are missing. */
export async function presentAccounts(
  database: Database,
  tenants: readonly TenantId[],
): Promise<ReadonlyMap<TenantId, NamespaceBilling>> {
  const accounts = await listAccounts(database, tenants)
  return new Map(accounts.map((account) => [account.tenant_id, presentAccount(account)]))
}
