import { limits, type Role, roles } from '@sshore/contract'
import { Option, type Command } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { apiKeyRules, withRules } from '../input-rules.ts'
import { everyPage } from '../instance/every-page.ts'
import { openPlace, type Place, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { labelled } from '../terminal/text-table.ts'
import { examples, group, invocationOf, leaf } from './command.ts'

type Days = (typeof limits.apiKey.expiryDays)[number]

const choices = limits.apiKey.expiryDays.map((days) => (days === limits.apiKey.never ? 'never' : String(days)))

const daysOf = (text: string): Days =>
  limits.apiKey.expiryDays.find((days) => String(days) === text) ?? limits.apiKey.never

const expiry = (seconds: number): string =>
  seconds === limits.apiKey.never ? 'never' : new Date(seconds * 1000).toISOString().slice(0, 10)

interface CreateOptions {
  readonly role?: Role
  readonly days: string
  readonly member?: string
}

async function create({ reach, client, namespace }: Place, name: string, { role, days, member }: CreateOptions) {
  const body = { name, expires_at: daysOf(days), ...(role === undefined ? {} : { role }) }
  if ('local' in reach) {
    const whose = member === undefined ? {} : { member }
    return (await reach.local.client.createApiKeyFor({ params: { name: namespace.name }, body: { ...body, ...whose } }))
      .body
  }
  if (member === undefined) return (await client.createApiKey({ body })).body
  const message = 'From afar keys are made in your own name; --member is for the command beside the server.'
  throw new CommandFailure(exitCodes.usage, 'wrong_usage', message)
}

function addCreate(parent: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(parent, 'create <namespace> <name>', 'Make an API key; it is shown this once'))
  command
    .addOption(new Option('--role <role>', "what it may do (default: its member's role)").choices(roles))
    .addOption(new Option('--days <days>', 'until it expires').choices(choices).default('30'))
    .option('--member <user>', 'in whose name; it is worth what the member is (default: the owner, or you)')
    .addHelpText(
      'after',
      examples(
        'sshore api-key create workshop deploy --role operator --days 90',
        'SSHORE_API_KEY=… sshore device list workshop --server https://sshore.example.com',
      ),
    )
    .action(async (name: string, keyName: string, options: CreateOptions) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const created = await withRules(apiKeyRules, () => create(place, keyName, options))
      invocation.output.note('Keep the key now: it is not shown again.')
      invocation.output.result(created, () =>
        labelled([
          ['Key', created.id],
          ['Name', created.name],
          ['Role', created.role],
          ['Expires', expiry(created.expires_in)],
        ]),
      )
    })
}

function addList(parent: Command, surroundings: Surroundings): void {
  const command = withReach(
    leaf(parent, 'list <namespace>', 'List the API keys of a namespace, not the keys themselves'),
  )
  command.addHelpText('after', examples('sshore api-key list workshop')).action(async (name: string) => {
    const invocation = invocationOf(surroundings, command)
    const { output } = invocation
    await using place = await openPlace(invocation, command, name)
    const keys = await everyPage((query) => place.client.listApiKeys({ query }))
    output.result(keys, () =>
      output.table(
        ['NAME', 'ROLE', 'EXPIRES', 'MADE BY', 'CREATED'],
        keys.map((key) => [key.name, key.role, expiry(key.expires_in), key.created_by, key.created_at.slice(0, 10)]),
      ),
    )
  })
}

interface UpdateOptions {
  readonly name?: string
  readonly role?: Role
}

function addUpdate(parent: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(parent, 'update <namespace> <key>', 'Rename an API key or give it another role'))
  command
    .option('--name <name>', 'its new name')
    .addOption(new Option('--role <role>', 'what it may do from now on').choices(roles))
    .addHelpText('after', examples('sshore api-key update workshop deploy --role observer'))
    .action(async (name: string, key: string, { name: next, role }: UpdateOptions) => {
      if (next === undefined && role === undefined) {
        throw new CommandFailure(exitCodes.usage, 'invalid_input', 'Nothing to change: give --name, --role or both.')
      }
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const body = { ...(next === undefined ? {} : { name: next }), ...(role === undefined ? {} : { role }) }
      const { reach, client, namespace } = place
      await withRules<unknown>(apiKeyRules, () =>
        'local' in reach
          ? reach.local.client.updateApiKeyOf({ params: { name: namespace.name, key }, body })
          : client.updateApiKey({ params: { key }, body }),
      )
      invocation.output.result({ name: next ?? key }, () => `API key ${next ?? key} changed.\n`)
    })
}

function addRemove(parent: Command, surroundings: Surroundings): void {
  const command = withReach(
    leaf(parent, 'remove <namespace> <key>', 'Remove an API key; it opens nothing from then on'),
  )
  command
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore api-key remove workshop deploy --yes'))
    .action(async (name: string, key: string, options: { yes?: true }) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      await confirm(surroundings, `Remove the API key ${key} of ${name}?`, options.yes === true)
      await ('local' in place.reach
        ? place.reach.local.client.deleteApiKeyOf({ params: { name: place.namespace.name, key } })
        : place.client.deleteApiKey({ params: { key } }))
      invocation.output.result({ name: key }, () => `API key ${key} removed.\n`)
    })
}

export function addApiKeyCommands(program: Command, surroundings: Surroundings): void {
  const parent = group(program, 'api-key', 'Make, list, change and remove API keys of a namespace')
  for (const add of [addCreate, addList, addUpdate, addRemove]) add(parent, surroundings)
}
