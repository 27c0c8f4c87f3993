// How every command of `sshore` is declared: --json, --help with examples, settings as flags, exit codes in the help.
import { type Command, Option } from 'commander'
import { type Flags, readConfig } from '../config/config.ts'
import { type Config, type VariableKey, variables } from '../config/variables.ts'
import { exitCodeMeanings } from '../exit-codes.ts'
import type { Surroundings } from '../surroundings.ts'
import { createOutput, type Output } from '../terminal/output.ts'

export interface Invocation {
  readonly surroundings: Surroundings
  readonly output: Output
  readonly config: Config
}

export const exitCodeHelp = (): string =>
  `\nExit codes:\n${exitCodeMeanings.map(([code, meaning]) => `  ${code}  ${meaning}`).join('\n')}\n`

export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`

/** Adds a group: a word that only leads to commands. */
export function group(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).helpCommand(false)
}

/** The flag of a setting. Its own class, because a command may have an option of the same name that means another thing. */
class SettingOption extends Option {
  readonly key: VariableKey

  constructor(key: VariableKey) {
    const { flag, name, fallback, description } = variables[key]
    const shown = fallback === '' ? '' : `, default ${fallback}`
    super(`--${flag} <${flag.split('-').at(-1)}>`, `${description} (${name}${shown})`)
    this.key = key
  }
}

/** Lets these settings be given as flags; `flagsOf` reads them back. */
export function withSettings(command: Command, keys: readonly VariableKey[]): Command {
  for (const key of keys) command.addOption(new SettingOption(key))
  return command
}

export function flagsOf(command: Command): Flags {
  const flags: Flags = {}
  for (const option of command.options) {
    if (!(option instanceof SettingOption)) continue
    const text: unknown = command.getOptionValue(option.attributeName())
    if (typeof text === 'string') flags[option.key] = text
  }
  return flags
}

/** Adds a command that prints a result; `--json` prints it for programs. */
export function leaf(parent: Command, usage: string, description: string): Command {
  return parent.command(usage).description(description).option('--json', 'print the result as JSON')
}

/** What the action of a command works with. Wrong settings end it here, all of them named. */
export function invocationOf(surroundings: Surroundings, command: Command): Invocation {
  const json = command.opts<{ json?: boolean }>().json === true
  return {
    surroundings,
    output: createOutput(surroundings, json),
    config: readConfig(surroundings.environment, flagsOf(command)),
  }
}
