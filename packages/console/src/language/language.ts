// The languages of the console. A phrase stands in all of them side by side, so that none can be forgotten.
const languages = ['en', 'pt'] as const
export type Language = (typeof languages)[number]

/** The same in every language: a text, or what makes one of its arguments. */
export type Phrase<T = string> = Readonly<Record<Language, T>>

/** English, Portuguese. */
export function phrase(en: string, pt: string): Phrase
export function phrase<Say extends (...parts: never[]) => string>(en: Say, pt: NoInfer<Say>): Phrase<Say>
export function phrase(en: unknown, pt: unknown): Phrase<unknown> {
  return { en, pt }
}

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', pt: 'Português (Brasil)' }

/** How browsers and their formats call them (BCP 47). */
export const languageTags: Readonly<Record<Language, string>> = { en: 'en-GB', pt: 'pt-BR' }

const isLanguage = (word: string | null | undefined): word is Language => languages.some((known) => known === word)

/** The first language of the browser that we speak; English when there is none. `preferred` as in `navigator.languages`. */
export const languageFor = (preferred: readonly string[]): Language =>
  preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'

export interface LanguageChoice {
  readonly current: () => Language
  readonly subscribe: (listener: () => void) => () => void
  choose(language: Language): void
}

const key = 'sshore.language'

/** What was chosen in this browser before, else what the browser prefers. `onChange` is told at once and at every change. */
export function createLanguageChoice(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  preferred: readonly string[],
  onChange: (language: Language) => void,
): LanguageChoice {
  const stored = storage.getItem(key)
  const listeners = new Set<() => void>()
  let language = isLanguage(stored) ? stored : languageFor(preferred)
  onChange(language)
  return {
    current: () => language,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose(next) {
      language = next
      storage.setItem(key, next)
      onChange(next)
      for (const listener of listeners) listener()
    },
  }
}
