import { expect, test } from 'vitest'
import { amountText } from './amount-text.ts'

test('amounts are in units of the currency, by the customs of the language', () => {
  expect(amountText({ amount: 1290, currency: 'usd' }, 'en')).toBe('$12.90')
  expect(amountText({ amount: 129_005, currency: 'brl' }, 'pt').replaceAll('\u00A0', ' ')).toBe('R$ 1.290,05')
})
