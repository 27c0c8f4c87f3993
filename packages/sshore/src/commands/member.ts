import { Option, type Command } from 'commander'
import { type Namespace, type Role, roles } from '@sshore/contract'
import type { Client } from '@sshore/client'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { openAdministration } from '../instance/administration.ts'
import { everyPage } from '../instance/every-page.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { textTable } from '../terminal/text-table.ts'
import { examples, group, invocationOf, leaf, withSettings } from './command.ts'

async function membersOf(client: Client, namespace: Namespace) {
  const users = await everyPage((query) => client.listUsers({ query }))
  const usernames = new Map(users.map(({ id, username }) => [id, username]))
  return namespace.members.map((member) => ({ username: usernames.get(member.id) ?? '', ...member }))
}

type Members = Awaited<ReturnType<typeof membersOf>>

const described = (members: Members): string =>
  textTable(
    ['USERNAME', 'E-MAIL', 'ROLE', 'STATUS', 'SINCE'],
    members.map(({ username, email, role, status, added_at }) => [username, email, role, status, added_at]),
  )

function addAdd(member: Command, surroundings: Surroundings): void {
  const choices = roles.filter((role) => role !== 'owner')
  withSettings(leaf(member, 'add <namespace> <user>', 'Add a user (by user name or e-mail address) to a namespace'), [
    'dataDir',
  ])
    .addOption(new Option('--role <role>', 'what the member may do').choices(choices).default('observer'))
    .addHelpText('after', examples('sshore member add workshop grace --role operator'))
    .action(async (name: string, user: string, given: { role: Role }, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const { body } = await administration.client.addMemberByName({
        params: { name },
        body: { user, role: given.role },
      })
      const members = await membersOf(administration.client, body)
      output.note(`${user} is ${given.role} in ${name} now.`)
      output.result(members, () => described(members))
    })
}

function addRemove(member: Command, surroundings: Surroundings): void {
  withSettings(leaf(member, 'remove <namespace> <user>', 'Remove a member from a namespace'), ['dataDir'])
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore member remove workshop grace --yes'))
    .action(async (name: string, user: string, given: { yes?: true }, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      await confirm(surroundings, `Remove ${user} from ${name}?`, given.yes === true)
      const { body } = await administration.client.removeMemberByName({ params: { name, user } })
      const members = await membersOf(administration.client, body)
      output.note(`${user} is no longer a member of ${name}.`)
      output.result(members, () => described(members))
    })
}

function addList(member: Command, surroundings: Surroundings): void {
  withSettings(leaf(member, 'list <namespace>', 'List the members of a namespace'), ['dataDir']).action(
    async (name: string, _: unknown, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const all = await everyPage((query) => administration.client.listAllNamespaces({ query }))
      const namespace = all.find((item) => item.name === name.toLowerCase())
      if (!namespace) {
        throw new CommandFailure(
          exitCodes.notFound,
          'namespace_not_found',
          `There is no namespace ${name}; "sshore namespace list" shows all.`,
        )
      }
      const members = await membersOf(administration.client, namespace)
      output.result(members, () => described(members))
    },
  )
}

export function addMemberCommands(program: Command, surroundings: Surroundings): void {
  const member = group(program, 'member', 'Add, list and remove members of a namespace')
  for (const add of [addAdd, addList, addRemove]) add(member, surroundings)
}
