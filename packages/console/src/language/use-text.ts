import { useSyncExternalStore } from 'react'
import { useConsole } from '../console-context.ts'
import { failureText } from './failure-text.ts'
import type { Language, Phrase } from './language.ts'

export function useLanguage(): Language {
  const { language } = useConsole()
  return useSyncExternalStore(language.subscribe, language.current)
}

type Say = <T>(phrase: Phrase<T>) => T

/** Says a phrase in the language of the page. */
export function useText(): Say {
  const language = useLanguage()
  return (phrase) => phrase[language]
}

/** Says what went wrong in the language of the page. */
export function useFailureText(): (error: unknown) => string {
  const language = useLanguage()
  return (error) => failureText(error, language)
}
