// Regexes that users write: RE2 syntax, matched in linear time, and always the whole text.
import { Failure } from '@sshore/contract'
import { RE2JS, RE2JSException } from 're2js'

/** Fails with `invalid_input` naming `field` unless the pattern compiles. */
export function checkPattern(pattern: string, field: string): void {
  try {
    RE2JS.compile(pattern)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const reason = error.message.replace(/^error parsing regexp: /, '')
    throw new Failure('invalid_input', {
      fields: [field],
      message: `${field} is not a regular expression (RE2): ${reason}.`,
    })
  }
}

/** Whether the pattern matches all of the text, so that `root` never lets `notroot` in. */
export const matchesWhole = (pattern: string, text: string): boolean => RE2JS.compile(pattern).matches(text)
