import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { openTransferOnData } from '../instance/administration.ts'
import type { Surroundings } from '../surroundings.ts'
import { passphraseFrom } from '../terminal/answers.ts'
import { labelled } from '../terminal/text-table.ts'
import { examples, invocationOf, leaf, withSettings } from './command.ts'
import { collect } from './option-values.ts'

interface ImportOptions {
  readonly as?: string
  readonly newTenant?: true
  readonly createUsers?: true
  readonly user?: readonly string[]
  readonly passphraseFile?: string
  readonly dryRun?: true
}

function userMap(pairs: readonly string[] = []): ReadonlyMap<string, string> {
  return new Map(
    pairs.map((pair) => {
      const [there = '', here = '', ...more] = pair.split('=')
      if (there !== '' && here !== '' && more.length === 0) return [there.toLowerCase(), here] as const
      const message = `--user: got ${JSON.stringify(pair)}, expected <user in the file>=<user here>.`
      throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
    }),
  )
}

const linesOf = (path: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })

/** What is in the way of an import is a conflict with what is here; all of it is told. */
async function refusing<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    // By name: the server's package is not loaded for this.
    if (!(error instanceof Error && error.name === 'TransferRefused')) throw error
    const message = `Nothing was taken in.\n${error.message}`
    throw new CommandFailure(exitCodes.conflict, 'import_refused', message, { cause: error })
  }
}

export function addImportCommand(program: Command, surroundings: Surroundings): void {
  withSettings(leaf(program, 'import <file>', 'Take in a namespace that "sshore export" has written'), [
    'dataDir',
    'databaseUrl',
  ])
    .option('--as <name>', 'another name for the namespace')
    .option('--user <file=here>', 'a user of the file is that one here; may be given again', collect)
    .option('--create-users', 'make users that are not here; without a password in the file, set one afterwards')
    .option('--new-tenant', 'a new identifier for the namespace; its devices have to be told of it')
    .option('--passphrase-file <file>', 'opens private keys of authorities; - reads it from standard input')
    .option('--dry-run', 'only tell what would be taken in, or what is in the way')
    .addHelpText(
      'after',
      examples(
        'sshore import workshop.sshore --create-users --dry-run',
        'sshore import workshop.sshore --create-users',
        'sshore import workshop.sshore --as attic --user ada=grace --new-tenant',
      ),
    )
    .action(async (path: string, given: ImportOptions, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const choices = {
        userMap: userMap(given.user),
        createUsers: given.createUsers === true,
        newTenant: given.newTenant === true,
        dryRun: given.dryRun === true,
        ...(given.as === undefined ? {} : { as: given.as }),
      }
      await access(path).catch((cause: unknown) => {
        throw new CommandFailure(exitCodes.notFound, 'no_file', `${path} cannot be read.`, { cause })
      })
      const passphrase = given.passphraseFile && (await passphraseFrom(surroundings, given.passphraseFile))
      await using transfer = await openTransferOnData(config, surroundings.version)
      const report = await refusing(async () => {
        // First as a whole, so that a damaged file does not keep others from writing while it is found out.
        await transfer.checkFile(linesOf(path))
        return transfer.importNamespace(linesOf(path), { ...choices, ...(passphrase ? { passphrase } : {}) })
      })
      if (choices.dryRun) output.note('Nothing was taken in: this is what would be.')
      if (report.skippedApiKeys > 0) {
        output.note(`${report.skippedApiKeys} API keys exist here already and were left out.`)
      }
      output.result({ dry_run: choices.dryRun, ...report }, () =>
        labelled([
          ['Namespace', report.name],
          ['Tenant', report.tenantId],
          ['New users', report.createdUsers.join(', ') || 'none'],
          ...Object.entries(report.rows).map(([table, rows]) => [table, String(rows)] as const),
        ]),
      )
    })
}
