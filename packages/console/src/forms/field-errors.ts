// What is wrong with the fields of a form: found by the contract's own schema before anything is sent, or by the server.
import { ApiError } from '@sshore/client'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/schema'

/** `said`: what the server says of it is more than that it breaks a rule. */
export type Wrong = 'rule' | 'taken' | 'said'
/** The path of each wrong value, its steps joined by dots, and what it is within; or the name of what is missing. */
export type FieldErrors = Readonly<Record<string, Wrong | undefined>>

const none: FieldErrors = {}
/** `idp.mappings.email`, `idp.mappings` and `idp`. */
const within = (path: string): string[] => path.split('.').map((_, at, steps) => steps.slice(0, at + 1).join('.'))

const wrong = (paths: readonly string[], how: Wrong): FieldErrors =>
  Object.fromEntries(paths.flatMap(within).map((path) => [path, how]))

export function errorsOf(schema: TSchema, body: unknown): FieldErrors {
  const [fits, errors] = Errors(schema, body)
  if (fits) return none
  const names = errors.flatMap(({ instancePath, ...error }) => {
    const path = instancePath.split('/').slice(1).join('.')
    if (error.keyword !== 'required') return path === '' ? [] : [path]
    return error.params.requiredProperties.map((name) => (path === '' ? name : `${path}.${name}`))
  })
  return wrong(names, 'rule')
}

/** The server's list of fields; empty when the failure is about something else. */
export function errorsFromServer(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return none
  const names = error.fields
  if (error.code === 'conflict' || error.status === 409) return wrong(names, 'taken')
  return wrong(names, error.code === 'invalid_input' ? 'rule' : 'said')
}
