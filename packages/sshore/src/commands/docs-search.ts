import type { Command } from 'commander'
import { invalid, port as tcpPort } from '../config/kinds.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { createDocsSearchService } from '../docs-search/docs-search-service.ts'
import { readIndexFiles } from '../docs-search/index-files.ts'
import { listening } from '../instance/listening.ts'
import { waitForStop } from '../instance/stopping.ts'
import type { Surroundings } from '../surroundings.ts'
import { examples } from './command.ts'

interface Given {
  readonly host: string
  readonly port: string
  readonly index: string
  readonly application: string
  readonly key: string
  readonly allowOrigin: string
}

function portOf(text: string): number {
  const port = tcpPort.read(text)
  if (port !== invalid) return port
  const message = `--port: got ${JSON.stringify(text)}, expected ${tcpPort.expects}.`
  throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
}

/** `sshore docs-search`: answers the searches of the documentation site, until a signal stops it. */
export function addDocsSearchCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('docs-search <site>')
    .description('Answer the searches of a built documentation site, from its folder')
    .requiredOption('--application <id>', 'application id that the site was built with')
    .requiredOption('--key <key>', 'key that the site was built with; it stands in the site, so it is no secret')
    .option('--index <name>', 'name of the index', 'sshore')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on', '8090')
    .option('--allow-origin <origin>', 'site whose pages may ask, such as https://docs.example.com', '*')
    .addHelpText('after', examples('sshore docs-search /var/www/docs --application docs --key search-only'))
    .action(async (site: string, given: Given) => {
      const port = portOf(given.port)
      const files = await readIndexFiles(site)
      await using service = createDocsSearchService({
        files,
        indexName: given.index,
        applicationId: given.application,
        apiKey: given.key,
        allowedOrigin: given.allowOrigin,
      })
      const { host } = given
      const names = { port: '--port', address: '--host' }
      const address = await listening(names, host, port, () => service.listen({ host, port }))
      const pages = files.reduce((sum, file) => sum + file.pages.length, 0)
      surroundings.stdout.write(`Answering searches over ${pages} pages at ${address}\n`)
      await waitForStop(surroundings)
    })
}
