import type { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { variableKeys } from '../config/variables.ts'
import type { Surroundings } from '../surroundings.ts'
import { examples, flagsOf, withSettings } from './command.ts'

/** `sshore server`: API, console and SSH gateway in one process, until a signal stops it. */
export function addServerCommand(program: Command, surroundings: Surroundings): void {
  withSettings(
    program.command('server').description('Run the server: console, API and SSH gateway in one process'),
    variableKeys,
  )
    .addHelpText(
      'after',
      examples(
        'sshore server',
        'sshore server --data-dir /var/lib/sshore --host 0.0.0.0',
        'SSHORE_TRUSTED_PROXIES=10.0.0.5 SSHORE_PUBLIC_URL=https://sshore.example.com sshore server',
      ),
    )
    .action(async (_: unknown, command: Command) => {
      const config = readConfig(surroundings.environment, flagsOf(command))
      // Loaded here only: the other commands need not wait for it.
      const { serve } = await import('../instance/serve.ts')
      await serve(config, surroundings)
    })
}
