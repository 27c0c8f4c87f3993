import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useConsole } from '../console-context.ts'
import { type FailureTexts, failureText, loadFailureTexts } from './failure-text.ts'
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

const none: FailureTexts = {}

/** Says what went wrong in the language of the page. */
export function useFailureText(): (error: unknown) => string {
  const language = useLanguage()
  const { data: texts = none } = useQuery({
    queryKey: ['failure-texts', language],
    queryFn: () => loadFailureTexts(language),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return (error) => failureText(error, language, texts)
}
