// A peer of Stripe on a real socket, not Stripe: it answers the calls that our server makes as the API's reference describes them,
// keeps what it was told, insists on credential, version and form, and signs events. What Stripe does beyond that, it does not.
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PaymentOptions } from '../../../platform/payments/payments.ts'
import { type Form, parseForm, textAt } from './form.ts'
import { Refusal, StripeState, type Thing } from './stripe-state.ts'

/** The version of the API that the SDK in use was made for. */
const apiVersion = '2026-10-28.endive'
const [secretKey, webhookSecret] = ['sk_test_peer', 'whsec_peer']

export interface Asked {
  readonly method: string
  readonly path: string
  readonly form: { readonly [name: string]: Form }
  readonly idempotencyKey: string
  /** Answered as before, since the key was known. */
  readonly replayed: boolean
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface Signing {
  /** Unix milliseconds. */
  readonly at?: number
  readonly secret?: string
}

/** ok; error: 500; silent: the connection is cut; forgetful: does what is asked and cuts the connection. */
export type Mood = 'ok' | 'error' | 'silent' | 'forgetful'

export interface StripePeer extends AsyncDisposable {
  readonly options: PaymentOptions
  readonly state: StripeState
  readonly asked: readonly Asked[]
  mood: Mood
  /** Runs before each answer, to let things happen in between. */
  before: (asked: Asked) => Promise<void>
  /** Sends an event about this, signed, and answers the status. */
  send(address: string, event: object, signing?: Signing): Promise<number>
  event(type: string, object: Thing): { readonly id: string; readonly type: string }
  signature(body: string, signing?: Signing): string
}

const list = (url: string, data: readonly Thing[], query: URLSearchParams): Answer => {
  const after = query.get('starting_after')
  const rest = after === null ? data : data.slice(data.findIndex(({ id }) => id === after) + 1)
  const limit = Number(query.get('limit') ?? 10)
  return { status: 200, body: { object: 'list', url, data: rest.slice(0, limit), has_more: rest.length > limit } }
}

const ok = (body: unknown): Answer => ({ status: 200, body })

type Route = (state: StripeState, id: string, form: Form, query: URLSearchParams) => Answer

const invoicesOf: Route = (state, _id, _form, query) => {
  const status = query.get('status')
  const where = { customer: query.get('customer'), ...(status === null ? {} : { status }) }
  return list('/v1/invoices', state.all('invoice', where), query)
}

const routes: Readonly<Record<string, Route>> = {
  'POST /v1/customers': (state, _, form) => ok(state.createCustomer(form)),
  'GET /v1/customers': (state, _, __, query) =>
    list('/v1/customers', state.all('customer', { email: query.get('email') }), query),
  'GET /v1/customers/:': (state, id) => ok(state.customer(id)),
  'POST /v1/customers/:': (state, id, form) => ok(state.updateCustomer(id, form)),
  'GET /v1/customers/:/payment_methods': (state, id, _, query) =>
    list('/v1/payment_methods', state.all('payment_method', { customer: id }), query),
  'GET /v1/payment_methods/:': (state, id) => ok(state.get('payment_method', id)),
  'POST /v1/payment_methods/:/attach': (state, id, form) => ok(state.attach(id, textAt(form, 'customer'))),
  'POST /v1/payment_methods/:/detach': (state, id) => ok(state.detach(id)),
  'GET /v1/subscriptions': (state, _, __, query) =>
    list('/v1/subscriptions', state.all('subscription', { customer: query.get('customer') }), query),
  'POST /v1/subscriptions': (state, _, form) => ok(state.createSubscription(form)),
  'POST /v1/subscriptions/:': (state, id, form) => ok(state.updateSubscription(id, form)),
  'DELETE /v1/subscriptions/:': (state, id) => ok(state.cancelSubscription(id)),
  'POST /v1/subscription_items/:': (state, id, form) => ok(state.updateItem(id, form)),
  'GET /v1/invoices': invoicesOf,
  'POST /v1/billing_portal/sessions': (state, _, form) => ok(state.openPortal(form)),
}

const refusal = (status: number, type: string, message: string): Answer => ({
  status,
  body: { error: { type, message } },
})

/** Everything that Stripe looks at before it does anything. */
function refusalOf({ headers, method }: IncomingMessage): Answer | undefined {
  if (headers.authorization !== `Bearer ${secretKey}`) return refusal(401, 'invalid_request_error', 'Invalid API Key.')
  if (headers['stripe-version'] !== apiVersion) return refusal(400, 'invalid_request_error', 'Another version, please.')
  const formed = headers['content-type'] === 'application/x-www-form-urlencoded'
  if (method === 'POST' && !formed) return refusal(400, 'invalid_request_error', 'Send a form.')
  return undefined
}

export async function startStripePeer(now: () => number = Date.now): Promise<StripePeer> {
  const state = new StripeState(now)
  const asked: Asked[] = []
  const answers = new Map<string, { readonly request: string; readonly answer: Answer | undefined }>()

  const perform = (request: Asked, query: URLSearchParams): Answer => {
    const [, id = ''] = /^\/v1\/(?:billing_portal\/)?\w+\/(\w+_\w+)/.exec(request.path) ?? []
    const route = routes[`${request.method} ${id === '' ? request.path : request.path.replace(id, ':')}`]
    if (!route) return refusal(404, 'invalid_request_error', `Unrecognized request URL (${request.path}).`)
    try {
      return route(state, id, request.form, query)
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: { error: error.error } }
      throw error
    }
  }

  /** The first answer to a key is the answer to it (https://docs.stripe.com/api/idempotent_requests). */
  const once_ = async (request: Asked, query: URLSearchParams): Promise<Answer & { readonly replayed?: true }> => {
    if (request.idempotencyKey === '') return perform(request, query)
    const words = JSON.stringify([request.method, request.path, request.form])
    const known = answers.get(request.idempotencyKey)
    const another = known && known.request !== words
    if (another) return refusal(400, 'idempotency_error', 'This key was used for something else.')
    if (known && !known.answer) return refusal(409, 'idempotency_error', 'A request with this key is being answered.')
    if (known?.answer) return { ...known.answer, replayed: true }
    answers.set(request.idempotencyKey, { request: words, answer: undefined })
    await new Promise(setImmediate)
    const answer = perform(request, query)
    answers.set(request.idempotencyKey, { request: words, answer })
    return answer
  }

  const serve = async (incoming: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? '/', 'http://peer')
    const body = await text(incoming)
    const request = {
      method: incoming.method ?? '',
      path: url.pathname,
      form: parseForm(body),
      idempotencyKey: incoming.headers['idempotency-key']?.toString() ?? '',
      replayed: false,
    }
    await peer.before(request)
    const { mood } = peer
    if (mood === 'silent') return void incoming.socket.destroy()
    const answer =
      mood === 'error'
        ? refusal(500, 'api_error', 'Something is wrong here.')
        : (refusalOf(incoming) ?? (await once_(request, url.searchParams)))
    asked.push({ ...request, replayed: 'replayed' in answer })
    if (mood === 'forgetful') return void incoming.socket.destroy()
    reply.writeHead(answer.status, {
      'Content-Type': 'application/json',
      'Request-Id': `req_${randomBytes(4).toString('hex')}`,
    })
    reply.end(JSON.stringify(answer.body))
  }

  const http = createServer((incoming, reply) => void serve(incoming, reply).catch(() => reply.destroy()))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const peer: StripePeer = {
    options: {
      secretKey,
      webhookSecret,
      prices: { usd: 'price_device_usd', brl: 'price_device_brl' },
      api: `http://127.0.0.1:${port}`,
    },
    state,
    asked,
    mood: 'ok',
    before: async () => undefined,
    event: (type, object) => ({
      id: `evt_${randomBytes(8).toString('hex')}`,
      object: 'event',
      type,
      api_version: apiVersion,
      created: Math.floor(now() / 1000),
      livemode: false,
      data: { object },
    }),
    // https://docs.stripe.com/webhooks#verify-manually
    signature(body, { at = now(), secret = webhookSecret } = {}) {
      const time = Math.floor(at / 1000)
      return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
    },
    async send(address, event, signing) {
      const body = JSON.stringify(event)
      const headers = { 'content-type': 'application/json', 'stripe-signature': peer.signature(body, signing) }
      return (await fetch(`${address}/api/webhook-billing`, { method: 'POST', headers, body })).status
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
  return peer
}
