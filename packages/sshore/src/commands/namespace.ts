import { Option, type Command } from 'commander'
import type { Namespace, TenantId } from '@sshore/contract'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { namespaceRules, withRules } from '../input-rules.ts'
import { openAdministration } from '../instance/administration.ts'
import { everyPage } from '../instance/every-page.ts'
import { openPlace, openReach, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { labelled } from '../terminal/text-table.ts'
import { examples, group, invocationOf, leaf, withSettings } from './command.ts'
import { addNamespaceSet, settingsText } from './namespace-set.ts'

const described = (namespace: Namespace): string =>
  labelled([
    ['Namespace', namespace.name],
    ['Tenant', namespace.tenant_id],
    ['Type', namespace.type],
  ])

const isTenantId = (text: string): text is TenantId => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

function tenantId(text: string): TenantId {
  if (isTenantId(text)) return text
  throw new CommandFailure(
    exitCodes.usage,
    'invalid_input',
    `--tenant-id: got ${JSON.stringify(text)}, expected a lower-case UUID.`,
  )
}

type CreateRest = readonly [
  owner: string | undefined,
  tenant: string | undefined,
  given: CreateOptions,
  command: Command,
]

interface CreateOptions {
  owner?: string
  type: 'personal' | 'team'
  tenantId?: string
}

function addCreate(namespace: Command, surroundings: Surroundings): void {
  withSettings(leaf(namespace, 'create <name> [owner] [tenant]', 'Create a namespace'), ['dataDir'])
    .option('--owner <user>', 'user name or e-mail address of the owner')
    .addOption(new Option('--type <type>', 'kind of namespace').choices(['personal', 'team']).default('team'))
    .option('--tenant-id <uuid>', 'identifier to give it, for example that of a server moved here')
    .addHelpText('after', examples('sshore namespace create workshop --owner ada'))
    .action(async (name: string, ...rest: CreateRest) => {
      const [owned, tenanted, given, command] = rest
      const { config, output } = invocationOf(surroundings, command)
      const [owner, tenant] = [given.owner ?? owned, given.tenantId ?? tenanted]
      if (owner === undefined) {
        throw new CommandFailure(exitCodes.usage, 'wrong_usage', 'An owner is needed: name a user with --owner.')
      }
      await using administration = await openAdministration(config, surroundings)
      const body = { name, owner, type: given.type, ...(tenant === undefined ? {} : { tenant_id: tenantId(tenant) }) }
      const { body: created } = await withRules(namespaceRules, () =>
        administration.client.createNamespaceFor({ body }),
      )
      output.note('Namespace created.')
      output.result(created, () => described(created))
    })
}

function addList(namespace: Command, surroundings: Surroundings): void {
  withReach(leaf(namespace, 'list', 'List all namespaces; from afar those that you belong to'))
    .addHelpText(
      'after',
      examples('sshore namespace list', 'sshore namespace list --server https://sshore.example.com'),
    )
    .action(async (_: unknown, command: Command) => {
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using reach = await openReach(invocation, command)
      const all = await everyPage((query) =>
        'local' in reach
          ? reach.local.client.listAllNamespaces({ query })
          : reach.remote.client.listNamespaces({ query }),
      )
      output.result(all, () =>
        output.table(
          ['NAMESPACE', 'TENANT', 'TYPE', 'MEMBERS', 'DEVICES'],
          all.map((item) => [
            item.name,
            item.tenant_id,
            item.type,
            String(item.members.length),
            String(item.devices_count),
          ]),
        ),
      )
    })
}

function addShow(namespace: Command, surroundings: Surroundings): void {
  withReach(leaf(namespace, 'show <name>', 'Show a namespace with its settings'))
    .addHelpText('after', examples('sshore namespace show workshop'))
    .action(async (name: string, _: unknown, command: Command) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const { namespace: found } = place
      invocation.output.result(found, () => settingsText(found))
    })
}

function addDelete(namespace: Command, surroundings: Surroundings): void {
  withSettings(leaf(namespace, 'delete <name>', 'Delete a namespace with its devices, sessions and keys'), ['dataDir'])
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore namespace delete workshop', 'sshore namespace delete workshop --yes'))
    .action(async (name: string, given: { yes?: true }, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      await confirm(surroundings, `Delete namespace ${name} and everything in it?`, given.yes === true)
      await administration.client.deleteNamespaceByName({ params: { name } })
      output.result({ name }, () => `Namespace ${name} deleted.\n`)
    })
}

export function addNamespaceCommands(program: Command, surroundings: Surroundings): void {
  const namespace = group(program, 'namespace', 'Create, list, show, change and delete namespaces')
  for (const add of [addCreate, addList, addShow, addNamespaceSet, addDelete]) add(namespace, surroundings)
}
