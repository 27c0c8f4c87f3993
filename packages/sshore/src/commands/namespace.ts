import { Option, type Command } from 'commander'
import type { Namespace, TenantId } from '@sshore/contract'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { namespaceRules, withRules } from '../input-rules.ts'
import { openAdministration } from '../instance/administration.ts'
import { everyPage } from '../instance/every-page.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { labelled, textTable } from '../terminal/text-table.ts'
import { examples, group, invocationOf, leaf, withSettings } from './command.ts'

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

interface CreateOptions {
  owner: string
  type: 'personal' | 'team'
  tenantId?: string
}

function addCreate(namespace: Command, surroundings: Surroundings): void {
  withSettings(leaf(namespace, 'create <name>', 'Create a namespace'), ['dataDir'])
    .requiredOption('--owner <user>', 'user name or e-mail address of the owner')
    .addOption(new Option('--type <type>', 'kind of namespace').choices(['personal', 'team']).default('team'))
    .option('--tenant-id <uuid>', 'identifier to give it, for example that of a server moved here')
    .addHelpText('after', examples('sshore namespace create workshop --owner ada'))
    .action(async (name: string, given: CreateOptions, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const tenant = given.tenantId === undefined ? {} : { tenant_id: tenantId(given.tenantId) }
      const body = { name, owner: given.owner, type: given.type, ...tenant }
      const { body: created } = await withRules(namespaceRules, () =>
        administration.client.createNamespaceFor({ body }),
      )
      output.note('Namespace created.')
      output.result(created, () => described(created))
    })
}

const settingOptions = [
  ['allow_local_forwarding', '--allow-local-forwarding', 'ssh -L, -D, -W and -J through its devices'],
  ['allow_remote_forwarding', '--allow-remote-forwarding', 'ports that listen on its devices (ssh -R)'],
  ['allow_socket_forwarding', '--allow-socket-forwarding', 'Unix sockets of its devices'],
  ['allow_agent_forwarding', '--allow-agent-forwarding', "the user's ssh-agent on its devices (ssh -A)"],
] as const

interface SetOptions {
  allowLocalForwarding?: 'on' | 'off'
  allowRemoteForwarding?: 'on' | 'off'
  allowSocketForwarding?: 'on' | 'off'
  allowAgentForwarding?: 'on' | 'off'
}

const isOn = (value: 'on' | 'off' | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 'on'

/** Only what was given. */
function settingsOf(given: SetOptions): Partial<Namespace['settings']> {
  const local = isOn(given.allowLocalForwarding)
  const remote = isOn(given.allowRemoteForwarding)
  const socket = isOn(given.allowSocketForwarding)
  const agent = isOn(given.allowAgentForwarding)
  return {
    ...(local === undefined ? {} : { allow_local_forwarding: local }),
    ...(remote === undefined ? {} : { allow_remote_forwarding: remote }),
    ...(socket === undefined ? {} : { allow_socket_forwarding: socket }),
    ...(agent === undefined ? {} : { allow_agent_forwarding: agent }),
  }
}

function addSet(namespace: Command, surroundings: Surroundings): void {
  const set = withSettings(leaf(namespace, 'set <name>', 'Change what a namespace allows'), ['dataDir'])
  for (const [, flag, what] of settingOptions) set.addOption(new Option(`${flag} <state>`, what).choices(['on', 'off']))
  set
    .addHelpText('after', examples('sshore namespace set workshop --allow-agent-forwarding off'))
    .action(async (name: string, given: SetOptions, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const settings = settingsOf(given)
      if (Object.keys(settings).length === 0) {
        const flags = settingOptions.map(([, flag]) => flag).join(', ')
        throw new CommandFailure(exitCodes.usage, 'invalid_input', `Nothing to change: give one of ${flags}.`)
      }
      await using administration = await openAdministration(config, surroundings)
      const { body: changed } = await administration.client.updateNamespaceByName({
        params: { name },
        body: { settings },
      })
      output.note('Namespace changed; connections made from now on are held to it.')
      const lines = settingOptions.map(
        ([setting, flag]) => [flag.slice('--'.length), changed.settings[setting] ? 'on' : 'off'] as const,
      )
      output.result(changed, () => labelled([['Namespace', changed.name], ...lines]))
    })
}

function addList(namespace: Command, surroundings: Surroundings): void {
  withSettings(leaf(namespace, 'list', 'List all namespaces'), ['dataDir']).action(
    async (_: unknown, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const all = await everyPage((query) => administration.client.listAllNamespaces({ query }))
      output.result(all, () =>
        textTable(
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
    },
  )
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
  const namespace = group(program, 'namespace', 'Create, list, change and delete namespaces')
  for (const add of [addCreate, addList, addSet, addDelete]) add(namespace, surroundings)
}
