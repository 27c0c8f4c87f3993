// Regexes that users write: RE2 syntax, matched in linear time, and always the whole text.
import { Failure } from '@sshore/contract'
import { RE2JS, RE2JSException, RE2Set } from 're2js'
import { type FixedPart, fixedPart } from './fixed-part.ts'

/** Repetitions multiply: `(…){900}` of 200 letters compiles to 180,000 instructions, and takes as long. */
const instructionsMost = 10_000

const inWords = ({ message }: Error): string => message.replace(/^error parsing regexp: /, '')

/** Fails with `invalid_input` naming `field` unless the pattern compiles. */
export function checkPattern(pattern: string, field: string): void {
  const refuse = (reason: string): never => {
    throw new Failure('invalid_input', {
      fields: [field],
      message: `${field} is not a regular expression (RE2): ${reason}.`,
    })
  }
  try {
    if (RE2JS.compile(pattern).programSize() > instructionsMost) refuse('its repetitions make it too large')
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    refuse(inWords(error))
  }
}

/** Whether the pattern matches all of the text, so that `root` never lets `notroot` in. */
export const matchesWhole = (pattern: string, text: string): boolean => RE2JS.compile(pattern).matches(text)

/** A pattern that is kept, to be asked often. */
export interface KeptPattern {
  /** Whether it matches all of the text. */
  readonly matches: (text: string) => boolean
  /** Whether asking takes more than comparing texts. */
  readonly costly: boolean
}

/** What one kept pattern may remember of the texts it has seen, in bytes: strangers choose those. */
const memoryBytes = 32 * 1024

function byEngine(pattern: string, { text: start }: FixedPart): KeptPattern {
  const engine = new RE2Set(RE2Set.ANCHOR_BOTH, 0, memoryBytes)
  engine.add(pattern)
  engine.compile()
  return { costly: true, matches: (text) => text.startsWith(start) && engine.match(text).length > 0 }
}

/** Fails with a sentence unless the pattern compiles. */
export function keepPattern(pattern: string): KeptPattern {
  const fixed = fixedPart(pattern)
  if (fixed.whole) return { costly: false, matches: (text) => text === fixed.text }
  if (pattern === '.*') return { costly: false, matches: (text) => !text.includes('\n') }
  try {
    return byEngine(pattern, fixed)
  } catch (error) {
    throw error instanceof RE2JSException ? new Error(inWords(error), { cause: error }) : error
  }
}
