// What the server says of a failure is English; the sentences of another language are loaded with it.
import { ApiError } from '@sshore/client'
import { type Language, phrase } from './language.ts'

const words = {
  unreachable: phrase(
    'The server at this address cannot be reached.',
    'Não é possível contatar o servidor neste endereço.',
  ),
  unknown: phrase('Something went wrong.', 'Algo deu errado.'),
}

/** What is said of failures in another language than English, by their codes. */
export type FailureTexts = Readonly<Record<string, string | undefined>>

/** The sentences of a language; English ones come from the server. */
export const loadFailureTexts = async (language: Language): Promise<FailureTexts> =>
  language === 'pt' ? (await import('./portuguese-failures.ts')).portugueseFailures : {}

/** What went wrong, for people: in the words for its code, else in those of the server. */
export function failureText(error: unknown, language: Language, texts: FailureTexts): string {
  if (error instanceof ApiError) {
    if (error.code === 'unreachable') return words.unreachable[language]
    return texts[error.code] ?? error.message
  }
  return error instanceof Error && error.message !== '' ? error.message : words.unknown[language]
}
