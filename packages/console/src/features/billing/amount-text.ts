import type { Invoice } from '@sshore/contract'
import type { Language } from '../../language/language.ts'

const locales = { en: 'en-US', pt: 'pt-BR' } as const

/** The amount of an invoice as people write it. */
export const amountText = ({ amount, currency }: Pick<Invoice, 'amount' | 'currency'>, language: Language): string =>
  new Intl.NumberFormat(locales[language], { style: 'currency', currency }).format(amount / 100)
