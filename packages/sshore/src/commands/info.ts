import { createClient, fetchTransport } from '@sshore/client'
import type { Command } from 'commander'
import { invalid, webAddress } from '../config/kinds.ts'
import type { Flags } from '../config/config.ts'
import type { Config } from '../config/variables.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { consoleUrl } from '../instance/addresses.ts'
import { runningServerUrl } from '../instance/running-address.ts'
import type { Surroundings } from '../surroundings.ts'
import { labelled } from '../terminal/text-table.ts'
import { examples, flagsOf, invocationOf, leaf, withSettings } from './command.ts'

const patienceSeconds = 10

function webAddressOf(given: string): string {
  const base = webAddress.read(given)
  if (base !== invalid) return base
  throw new CommandFailure(
    exitCodes.usage,
    'invalid_input',
    `--server: got ${JSON.stringify(given)}, expected ${webAddress.expects}.`,
  )
}

/** The server that was named, else the one that runs on the data folder: what the settings describe may be another's. */
async function serverOf(given: string | undefined, flags: Flags, config: Config): Promise<string> {
  if (given !== undefined) return webAddressOf(given)
  if (flags.host !== undefined || flags.httpPort !== undefined) {
    return consoleUrl(undefined, config.host, config.httpPort)
  }
  const running = await runningServerUrl(config.dataDir)
  if (running !== undefined) return running
  const message = `No server runs on ${config.dataDir}. Start it with "sshore server", or name one with --server or --data-dir.`
  throw new CommandFailure(exitCodes.unreachable, 'not_running', message)
}

/** `sshore info`: what a server says about itself, over the network as anybody would see it. */
export function addInfoCommand(program: Command, surroundings: Surroundings): void {
  withSettings(leaf(program, 'info', 'Ask a server for its version, addresses and features'), [
    'dataDir',
    'host',
    'httpPort',
  ])
    .option('--server <url>', 'server to ask (default: the one that runs on the data folder)')
    .addHelpText('after', examples('sshore info', 'sshore info --server https://sshore.example.com --json'))
    .action(async (given: { server?: string }, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const base = await serverOf(given.server, flagsOf(command), config)
      const patient: typeof fetch = (url, init) =>
        fetch(url, { ...init, signal: AbortSignal.timeout(patienceSeconds * 1000) })
      const { body: info } = await createClient(fetchTransport(base, patient)).getInfo()
      output.result(info, () =>
        labelled([
          ['Server', base],
          ['Version', info.version],
          ['SSH', info.endpoints.ssh],
          ['API', info.endpoints.api],
          ['Set up', info.setup ? 'yes' : 'no; run "sshore setup" beside the server for the link'],
          ['Features', info.features.join(', ')],
        ]),
      )
    })
}
