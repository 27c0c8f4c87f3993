import { limits } from '@sshore/contract'
import { phrase } from '../../language/language.ts'

const { min, max, pattern, perItem } = limits.tag
export const isTag = (text: string): boolean =>
  text.length >= min && text.length <= max && new RegExp(pattern).test(text)

export const tagRule = phrase(
  `Up to ${perItem} words of ${min} to ${max} letters, digits, dots, hyphens or underscores.`,
  `Até ${perItem} palavras de ${min} a ${max} letras, dígitos, pontos, hifens ou sublinhados.`,
)
