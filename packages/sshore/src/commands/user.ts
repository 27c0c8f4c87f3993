import type { Command } from 'commander'
import type { Contract, ReplyOf } from '@sshore/contract'
import { accountRules, withRules } from '../input-rules.ts'
import { everyPage } from '../instance/every-page.ts'
import { openAdministration } from '../instance/administration.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm, newPassword } from '../terminal/answers.ts'
import { labelled, textTable } from '../terminal/text-table.ts'
import { examples, group, invocationOf, leaf, withSettings } from './command.ts'

type Account = ReplyOf<Contract['createUser']>

const described = (user: Account): string =>
  labelled([
    ['Username', user.username],
    ['Name', user.name],
    ['E-mail', user.email],
    ['Id', user.id],
  ])

function addCreate(user: Command, surroundings: Surroundings): void {
  withSettings(leaf(user, 'create <username>', 'Create a user who can sign in at once'), ['dataDir'])
    .requiredOption('--email <address>', 'e-mail address')
    .option('--name <name>', 'name to show (default: the user name)')
    .option('--password-stdin', 'read the password from standard input')
    .addHelpText(
      'after',
      examples(
        'sshore user create ada --email ada@example.com',
        'pass show ada | sshore user create ada --email ada@example.com --password-stdin',
      ),
    )
    .action(
      async (username: string, given: { email: string; name?: string; passwordStdin?: true }, command: Command) => {
        const { config, output } = invocationOf(surroundings, command)
        await using administration = await openAdministration(config, surroundings)
        const password = await newPassword(surroundings, given.passwordStdin === true)
        const { email, name } = given
        const body = { username, email, password, ...(name === undefined ? {} : { name }) }
        const { body: created } = await withRules(accountRules, () => administration.client.createUser({ body }))
        output.note('User created.')
        output.result(created, () => described(created))
      },
    )
}

function addList(user: Command, surroundings: Surroundings): void {
  withSettings(leaf(user, 'list', 'List all users'), ['dataDir']).action(async (_: unknown, command: Command) => {
    const { config, output } = invocationOf(surroundings, command)
    await using administration = await openAdministration(config, surroundings)
    const users = await everyPage((query) => administration.client.listUsers({ query }))
    output.result(users, () =>
      textTable(
        ['USERNAME', 'E-MAIL', 'NAME', 'STATUS', 'CREATED'],
        users.map(({ username, email, name, status, created_at }) => [username, email, name, status, created_at]),
      ),
    )
  })
}

function addPassword(user: Command, surroundings: Surroundings): void {
  withSettings(leaf(user, 'password <username>', 'Set a password; the user is signed out everywhere'), ['dataDir'])
    .option('--password-stdin', 'read the password from standard input')
    .addHelpText(
      'after',
      examples('sshore user password ada', 'sshore user password ada --password-stdin < new-password'),
    )
    .action(async (username: string, given: { passwordStdin?: true }, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const password = await newPassword(surroundings, given.passwordStdin === true)
      await withRules(accountRules, () =>
        administration.client.setUserPassword({ params: { username }, body: { password } }),
      )
      output.result({ username }, () => `Password of ${username} set.\n`)
    })
}

function addDelete(user: Command, surroundings: Surroundings): void {
  withSettings(leaf(user, 'delete <username>', 'Delete a user who owns no namespace'), ['dataDir'])
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore user delete ada', 'sshore user delete ada --yes --json'))
    .action(async (username: string, given: { yes?: true }, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      await confirm(surroundings, `Delete user ${username}?`, given.yes === true)
      await administration.client.deleteUser({ params: { username } })
      output.result({ username }, () => `User ${username} deleted.\n`)
    })
}

export function addUserCommands(program: Command, surroundings: Surroundings): void {
  const user = group(program, 'user', 'Create, list and delete users; set passwords')
  for (const add of [addCreate, addList, addPassword, addDelete]) add(user, surroundings)
}
