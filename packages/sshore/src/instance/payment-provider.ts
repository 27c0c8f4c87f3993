import type { ServerOptions } from '@sshore/server'
import type { Config } from '../config/variables.ts'

export type PaymentConfig = Partial<
  Pick<Config, 'stripeSecretKey' | 'stripeWebhookSecret' | 'stripePriceUsd' | 'stripePriceBrl' | 'stripeApi'>
>

/** The payment provider, as the server is told; nothing: nobody pays. Which of them go together is checked with the settings. */
export function paymentsFor(config: PaymentConfig): Pick<ServerOptions, 'payments'> {
  const {
    stripeSecretKey: secretKey,
    stripeWebhookSecret: webhookSecret,
    stripePriceUsd: usd,
    stripePriceBrl: brl,
  } = config
  if (secretKey === undefined || webhookSecret === undefined) return {}
  const prices = { ...(usd === undefined ? {} : { usd }), ...(brl === undefined ? {} : { brl }) }
  return {
    payments: {
      secretKey,
      webhookSecret,
      prices,
      ...(config.stripeApi === undefined ? {} : { api: config.stripeApi }),
    },
  }
}
