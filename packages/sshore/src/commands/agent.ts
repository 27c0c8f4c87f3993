import type { Command } from 'commander'
import { agentProgram } from '../agent/agent-program.ts'
import type { Surroundings } from '../surroundings.ts'

/** `sshore agent …` becomes the agent: same flags, same signals, same exit codes, no process in between. */
export function addAgentCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('agent')
    .description('Make this machine a device: run the agent that dials out to a server')
    .usage('[options]')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[options...]', 'see: sshore agent --help')
    .action((words: readonly string[]) => {
      const { path, argv } = agentProgram(surroundings.root)
      surroundings.become(path, [path, ...argv, ...words], surroundings.environment)
    })
}
