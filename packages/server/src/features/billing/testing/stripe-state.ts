// What the peer keeps, in the shapes of Stripe's API as far as our server reads them.
import { randomBytes } from 'node:crypto'
import { type Form, textAt } from './form.ts'

export interface Thing {
  readonly id: string
  readonly object: string
  readonly [field: string]: unknown
}

/** An answer that is no success. */
export class Refusal extends Error {
  readonly status: number
  readonly error: Readonly<Record<string, string>>

  constructor(status: number, error: Readonly<Record<string, string>>) {
    super(error['message'] ?? '')
    this.status = status
    this.error = error
  }
}

const missing = (what: string, id: string): Refusal =>
  new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: what,
  })

const invalid = (message: string): Refusal => new Refusal(400, { type: 'invalid_request_error', message })

const periodSeconds = 30 * 86_400

export interface Happened {
  readonly type: string
  readonly object: Thing
}

export class StripeState {
  readonly #things = new Map<string, Thing>()
  readonly #now: () => number
  /** Methods with which no payment goes through. */
  readonly declining = new Set<string>()
  /** What would be told by events, in order. */
  readonly happened: Happened[] = []

  /** `now` in Unix milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  get #seconds(): number {
    return Math.floor(this.#now() / 1000)
  }

  /** Makes or changes a thing; `type` tells of it. */
  put(thing: Thing, type?: string): Thing {
    this.#things.set(thing.id, thing)
    if (type) this.happened.push({ type, object: thing })
    return thing
  }

  #make(prefix: string, object: string, fields: object): Thing {
    const id = `${prefix}_${randomBytes(8).toString('hex')}`
    return { ...fields, id, object, created: this.#seconds, livemode: false }
  }

  get(object: string, id: string): Thing {
    const thing = this.#things.get(id)
    if (thing?.object !== object) throw missing(object, id)
    return thing
  }

  /** Newest first. */
  all(object: string, where: Readonly<Record<string, unknown>> = {}): Thing[] {
    const fits = (thing: Thing): boolean => Object.entries(where).every(([name, value]) => thing[name] === value)
    return [...this.#things.values()].filter((thing) => thing.object === object && fits(thing)).toReversed()
  }

  addMethod(id: string, last4 = '4242'): Thing {
    const card = { brand: 'visa', last4, exp_month: 12, exp_year: 2031 }
    return this.put({ id, object: 'payment_method', type: 'card', card, customer: null })
  }

  createCustomer(form: Form): Thing {
    const fields = {
      name: textAt(form, 'name'),
      email: textAt(form, 'email'),
      metadata: { tenant_id: textAt(form, 'metadata', 'tenant_id'), since: textAt(form, 'metadata', 'since') },
      invoice_settings: { default_payment_method: null },
    }
    return this.put(this.#make('cus', 'customer', fields), 'customer.created')
  }

  customer(id: string): Thing {
    const customer = this.get('customer', id)
    return customer['deleted'] === true ? { id, object: 'customer', deleted: true } : customer
  }

  updateCustomer(id: string, form: Form): Thing {
    const method = textAt(form, 'invoice_settings', 'default_payment_method')
    const { customer } = this.get('payment_method', method)
    if (customer !== id) throw invalid('The payment method is not of this customer.')
    return this.put(
      { ...this.get('customer', id), invoice_settings: { default_payment_method: method } },
      'customer.updated',
    )
  }

  attach(id: string, customer: string): Thing {
    const method = this.get('payment_method', id)
    this.get('customer', customer)
    if (method['customer'] !== null) throw invalid('This payment method is attached to a customer already.')
    if (this.declining.has(id)) throw declined()
    return this.put({ ...method, customer }, 'payment_method.attached')
  }

  detach(id: string): Thing {
    const method = this.get('payment_method', id)
    for (const customer of this.all('customer')) {
      const settings = customer['invoice_settings']
      const isDefault = JSON.stringify(settings) === JSON.stringify({ default_payment_method: id })
      if (isDefault) this.put({ ...customer, invoice_settings: { default_payment_method: null } })
    }
    return this.put({ ...method, customer: null }, 'payment_method.detached')
  }

  invoice(customer: unknown, fields: { status: string; currency: string; total: number }): Thing {
    return this.put(this.#make('in', 'invoice', { customer, ...fields }), `invoice.${fields.status}`)
  }

  #defaultOf(customer: Thing): string {
    const { default_payment_method: method } = customer['invoice_settings'] as { default_payment_method: string | null }
    return method ?? ''
  }

  createSubscription(form: Form): Thing {
    const customer = this.get('customer', textAt(form, 'customer'))
    const [currency, price] = [textAt(form, 'currency'), textAt(form, 'items', 0, 'price')]
    if (!price.endsWith(currency)) throw invalid(`The price specified only supports other currencies than ${currency}.`)
    const method = this.#defaultOf(customer)
    if (this.get('payment_method', method)['customer'] !== customer.id) throw invalid('No such payment method.')
    // error_if_incomplete: no payment, no subscription.
    const behavior = textAt(form, 'payment_behavior')
    if (behavior !== 'error_if_incomplete') throw invalid('The peer knows one payment_behavior.')
    if (this.declining.has(method)) throw declined()
    const quantity = Number(textAt(form, 'items', 0, 'quantity'))
    const end = this.#seconds + periodSeconds
    const item = this.#make('si', 'subscription_item', { quantity, price: { id: price }, current_period_end: end })
    const subscription = this.#make('sub', 'subscription', {
      customer: customer.id,
      status: 'active',
      currency,
      cancel_at_period_end: false,
      cancel_at: null,
      ended_at: null,
      items: { object: 'list', data: [item] },
    })
    this.invoice(customer.id, { status: 'paid', currency, total: 500 * quantity })
    return this.put(subscription, 'customer.subscription.created')
  }

  #item(subscription: Thing): Thing {
    const { data } = subscription['items'] as { data: readonly [Thing] }
    return data[0]
  }

  updateSubscription(id: string, form: Form): Thing {
    const subscription = this.get('subscription', id)
    const atEnd = textAt(form, 'cancel_at_period_end') === 'true'
    const cancel_at = atEnd ? this.#item(subscription)['current_period_end'] : null
    return this.put({ ...subscription, cancel_at_period_end: atEnd, cancel_at }, 'customer.subscription.updated')
  }

  /** As the provider does by itself when a payment fails or a time is over. */
  setStatus(id: string, status: string): Thing {
    const over = status === 'canceled' || status === 'incomplete_expired'
    const ended_at = over ? this.#seconds : null
    const type = over ? 'customer.subscription.deleted' : 'customer.subscription.updated'
    return this.put({ ...this.get('subscription', id), status, ended_at }, type)
  }

  cancelSubscription(id: string): Thing {
    if (this.get('subscription', id)['status'] === 'canceled') throw missing('subscription', id)
    return this.setStatus(id, 'canceled')
  }

  updateItem(id: string, form: Form): Thing {
    const subscription = this.all('subscription').find((each) => this.#item(each).id === id)
    if (!subscription) throw missing('subscription_item', id)
    const item = { ...this.#item(subscription), quantity: Number(textAt(form, 'quantity')) }
    this.put({ ...subscription, items: { object: 'list', data: [item] } }, 'customer.subscription.updated')
    return item
  }

  deleteCustomer(id: string): void {
    const running = this.all('subscription', { customer: id, status: 'active' })
    for (const subscription of running) this.setStatus(subscription.id, 'canceled')
    this.put({ ...this.get('customer', id), deleted: true }, 'customer.deleted')
  }

  openPortal(form: Form): Thing {
    this.get('customer', textAt(form, 'customer'))
    const session = this.#make('bps', 'billing_portal.session', {})
    return { ...session, url: `https://billing.stripe.example/p/${session.id}` }
  }
}

const declined = (): Refusal =>
  new Refusal(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  })
