import type { Command } from 'commander'
import type { DemoChoices } from '../demo/run-demo.ts'
import type { Surroundings } from '../surroundings.ts'
import { examples, leaf } from './command.ts'

/** `sshore demo`: a server, an agent for this machine and a key that opens it, until Ctrl-C. */
export function addDemoCommand(program: Command, surroundings: Surroundings): void {
  leaf(program, 'demo', 'Try it out: server, agent for this machine and key, all temporary, until Ctrl-C')
    .option('--verbose', 'show the log of the server')
    .addHelpText('after', examples('sshore demo', 'npm run demo'))
    .action(async (given: DemoChoices) => {
      // Loaded here only: the other commands need not wait for it.
      const { runDemo } = await import('../demo/run-demo.ts')
      await runDemo(surroundings, given)
    })
}
