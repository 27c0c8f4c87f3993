// What is wrong with the fields of a form: found by the contract's own schema before anything is sent, or by the server.
import { ApiError } from '@sshore/client'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/schema'

export type Wrong = 'rule' | 'taken'
/** The first step of the path of each wrong value, or the name of what is missing. */
export type FieldErrors = Readonly<Record<string, Wrong | undefined>>

const none: FieldErrors = {}
const wrong = (names: readonly string[], how: Wrong): FieldErrors =>
  Object.fromEntries(names.map((name) => [name, how]))

export function errorsOf(schema: TSchema, body: unknown): FieldErrors {
  const [fits, errors] = Errors(schema, body)
  if (fits) return none
  const names = errors.flatMap((error) => {
    const first = error.instancePath.split('/')[1]
    if (first !== undefined && first !== '') return [first]
    return error.keyword === 'required' ? error.params.requiredProperties : []
  })
  return wrong(names, 'rule')
}

/** The server's list of fields; empty when the failure is about something else. */
export function errorsFromServer(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return none
  const names = error.fields.map((name) => name.split('.')[0] ?? name)
  return wrong(names, error.code === 'conflict' || error.status === 409 ? 'taken' : 'rule')
}
