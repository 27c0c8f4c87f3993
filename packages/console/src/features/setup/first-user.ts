// What the first user has to look like, in the words of the form. The server checks the same again.
import { ApiError } from '@sshore/client'
import { limits } from '@sshore/contract'

export const fieldNames = ['name', 'email', 'username', 'password'] as const
export type FieldName = (typeof fieldNames)[number]
export type FirstUser = Readonly<Record<FieldName, string>>
export type FieldErrors = Readonly<Partial<Record<FieldName, string>>>

export const rules: Readonly<Record<FieldName, string>> = {
  name: `${limits.userName.min} to ${limits.userName.max} characters.`,
  email: 'An address like ada@example.com.',
  username: `${limits.username.min} to ${limits.username.max} letters, digits, dots, hyphens, underscores or @.`,
  password: `${limits.password.min} to ${limits.password.max} characters.`,
}

const within = (text: string, { min, max }: { min: number; max: number }): boolean =>
  text.length >= min && text.length <= max

const checks: Readonly<Record<FieldName, (text: string) => boolean>> = {
  name: (text) => within(text, limits.userName) && new RegExp(limits.userName.pattern).test(text),
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  username: (text) => within(text, limits.username) && new RegExp(limits.username.pattern).test(text),
  password: (text) => within(text, limits.password),
}

const errorsFor = (wrong: readonly FieldName[], sentence: (name: FieldName) => string): FieldErrors =>
  Object.fromEntries(wrong.map((name) => [name, sentence(name)]))

export function errorsOf(user: FirstUser): FieldErrors {
  const wrong = fieldNames.filter((name) => !checks[name](user[name]))
  return errorsFor(wrong, (name) => (user[name] === '' ? `Needed: ${rules[name]}` : rules[name]))
}

const takenWords: Readonly<Record<FieldName, string>> = {
  name: 'This name is taken.',
  email: 'This e-mail address is taken.',
  username: 'This user name is taken.',
  password: rules.password,
}

/** The server's list of fields as errors of the form; empty when the failure is about something else. */
export function errorsFromServer(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {}
  const wrong = fieldNames.filter((name) => error.fields.includes(name))
  return errorsFor(wrong, (name) => (error.code === 'conflict' ? takenWords[name] : rules[name]))
}
