// Settings of the payment provider.
import { invalid, type Kind } from './kinds.ts'

const secretOf = (pattern: RegExp, expects: string): Kind<string> => ({
  name: 'secret',
  expects,
  secret: true,
  read: (text) => (pattern.test(text) ? text : invalid),
  // Enough to tell one for tests from one that moves money.
  show: (value) => `${/^[a-z]+_(?:(?:live|test)_)?/.exec(value)?.[0] ?? ''}***`,
})

export const stripeKey = secretOf(
  /^[sr]k_(live|test)_\w{4,255}$/,
  "a secret or restricted key of Stripe's, such as sk_live_… or rk_test_…",
)

export const stripeWebhookSecret = secretOf(
  /^whsec_[\w+/=]{4,255}$/,
  "the signing secret of Stripe's webhook endpoint, whsec_…",
)

export const stripePrice: Kind<string> = {
  name: 'price',
  expects: "the identifier of a price of Stripe's, such as price_1MoBy5LkdIwHu7ixZhnattbh",
  read: (text) => (/^(price|plan)_\w{1,255}$/.test(text) ? text : invalid),
  show: (value) => value,
}
