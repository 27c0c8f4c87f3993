import { Option, type Command } from 'commander'
import { type Namespace, type Role, roles } from '@sshore/contract'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { everyPage } from '../instance/every-page.ts'
import { openPlace, type Place, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import type { Output } from '../terminal/output.ts'
import { shortTime } from '../terminal/times.ts'
import { examples, group, invocationOf, leaf } from './command.ts'

type Member = Namespace['members'][number] & { readonly username: string }

/** User names are told beside the server only; from afar members are known by their e-mail addresses. */
async function membersOf({ reach }: Place, { members }: Namespace): Promise<Member[]> {
  if ('remote' in reach) return members.map((member) => ({ username: '', ...member }))
  const users = await everyPage((query) => reach.local.client.listUsers({ query }))
  const usernames = new Map(users.map(({ id, username }) => [id, username]))
  return members.map((member) => ({ username: usernames.get(member.id) ?? '', ...member }))
}

/** By e-mail address or id; fails with exit code 3. */
function memberOf({ members, name }: Namespace, user: string): Namespace['members'][number] {
  const member = members.find(({ id, email }) => id === user || email === user.toLowerCase())
  if (member) return member
  const message = `${user} is no member of ${name}. From afar a member is named by e-mail address; "sshore member list ${name}" shows all.`
  throw new CommandFailure(exitCodes.notFound, 'member_not_found', message)
}

const described = (output: Output, members: readonly Member[]): string =>
  output.table(
    ['USERNAME', 'E-MAIL', 'ROLE', 'STATUS', 'SINCE'],
    members.map(({ username, email, role, status, added_at }) => [username, email, role, status, shortTime(added_at)]),
  )

async function add({ reach, namespace }: Place, user: string, role: Role): Promise<Namespace> {
  if ('local' in reach) {
    return (await reach.local.client.addMemberByName({ params: { name: namespace.name }, body: { user, role } })).body
  }
  const params = { tenant: namespace.tenant_id }
  return (await reach.remote.client.addMember({ params, body: { email: user, role } })).body
}

async function setRole({ reach, namespace }: Place, user: string, role: Role): Promise<Namespace> {
  if ('local' in reach) {
    const params = { name: namespace.name, user }
    return (await reach.local.client.updateMemberByName({ params, body: { role } })).body
  }
  const tenant = namespace.tenant_id
  const { id: uid } = memberOf(namespace, user)
  await reach.remote.client.updateMember({ params: { tenant, uid }, body: { role } })
  return (await reach.remote.client.getNamespace({ params: { tenant } })).body
}

async function remove({ reach, namespace }: Place, user: string): Promise<Namespace> {
  if ('local' in reach) {
    return (await reach.local.client.removeMemberByName({ params: { name: namespace.name, user } })).body
  }
  const params = { tenant: namespace.tenant_id, uid: memberOf(namespace, user).id }
  return (await reach.remote.client.removeMember({ params })).body
}

const ranks = roles.filter((role) => role !== 'owner')

function addAdd(member: Command, surroundings: Surroundings): void {
  withReach(leaf(member, 'add <namespace> <user>', 'Add a user (by user name or e-mail address) to a namespace'))
    .addOption(new Option('--role <role>', 'what the member may do').choices(ranks).default('observer'))
    .addHelpText('after', examples('sshore member add workshop grace --role operator'))
    .action(async (name: string, user: string, given: { role: Role }, command: Command) => {
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      const members = await membersOf(place, await add(place, user, given.role))
      const waits = members.some(({ email, status }) => email === user.toLowerCase() && status === 'pending')
      if (waits) output.note(`${user} was sent an invitation to ${name}, to be accepted within seven days.`)
      else output.note(`${user} is ${given.role} in ${name} now.`)
      output.result(members, () => described(output, members))
    })
}

function addInvite(member: Command, surroundings: Surroundings): void {
  withReach(leaf(member, 'invite <namespace> <email>', 'Make a link with which somebody can join; hand it on yourself'))
    .addOption(new Option('--role <role>', 'what the member may do').choices(ranks).default('observer'))
    .addHelpText('after', examples('sshore member invite workshop grace@example.com --server https://sshore.example'))
    .action(async (name: string, email: string, given: { role: Role }, command: Command) => {
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      if ('local' in place.reach) {
        const message = 'Somebody has to invite: sign in with "sshore login" and name the server with --server.'
        throw new CommandFailure(exitCodes.usage, 'wrong_usage', message)
      }
      const params = { tenant: place.namespace.tenant_id }
      const { body } = await place.reach.remote.client.inviteMember({ params, body: { email, role: given.role } })
      output.note(`For ${email} alone, for seven days; a link made before ends with this one.`)
      output.result(body, () => `${body.link}\n`)
    })
}

function addRole(member: Command, surroundings: Surroundings): void {
  withReach(leaf(member, 'role <namespace> <user> <role>', `Give a member another role: ${ranks.join(', ')}`))
    .addHelpText('after', examples('sshore member role workshop grace administrator'))
    .action(async (name: string, user: string, word: string, _: unknown, command: Command) => {
      const role = ranks.find((each) => each === word)
      if (role === undefined) {
        const message = `Got the role ${JSON.stringify(word)}, expected one of ${ranks.join(', ')}.`
        throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
      }
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      const members = await membersOf(place, await setRole(place, user, role))
      output.note(`${user} is ${role} in ${name} now.`)
      output.result(members, () => described(output, members))
    })
}

function addRemove(member: Command, surroundings: Surroundings): void {
  withReach(leaf(member, 'remove <namespace> <user>', 'Remove a member from a namespace'))
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore member remove workshop grace --yes'))
    .action(async (name: string, user: string, given: { yes?: true }, command: Command) => {
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      await confirm(surroundings, `Remove ${user} from ${name}?`, given.yes === true)
      const members = await membersOf(place, await remove(place, user))
      output.note(`${user} is no longer a member of ${name}.`)
      output.result(members, () => described(output, members))
    })
}

function addList(member: Command, surroundings: Surroundings): void {
  withReach(leaf(member, 'list <namespace>', 'List the members of a namespace'))
    .addHelpText('after', examples('sshore member list workshop'))
    .action(async (name: string, _: unknown, command: Command) => {
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      const members = await membersOf(place, place.namespace)
      output.result(members, () => described(output, members))
    })
}

export function addMemberCommands(program: Command, surroundings: Surroundings): void {
  const member = group(program, 'member', 'Add, invite, list and remove members of a namespace; change their roles')
  for (const add of [addAdd, addInvite, addList, addRole, addRemove]) add(member, surroundings)
}
