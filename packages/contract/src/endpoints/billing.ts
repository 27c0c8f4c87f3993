// Billing: what a namespace pays, and what it may do for it.
import { type Static, Type } from 'typebox'
import { currencies, invoiceStatuses, reportActions, subscriptionStatuses } from '../billing.ts'
import { DeviceUid } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Device } from '../entities.ts'
import type { ErrorCode } from '../errors.ts'
import { billing, page } from '../limits.ts'
import { OneOf, Paging, TotalCount } from '../schemas.ts'

const feature = 'billing' as const

const reading = { kind: 'member', permission: 'billing:details', apiKey: true } as const
const updating = { kind: 'member', permission: 'billing:update', apiKey: true } as const
const anyMember = { kind: 'member', apiKey: true } as const

/** Of the payment provider (specification section 8: "Failed dependency (billing)"). */
const provider = ['billing_off', 'billing_unavailable', 'billing_refused'] as const satisfies readonly ErrorCode[]

export const PaymentMethod = Type.Object({
  id: Type.String({ examples: ['pm_x1'] }),
  number: Type.String({ description: 'The last four digits', examples: ['4242'] }),
  brand: Type.String({ examples: ['visa'] }),
  exp_month: Type.Integer({ examples: [12] }),
  exp_year: Type.Integer({ examples: [2030] }),
  cvc: Type.String({ description: 'Always empty: the payment provider tells nobody', examples: [''] }),
  default: Type.Boolean({ description: 'Whether invoices are paid with it' }),
})
export type PaymentMethod = Static<typeof PaymentMethod>

export const Customer = Type.Object({
  id: Type.String({ examples: ['cus_x1'] }),
  name: Type.String({ description: 'Name of the namespace', examples: ['lab'] }),
  email: Type.String({ description: 'Where the payment provider writes to' }),
  payment_methods: Type.Array(PaymentMethod),
})
export type Customer = Static<typeof Customer>

export const Invoice = Type.Object({
  id: Type.String({ examples: ['in_x1'] }),
  status: OneOf(invoiceStatuses, 'State of the invoice'),
  currency: OneOf(currencies, 'Of the amount'),
  amount: Type.Integer({ description: 'In cents', examples: [1290] }),
})
export type Invoice = Static<typeof Invoice>

export const Subscription = Type.Object({
  id: Type.String({ description: 'Empty while there is none', examples: ['sub_x1'] }),
  active: Type.Boolean({ description: 'Whether the device limit is lifted' }),
  status: OneOf(subscriptionStatuses, 'State of the subscription'),
  end_at: Type.Integer({
    description: 'End of the period that runs, or of it all; Unix seconds',
    examples: [1_767_225_600],
  }),
  invoices: Type.Array(Invoice, { description: 'Newest first' }),
})
export type Subscription = Static<typeof Subscription>

const byId = Type.Object({
  id: Type.String({
    pattern: billing.paymentMethodPattern,
    maxLength: billing.idChars,
    description: 'A payment method, as the payment provider names it',
    examples: ['pm_x1'],
  }),
})

export const createCustomer = endpoint({
  id: 'createCustomer',
  method: 'POST',
  path: '/api/billing/customer',
  feature,
  summary: 'Make the namespace a customer of the payment provider',
  access: updating,
  success: { status: 200, description: 'Made' },
  errors: ['billing_customer_exists', ...provider],
})

export const getCustomer = endpoint({
  id: 'getCustomer',
  method: 'GET',
  path: '/api/billing/customer',
  feature,
  summary: 'Get the customer with its payment methods',
  access: reading,
  success: { status: 200, description: 'The customer', body: Customer },
  errors: ['billing_customer_not_found', ...provider],
})

const ofPaymentMethods: readonly ErrorCode[] = ['billing_customer_not_found', 'payment_method_not_found', ...provider]

export const attachPaymentMethod = endpoint({
  id: 'attachPaymentMethod',
  method: 'POST',
  path: '/api/billing/paymentmethod/attach',
  feature,
  summary: 'Add a payment method; the first becomes the default',
  access: updating,
  body: byId,
  success: { status: 200, description: 'Added; adding it twice is fine' },
  errors: ['payment_failed', ...ofPaymentMethods],
})

export const detachPaymentMethod = endpoint({
  id: 'detachPaymentMethod',
  method: 'POST',
  path: '/api/billing/paymentmethod/detach',
  feature,
  summary: 'Take a payment method away; the default stays while a subscription is paid with it',
  access: updating,
  body: byId,
  success: { status: 200, description: 'Gone' },
  errors: ['payment_method_needed', ...ofPaymentMethods],
})

export const setDefaultPaymentMethod = endpoint({
  id: 'setDefaultPaymentMethod',
  method: 'POST',
  path: '/api/billing/paymentmethod/default',
  feature,
  summary: 'Pay invoices with this payment method from now on',
  access: updating,
  body: byId,
  success: { status: 200, description: 'Changed' },
  errors: ofPaymentMethods,
})

export const createSubscription = endpoint({
  id: 'createSubscription',
  method: 'POST',
  path: '/api/billing/subscription',
  feature,
  summary: 'Subscribe, or go on with a subscription that was to end with its period',
  access: updating,
  query: Type.Object({
    currency: Type.Optional(
      OneOf(currencies, 'What it is paid in; the first that the server has a price in unless given'),
    ),
  }),
  success: { status: 200, description: 'The device limit is lifted' },
  errors: [
    ...(['payment_method_missing', 'payment_failed', 'invoices_unpaid'] as const),
    ...(['billing_customer_not_found', 'subscription_exists', ...provider] as const),
  ],
})

export const getSubscription = endpoint({
  id: 'getSubscription',
  method: 'GET',
  path: '/api/billing/subscription',
  feature,
  summary: 'Get the subscription, as the payment provider has it now, and a page of the invoices',
  access: reading,
  query: Type.Object({
    page: Paging.page,
    per_page: Type.Optional(
      Type.Integer({ default: page.perPageMax, description: 'Invoices, 1 to 100; out of range is clamped' }),
    ),
  }),
  success: { status: 200, description: 'The subscription', body: Subscription, headers: TotalCount },
  errors: ['billing_customer_not_found', ...provider],
})

export const cancelSubscription = endpoint({
  id: 'cancelSubscription',
  method: 'DELETE',
  path: '/api/billing/subscription',
  feature,
  summary: 'Let the subscription end with the period that is paid for',
  access: updating,
  success: { status: 200, description: 'It ends; subscribing anew before then takes this back' },
  errors: ['billing_customer_not_found', 'subscription_not_found', ...provider],
})

export const openBillingPortal = endpoint({
  id: 'openBillingPortal',
  method: 'POST',
  path: '/api/billing/portal',
  feature,
  summary: 'Get the address of a page of the payment provider for cards and invoices, good for minutes',
  access: updating,
  success: {
    status: 200,
    description: 'Where to send the owner',
    body: Type.Object({ url: Type.String({ examples: ['https://billing.stripe.com/p/session/x1'] }) }),
  },
  errors: ['billing_customer_not_found', ...provider],
})

export const chooseDevices = endpoint({
  id: 'chooseDevices',
  method: 'POST',
  path: '/api/billing/device-choice',
  feature,
  summary: 'Keep these accepted devices and put all others back to pending, so as to go on without a subscription',
  access: updating,
  body: Type.Object({
    choices: Type.Array(DeviceUid, { minItems: 1, maxItems: billing.choicesMost, uniqueItems: true }),
  }),
  success: { status: 200, description: 'Done' },
  errors: ['device_choice_not_needed'],
})

export const listMostUsedDevices = endpoint({
  id: 'listMostUsedDevices',
  method: 'GET',
  path: '/api/billing/devices-most-used',
  feature,
  summary: 'List the three accepted devices with the most sessions',
  access: anyMember,
  success: { status: 200, description: 'Devices', body: Type.Array(Device), headers: TotalCount },
  errors: [],
})

export const reportUsage = endpoint({
  id: 'reportUsage',
  method: 'POST',
  path: '/api/billing/report',
  feature,
  summary: 'Tell the payment provider now how many devices there are, or that the namespace is about to be deleted',
  description:
    'The server reports by itself, within a minute, and before it deletes a namespace. `namespace_delete` ends the ' +
    'subscription at once, with a last invoice.',
  access: updating,
  query: Type.Object({ action: OneOf(reportActions, 'What has happened') }),
  success: { status: 200, description: 'Told' },
  errors: ['subscription_required', 'payment_failed', ...provider],
  bareMessages: true,
})

export const Evaluation = Type.Object({
  can_accept: Type.Boolean({ description: 'A subscription, or a slot is free' }),
  can_connect: Type.Boolean({ description: 'A subscription, or no more devices than slots' }),
})

export const evaluateBilling = endpoint({
  id: 'evaluateBilling',
  method: 'POST',
  path: '/api/billing/evaluate',
  feature,
  summary: 'Tell whether another device can be accepted, and whether devices can be connected to',
  access: anyMember,
  success: { status: 200, description: 'The verdict', body: Evaluation },
  errors: [],
  bareMessages: true,
})

export const receiveBillingEvent = endpoint({
  id: 'receiveBillingEvent',
  method: 'POST',
  path: '/api/webhook-billing',
  feature,
  summary: 'Take an event of the payment provider, signed by it; the same one again changes nothing',
  access: { kind: 'public' },
  body: Type.Object({
    id: Type.String({ minLength: 1, maxLength: billing.idChars, examples: ['evt_x1'] }),
    type: Type.String({ minLength: 1, maxLength: billing.idChars, examples: ['customer.subscription.updated'] }),
  }),
  success: { status: 200, description: 'Dealt with, or of no concern here' },
  errors: ['billing_signature', ...provider],
})
