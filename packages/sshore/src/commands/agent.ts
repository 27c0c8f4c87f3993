import { describeAgentFlags } from '@sshore/agent'
import type { Command } from 'commander'
import { agentProgram } from '../agent/agent-program.ts'
import type { Surroundings } from '../surroundings.ts'
import { examples } from './command.ts'

const usage = (): string => `Usage: sshore agent --server URL [options]
       sshore agent doctor --server URL [options]

Make this machine a device: run the agent, which dials out to a server. As root it lets every user
of the machine log in, as one user only that one. Stop it with Ctrl-C. With "doctor" it looks at the
way to the server and at this machine, and says what is wrong and what to do.

Options:
${describeAgentFlags()}
${examples('sshore agent --server https://sshore.example.com', 'sshore agent --server http://127.0.0.1:8080 --tenant ID', 'sshore agent doctor --server https://sshore.example.com')}
Exit codes:
  0  stopped
  1  failed
  2  wrong usage or wrong input
`

/** `sshore agent …` becomes the agent: same flags, same signals, same exit codes, no process in between. */
export function addAgentCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('agent')
    .description('Make this machine a device: run the agent that dials out to a server')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[options...]', 'see: sshore agent --help')
    .action(async (words: readonly string[]) => {
      if (words.includes('--help') || words.includes('-h')) {
        surroundings.stdout.write(usage())
        return
      }
      const { path, argv } = await agentProgram(surroundings.root, () =>
        surroundings.stderr.write('Building the agent, a few seconds …\n'),
      )
      surroundings.become(path, [path, ...argv, ...words], surroundings.environment)
    })
}
