// Which words may come where, as the commands themselves declare it.
import type { Command, Option } from 'commander'

export interface Word {
  readonly text: string
  readonly description: string
}

export interface Place {
  /** `sshore device tag` */
  readonly path: string
  readonly commands: readonly Word[]
  readonly options: readonly Word[]
  /** Option → what it takes, where that is a choice of words. */
  readonly choices: Readonly<Record<string, readonly string[]>>
}

const longOptions = (command: Command): readonly (Option & { readonly long: string })[] =>
  [...command.options].filter((option): option is Option & { long: string } => Boolean(option.long) && !option.hidden)

/** The first part of a sentence, without what would end a quotation in a shell. */
const brief = (text: string): string =>
  text
    .split(/[.:;(]/, 1)[0]
    ?.replaceAll(/['"`\\$]/g, '')
    .trim() ?? ''

function placeOf(command: Command, path: string): Place {
  const options = longOptions(command)
  const choices = options.flatMap(({ long, argChoices }) => (argChoices ? [[long, argChoices] as const] : []))
  return {
    path,
    commands: command.commands.map((child) => ({ text: child.name(), description: brief(child.description()) })),
    options: [
      ...options.map(({ long, description }) => ({ text: long, description: brief(description) })),
      { text: '--help', description: 'show help' },
    ],
    choices: Object.fromEntries(choices),
  }
}

/** All places, the program's own first. */
export function wordTable(command: Command, path = command.name()): Place[] {
  return [placeOf(command, path), ...command.commands.flatMap((child) => wordTable(child, `${path} ${child.name()}`))]
}
