import { editions, features } from '@sshore/contract'
import { expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { settingsFindings } from './settings-check.ts'

const paid = {
  SSHORE_STRIPE_SECRET_KEY: 'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
  SSHORE_STRIPE_WEBHOOK_SECRET: 'whsec_12345',
  SSHORE_STRIPE_PRICE_USD: 'price_1',
}

const billingOf = (environment: Record<string, string>) =>
  settingsFindings(readConfig(environment), environment).filter((finding) =>
    JSON.stringify(finding).includes('payment'),
  )

it('tells a payment provider that takes no money, or that the edition has no use for', () => {
  const [billed] = features.billing
  const [smallest] = editions
  expect(billingOf({ SSHORE_EDITION: billed })).toEqual([])
  expect(JSON.stringify(billingOf({ ...paid, SSHORE_EDITION: billed }))).not.toContain('warning')
  const trying = { ...paid, SSHORE_STRIPE_SECRET_KEY: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc', SSHORE_EDITION: billed }
  expect(JSON.stringify(billingOf(trying))).toContain('no money moves')
  expect(JSON.stringify(billingOf({ ...paid, SSHORE_EDITION: smallest }))).toContain('no billing')
})
