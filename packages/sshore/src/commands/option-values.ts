// What options take, read in one way by all commands.
import { Option } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

/** For options that may be given again. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value]

/** A whole number from 1 to 999999; fails with exit code 2 on anything else. `option` is named with its hyphens. */
export function countOf(option: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  const message = `${option}: got ${JSON.stringify(text)}, expected a whole number from 1 to 999999.`
  throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
}

export type OnOff = 'on' | 'off'

export const onOffOption = (flags: string, description: string): Option =>
  new Option(flags, description).choices(['on', 'off'] satisfies OnOff[])

/** Whether an argument says on; fails with exit code 2 on anything but on and off. */
export function isOn(word: string): boolean {
  if (word === 'on' || word === 'off') return word === 'on'
  throw new CommandFailure(exitCodes.usage, 'invalid_input', `Got ${JSON.stringify(word)}, expected on or off.`)
}

/** Fails with exit code 2 when the options ask for no change. */
export function mustChange(edit: object): void {
  if (Object.keys(edit).length > 0) return
  throw new CommandFailure(exitCodes.usage, 'invalid_input', 'Nothing to change: see --help for what there is.')
}
