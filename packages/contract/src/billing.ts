// The words of billing, as the specification has them (section 4).
import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Time } from './schemas.ts'

export const subscriptionStatuses = [
  'inactive',
  'active',
  'trialing',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
  'to_cancel_at_end_of_period',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

const active: ReadonlySet<SubscriptionStatus> = new Set([
  'active',
  'trialing',
  'past_due',
  'to_cancel_at_end_of_period',
])
const over: ReadonlySet<SubscriptionStatus> = new Set(['inactive', 'canceled', 'incomplete_expired'])

/** Whether a namespace in this state has what a subscription gives. */
export const isActiveSubscription = (status: SubscriptionStatus): boolean => active.has(status)

/** Whether there is no subscription, or none that could become active again. */
export const isOverSubscription = (status: SubscriptionStatus): boolean => over.has(status)

export const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'voided'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

export const currencies = ['usd', 'brl'] as const
export type Currency = (typeof currencies)[number]

/** Actions of a report (specification section 5). */
export const reportActions = ['device_accept', 'namespace_delete'] as const

export const NamespaceBilling = Nullable(
  Type.Object(
    {
      active: Type.Boolean({ description: 'Whether the device limit is lifted' }),
      status: OneOf(subscriptionStatuses, 'State of the subscription'),
      customer_id: Type.String({
        description: 'As the payment provider names it; empty for none',
        examples: ['cus_x1'],
      }),
      subscription_id: Type.String({ description: 'The same of the subscription', examples: ['sub_x1'] }),
      current_period_end: Type.Integer({ description: 'Unix seconds; 0 for none', examples: [1_767_225_600] }),
      created_at: Time,
      updated_at: Time,
    },
    { description: 'Null where there is no billing, or the owner has not begun with it' },
  ),
)
export type NamespaceBilling = Static<typeof NamespaceBilling>
