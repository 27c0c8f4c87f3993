import { createClient, fetchTransport } from '@sshore/client'
import type { Command } from 'commander'
import { invalid, webAddress } from '../config/kinds.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { consoleUrl } from '../instance/addresses.ts'
import type { Surroundings } from '../surroundings.ts'
import { labelled } from '../terminal/text-table.ts'
import { examples, invocationOf, leaf, withSettings } from './command.ts'

const patienceSeconds = 10

function serverOf(given: string | undefined, local: string): string {
  if (given === undefined) return local
  const base = webAddress.read(given)
  if (base !== invalid) return base
  throw new CommandFailure(
    exitCodes.usage,
    'invalid_input',
    `--server: got ${JSON.stringify(given)}, expected ${webAddress.expects}.`,
  )
}

/** `sshore info`: what a server says about itself, over the network as anybody would see it. */
export function addInfoCommand(program: Command, surroundings: Surroundings): void {
  withSettings(leaf(program, 'info', 'Ask a server for its version, addresses and features'), ['host', 'httpPort'])
    .option('--server <url>', 'server to ask (default: the one that these settings describe)')
    .addHelpText('after', examples('sshore info', 'sshore info --server https://sshore.example.com --json'))
    .action(async (given: { server?: string }, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const base = serverOf(given.server, consoleUrl(undefined, config.host, config.httpPort))
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
