import type { Command } from 'commander'
import { type Contract, limits, type ReplyOf } from '@sshore/contract'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { accountRules, withRules } from '../input-rules.ts'
import { everyPage } from '../instance/every-page.ts'
import { openAdministration } from '../instance/administration.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm, newPassword } from '../terminal/answers.ts'
import type { Output } from '../terminal/output.ts'
import { labelled } from '../terminal/text-table.ts'
import { shortTime } from '../terminal/times.ts'
import { examples, group, invocationOf, leaf, withSettings } from './command.ts'
import { isOn } from './option-values.ts'

type Account = ReplyOf<Contract['createUser']>

const described = (user: Account): string =>
  labelled([
    ['Username', user.username],
    ['Name', user.name],
    ['E-mail', user.email],
    ['Id', user.id],
  ])

interface CreateOptions {
  readonly email?: string
  readonly name?: string
  readonly passwordStdin?: true
  readonly maxNamespaces?: string
}

/** Older scripts give the password as an argument. It is taken, and said to be a bad idea. */
async function passwordOf(
  surroundings: Surroundings,
  output: Output,
  argument: string | undefined,
  fromStdin: boolean,
): Promise<string> {
  if (argument === undefined) return newPassword(surroundings, fromStdin)
  output.note('Others on this machine can see a password among the arguments; --password-stdin hides it.')
  return argument
}

function quotaOf(text: string): number {
  if (text === 'unlimited') return limits.unlimited
  if (/^\d{1,5}$/.test(text)) return Number(text)
  const message = `How many namespaces: got ${JSON.stringify(text)}, expected a whole number up to 99999, or "unlimited".`
  throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
}

function addCreate(user: Command, surroundings: Surroundings): void {
  withSettings(leaf(user, 'create <username> [password] [email]', 'Create a user who can sign in at once'), ['dataDir'])
    .option('--email <address>', 'e-mail address')
    .option('--name <name>', 'name to show (default: the user name)')
    .option('--password-stdin', 'read the password from standard input')
    .option('--max-namespaces <number>', 'how many namespaces the user may own (default: unlimited)')
    .addHelpText(
      'after',
      examples(
        'sshore user create ada --email ada@example.com',
        'pass show ada | sshore user create ada --email ada@example.com --password-stdin',
        'sshore user create grace --email grace@example.com --max-namespaces 1',
      ),
    )
    .action(
      async (
        username: string,
        argument: string | undefined,
        address: string | undefined,
        given: CreateOptions,
        command: Command,
      ) => {
        const { config, output } = invocationOf(surroundings, command)
        const email = given.email ?? address
        if (email === undefined) {
          throw new CommandFailure(exitCodes.usage, 'wrong_usage', 'An e-mail address is needed: give it with --email.')
        }
        const quota = given.maxNamespaces === undefined ? {} : { max_namespaces: quotaOf(given.maxNamespaces) }
        await using administration = await openAdministration(config, surroundings)
        const password = await passwordOf(surroundings, output, argument, given.passwordStdin === true)
        const { name } = given
        const body = { username, email, password, ...quota, ...(name === undefined ? {} : { name }) }
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
      output.table(
        ['USERNAME', 'E-MAIL', 'NAME', 'STATUS', 'NAMESPACES', 'LAST LOGIN', 'CREATED'],
        users.map(({ username, email, name, status, max_namespaces: most, last_login, created_at }) => [
          username,
          email,
          name,
          status,
          most === limits.unlimited ? 'unlimited' : `up to ${most}`,
          shortTime(last_login),
          shortTime(created_at),
        ]),
      ),
    )
  })
}

interface PasswordOptions {
  readonly passwordStdin?: true
}

function addPassword(user: Command, surroundings: Surroundings): void {
  withSettings(leaf(user, 'password <username> [password]', 'Set a password; the user is signed out everywhere'), [
    'dataDir',
  ])
    .option('--password-stdin', 'read the password from standard input')
    .addHelpText(
      'after',
      examples('sshore user password ada', 'sshore user password ada --password-stdin < new-password'),
    )
    .action(async (username: string, argument: string | undefined, given: PasswordOptions, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const password = await passwordOf(surroundings, output, argument, given.passwordStdin === true)
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

function addQuota(user: Command, surroundings: Surroundings): void {
  withSettings(
    leaf(user, 'quota <username> <number>', 'Set how many namespaces a user may own: a number, or "unlimited"'),
    ['dataDir'],
  )
    .addHelpText('after', examples('sshore user quota grace 3', 'sshore user quota grace unlimited'))
    .action(async (username: string, most: string, _: unknown, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const body = { max_namespaces: quotaOf(most) }
      await using administration = await openAdministration(config, surroundings)
      const { body: changed } = await administration.client.updateUserQuota({ params: { username }, body })
      output.result(changed, () => `${username} may own ${most === 'unlimited' ? 'any number of' : most} namespaces.\n`)
    })
}

function addAdministrator(user: Command, surroundings: Surroundings): void {
  const description = 'Say whether a user looks after the whole server: sees and changes all in it'
  withSettings(leaf(user, 'administrator <username> <on|off>', description), ['dataDir'])
    .addHelpText('after', examples('sshore user administrator ada on'))
    .action(async (username: string, word: string, _: unknown, command: Command) => {
      const body = { administrator: isOn(word) }
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const { body: changed } = await administration.client.setAdministrator({ params: { username }, body })
      output.result(changed, () => `${username} is ${body.administrator ? 'an' : 'no'} administrator of the server.\n`)
    })
}

function addUnlock(user: Command, surroundings: Surroundings): void {
  withSettings(leaf(user, 'unlock <username>', 'End the lockout after failed logins of a user'), ['dataDir'])
    .addHelpText('after', examples('sshore user unlock ada'))
    .action(async (username: string, _: unknown, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const { body } = await administration.client.unlockUser({ params: { username } })
      output.result(body, () =>
        body.cleared === 0
          ? `There were no failed logins of ${username}.\n`
          : `${username} may sign in again at once.\n`,
      )
    })
}

function addMfa(user: Command, surroundings: Surroundings): void {
  const mfa = group(user, 'mfa', 'Second factors of users')
  withSettings(
    leaf(mfa, 'disable <username>', 'Switch off a second factor that was lost; the user is signed out everywhere'),
    ['dataDir'],
  )
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore user mfa disable ada', 'sshore user mfa disable ada --yes'))
    .action(async (username: string, given: { yes?: true }, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      await confirm(surroundings, `Switch off the second factor of ${username}?`, given.yes === true)
      await administration.client.disableMfaOf({ params: { username } })
      output.result({ username }, () => `${username} signs in without a second factor now, and can set up a new one.\n`)
    })
}

export function addUserCommands(program: Command, surroundings: Surroundings): void {
  const user = group(program, 'user', 'Create, list and delete users; set passwords and quotas, end lockouts')
  for (const add of [addCreate, addList, addPassword, addQuota, addUnlock, addAdministrator, addMfa, addDelete]) {
    add(user, surroundings)
  }
}
