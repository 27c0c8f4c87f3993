import { limits } from '@sshore/contract'
import { phrase } from '../../language/language.ts'

const { min, max, pattern, perItem } = limits.tag
export const isTag = (text: string): boolean =>
  text.length >= min && text.length <= max && new RegExp(pattern).test(text)

/** The words of what was entered, each once: those that can be tags, and the others as they would be typed again. */
export function toldApart(entered: readonly string[]): { readonly fit: readonly string[]; readonly unfit: string } {
  const words = [...new Set(entered.flatMap((text) => text.split(',')).map((word) => word.trim()))]
  const unfit = words.filter((word) => word !== '' && !isTag(word)).join(', ')
  return { fit: words.filter(isTag), unfit }
}

const letters = {
  en: `${min} to ${max} letters, digits, dots, hyphens or underscores.`,
  pt: `${min} a ${max} letras, dígitos, pontos, hifens ou sublinhados.`,
}
export const oneTagRule = phrase(letters.en, letters.pt)
export const tagRule = phrase(`Up to ${perItem} words of ${letters.en}`, `Até ${perItem} palavras de ${letters.pt}`)
