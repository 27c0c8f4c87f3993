// What options take, read in one way by all commands.
import { CommandFailure, exitCodes } from '../exit-codes.ts'

/** For options that may be given again. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value]

/** A whole number from 1 to 999999; fails with exit code 2 on anything else. `option` is named with its hyphens. */
export function countOf(option: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  const message = `${option}: got ${JSON.stringify(text)}, expected a whole number from 1 to 999999.`
  throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
}
