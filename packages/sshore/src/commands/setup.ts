import type { Command } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { accountRules, withRules } from '../input-rules.ts'
import { openAdministration } from '../instance/administration.ts'
import { consoleUrl, setupLink } from '../instance/addresses.ts'
import { runningServerUrl } from '../instance/running-address.ts'
import type { Surroundings } from '../surroundings.ts'
import { newPassword } from '../terminal/answers.ts'
import { labelled } from '../terminal/text-table.ts'
import { examples, invocationOf, leaf, withSettings } from './command.ts'

interface SetupOptions {
  username?: string
  email?: string
  name?: string
  passwordStdin?: true
}

function accountOf({
  username,
  email,
  name,
}: SetupOptions): { username: string; email: string; name: string } | undefined {
  if (username === undefined && email === undefined && name === undefined) return undefined
  if (username !== undefined && email !== undefined) return { username, email, name: name ?? username }
  throw new CommandFailure(
    exitCodes.usage,
    'wrong_usage',
    'To set the server up from here, give --username and --email.',
  )
}

/** `sshore setup`: tells the one-time link, or creates the first user from the command line. */
export function addSetupCommand(program: Command, surroundings: Surroundings): void {
  withSettings(leaf(program, 'setup', 'Show the one-time setup link, or set the server up from here'), [
    'dataDir',
    'publicUrl',
    'host',
    'httpPort',
  ])
    .option('--username <name>', 'create the first user, with a namespace of the same name')
    .option('--email <address>', 'e-mail address of that user')
    .option('--name <name>', 'name to show (default: the user name)')
    .option('--password-stdin', 'read the password from standard input')
    .addHelpText('after', examples('sshore setup', 'sshore setup --username ada --email ada@example.com'))
    .action(async (given: SetupOptions, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const account = accountOf(given)
      await using administration = await openAdministration(config, { ...surroundings, create: true })
      const { client } = administration
      const { body: state } = await client.getSetup()
      if (account === undefined) {
        const actual = await runningServerUrl(config.dataDir)
        const base =
          config.publicUrl ?? state.public_url ?? actual ?? consoleUrl(undefined, config.host, config.httpPort)
        const link = state.done ? undefined : setupLink(base, state.sign)
        if (actual === undefined) {
          output.note(`No server runs on ${config.dataDir} now; start it with "sshore server" before you open a link.`)
        }
        output.result({ done: state.done, ...(link === undefined ? {} : { link }) }, () =>
          link === undefined ? 'This server has been set up.\n' : `Open this link to set the server up:\n  ${link}\n`,
        )
        return
      }
      if (state.done) throw new CommandFailure(exitCodes.conflict, 'setup_done', 'This server has been set up already.')
      const password = await newPassword(surroundings, given.passwordStdin === true)
      await withRules(accountRules, () => client.setup({ query: { sign: state.sign }, body: { ...account, password } }))
      const namespace = (await client.listAllNamespaces({})).body[0]
      output.note('The server is set up.')
      output.result(
        { done: true, username: account.username, namespace: namespace?.name, tenant_id: namespace?.tenant_id },
        () =>
          labelled([
            ['Username', account.username],
            ['Namespace', namespace?.name ?? ''],
            ['Tenant', namespace?.tenant_id ?? ''],
          ]),
      )
    })
}
