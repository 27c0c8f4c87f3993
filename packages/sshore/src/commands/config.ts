import type { Command } from 'commander'
import { ConfigProblems, problemsOf, readSettings, type Setting } from '../config/config.ts'
import { invalid } from '../config/kinds.ts'
import { knownVariables } from '../config/known-variables.ts'
import { unknownVariables } from '../config/unknown-variables.ts'
import { variableKeys } from '../config/variables.ts'
import type { Surroundings } from '../surroundings.ts'
import { createOutput } from '../terminal/output.ts'
import { wrapped } from '../terminal/text-table.ts'
import { examples, flagsOf, leaf, withSettings } from './command.ts'

const effective = ({ value, variable, text }: Setting): string =>
  value !== invalid ? variable.kind.show(value) : variable.kind.secret ? '***' : text

const described = (setting: Setting): string => {
  const { variable, source } = setting
  const shown = effective(setting) === '' ? '(none)' : effective(setting)
  const origin =
    source === 'default' ? 'default' : source === 'flag' ? `from --${variable.flag}` : 'from the environment'
  return `${variable.name}=${shown}  (${origin})\n${wrapped(variable.description, 100, '    ')}    Takes ${variable.kind.expects}.\n`
}

/** `sshore config`: every setting with its effective value. Wrong ones are listed too, and make it end with code 2. */
export function addConfigCommand(program: Command, surroundings: Surroundings): void {
  withSettings(leaf(program, 'config', 'Show all settings of the server with their effective values'), variableKeys)
    .addHelpText('after', examples('sshore config', 'SSHORE_HTTP_PORT=80 sshore config --json'))
    .action((_: unknown, command: Command) => {
      const output = createOutput(surroundings, command.opts<{ json?: boolean }>().json === true)
      const settings = readSettings(surroundings.environment, flagsOf(command))
      const rows = settings.map((setting) => ({
        name: setting.variable.name,
        flag: `--${setting.variable.flag}`,
        type: setting.variable.kind.name,
        default: setting.variable.fallback,
        value: effective(setting),
        source: setting.source,
        valid: setting.value !== invalid,
        description: setting.variable.description,
      }))
      output.result(rows, () => settings.map(described).join('\n'))
      for (const sentence of unknownVariables(surroundings.environment, knownVariables)) output.note(sentence)
      const problems = problemsOf(settings)
      if (problems.length > 0) throw new ConfigProblems(problems)
    })
}
