import { limits } from '@sshore/contract'
import { phrase } from '../../language/language.ts'

const { min, max, pattern, perItem } = limits.tag
export const isTag = (text: string): boolean =>
  text.length >= min && text.length <= max && new RegExp(pattern).test(text)

const letters = {
  en: `${min} to ${max} letters, digits, dots, hyphens or underscores.`,
  pt: `${min} a ${max} letras, dígitos, pontos, hifens ou sublinhados.`,
}
export const oneTagRule = phrase(letters.en, letters.pt)
export const tagRule = phrase(`Up to ${perItem} words of ${letters.en}`, `Até ${perItem} palavras de ${letters.pt}`)
