import type { Command } from 'commander'
import { completionScript, shells } from '../completion/scripts.ts'
import { wordTable } from '../completion/word-table.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import type { Surroundings } from '../surroundings.ts'
import { examples } from './command.ts'

/** `sshore completion bash`: prints a script that completes commands and options. */
export function addCompletionCommand(program: Command, { stdout }: Surroundings): void {
  program
    .command('completion <shell>')
    .description(`Print a script that completes commands and options: ${shells.join(', ')}`)
    .addHelpText(
      'after',
      examples(
        'source <(sshore completion bash)',
        'sshore completion zsh > "${fpath[1]}/_sshore"',
        'sshore completion fish > ~/.config/fish/completions/sshore.fish',
      ),
    )
    .action((given: string) => {
      const shell = shells.find((each) => each === given)
      if (shell === undefined) {
        const message = `Got the shell ${JSON.stringify(given)}, expected one of ${shells.join(', ')}.`
        throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
      }
      stdout.write(completionScript(shell, wordTable(program)))
    })
}
