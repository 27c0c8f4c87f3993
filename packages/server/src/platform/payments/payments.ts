// The payment provider: Stripe, by its own SDK. Whatever goes wrong there leaves here in the catalogue's words.
import { createHash } from 'node:crypto'
import { type Currency, currencies, type ErrorCode, Failure, limits } from '@sshore/contract'
import type { Logger } from 'pino'
import type { Stripe } from 'stripe'
import { seconds } from '../clock.ts'

export interface PaymentOptions {
  readonly secretKey: string
  /** With which the provider signs what it sends. */
  readonly webhookSecret: string
  /** What one device costs: a licensed, recurring price for each currency. At least one. */
  readonly prices: Partial<Readonly<Record<Currency, string>>>
  /** Another address than Stripe's, without a path. */
  readonly api?: string
}

export interface Asking {
  /** What it means that something named in the request is not there. */
  readonly missing?: ErrorCode
  /** Runs once the provider has answered, whatever it said; not when nobody knows whether it heard. */
  readonly answered?: () => Promise<void>
}

export interface Payments {
  /** The currencies that there are prices in, the first of them the default. */
  readonly currencies: readonly Currency[]
  priceIn(currency: Currency): string | undefined
  /** Fails with `payment_failed`, `billing_unavailable`, `billing_refused`, or what `missing` says. */
  ask<Result>(question: (stripe: Stripe) => Promise<Result>, asking?: Asking): Promise<Result>
  /** The event in a body, at this time (Unix milliseconds). Fails with `billing_signature`. */
  verify(body: string, signature: string, now: number): Promise<Stripe.Event>
}

/** Somebody waits for the answer: two attempts of ten seconds, and what is still unknown then is asked for later. */
const timeoutSeconds = 10
const retries = 1

/** One key for one intention: the same parts, the same key. */
export const idempotencyKey = (...parts: readonly (string | number)[]): string =>
  `sshore-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`

function addressOf(api: string | undefined) {
  if (api === undefined) return {}
  const { protocol, hostname, port } = new URL(api)
  const http = protocol === 'http:'
  return { protocol: http ? ('http' as const) : ('https' as const), host: hostname, port: port || (http ? 80 : 443) }
}

async function load({ secretKey, api }: PaymentOptions): Promise<Stripe> {
  // Loaded where it is used: it is larger than all else.
  const { Stripe: Sdk } = await import('stripe')
  return new Sdk(secretKey, {
    maxNetworkRetries: retries,
    timeout: seconds(timeoutSeconds),
    telemetry: false,
    appInfo: { name: 'sshore' },
    ...addressOf(api),
  })
}

interface ProviderError extends Error {
  readonly type: string
  readonly code?: string
  readonly statusCode?: number
}

/** The SDK names its errors `Stripe…Error` in `type`. */
const isOfProvider = (error: unknown): error is ProviderError =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe')

const unavailable: ReadonlySet<string> = new Set(['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError'])

function failureOf(error: ProviderError, missing: ErrorCode | undefined): Failure {
  if (error.type === 'StripeCardError') return new Failure('payment_failed', { message: error.message })
  if (error.code === 'resource_missing' && missing) return new Failure(missing)
  return new Failure(unavailable.has(error.type) ? 'billing_unavailable' : 'billing_refused')
}

export function createPayments(options: PaymentOptions, log: Logger): Payments {
  let loading: Promise<Stripe> | undefined
  const sdk = (): Promise<Stripe> => (loading ??= load(options))
  return {
    currencies: currencies.filter((currency) => options.prices[currency] !== undefined),
    priceIn: (currency) => options.prices[currency],
    async ask(question, { missing, answered } = {}) {
      const stripe = await sdk()
      try {
        const result = await question(stripe)
        await answered?.()
        return result
      } catch (error) {
        if (!isOfProvider(error)) throw error
        if (error.type !== 'StripeConnectionError') await answered?.()
        const failure = failureOf(error, missing)
        const { type, code, statusCode, message } = error
        if (failure.code.startsWith('billing_')) {
          log.error({ type, providerCode: code, statusCode, message }, 'the payment provider failed')
        }
        throw failure
      }
    },
    async verify(body, signature, now) {
      const { webhooks } = await sdk()
      try {
        const { signatureSeconds } = limits.billing
        return webhooks.constructEvent(body, signature, options.webhookSecret, signatureSeconds, undefined, now)
      } catch (error) {
        if (isOfProvider(error)) throw new Failure('billing_signature')
        throw error
      }
    },
  }
}
