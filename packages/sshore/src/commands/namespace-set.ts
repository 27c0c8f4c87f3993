// What a namespace allows: its settings for members, its limits and its owner for whoever looks after the server.
import { limits, type Namespace, recordingPolicies } from '@sshore/contract'
import { Option, type Command } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { namespaceRules, withRules } from '../input-rules.ts'
import { openPlace, type Place, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { labelled } from '../terminal/text-table.ts'
import { examples, invocationOf, leaf } from './command.ts'
import { onOffOption } from './option-values.ts'

type Settings = Namespace['settings']
type Switch = { [Key in keyof Settings]-?: NonNullable<Settings[Key]> extends boolean ? Key : never }[keyof Settings]

const switches: readonly (readonly [setting: Switch, flag: string, option: keyof SetOptions, what: string])[] = [
  [
    'allow_local_forwarding',
    'allow-local-forwarding',
    'allowLocalForwarding',
    'ssh -L, -D, -W, -J through its devices',
  ],
  [
    'allow_remote_forwarding',
    'allow-remote-forwarding',
    'allowRemoteForwarding',
    'ports that its devices open (ssh -R)',
  ],
  ['allow_socket_forwarding', 'allow-socket-forwarding', 'allowSocketForwarding', 'Unix sockets of its devices'],
  ['allow_agent_forwarding', 'allow-agent-forwarding', 'allowAgentForwarding', 'the ssh-agent of users (ssh -A)'],
  ['require_mfa', 'require-mfa', 'requireMfa', "a member's second factor, asked of whoever logs in to its devices"],
  [
    'session_record',
    'session-record',
    'sessionRecord',
    'recording of sessions; --session-record-policy says how strictly',
  ],
]

interface SetOptions {
  readonly allowLocalForwarding?: string
  readonly allowRemoteForwarding?: string
  readonly allowSocketForwarding?: string
  readonly allowAgentForwarding?: string
  readonly sessionRecord?: string
  readonly requireMfa?: string
  readonly sessionRecordPolicy?: Settings['session_record_policy']
  readonly announcement?: string
  readonly name?: string
  readonly maxDevices?: string
  readonly owner?: string
  readonly yes?: true
}

/** Only what was given. */
function settingsOf(given: SetOptions): Partial<Settings> {
  const settings: Partial<Settings> = {}
  for (const [setting, , option] of switches) {
    if (given[option] !== undefined) settings[setting] = given[option] === 'on'
  }
  if (given.sessionRecordPolicy !== undefined) settings.session_record_policy = given.sessionRecordPolicy
  if (given.announcement !== undefined) settings.connection_announcement = given.announcement
  return settings
}

/** The contract's numbers: at least 3, or no limit. */
function maxDevicesOf(text: string): number {
  if (text === 'unlimited') return limits.unlimited
  if (/^\d{1,7}$/.test(text) && Number(text) >= limits.maxDevicesDefault) return Number(text)
  const message = `--max-devices: got ${JSON.stringify(text)}, expected a whole number from ${limits.maxDevicesDefault}, or "unlimited".`
  throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
}

export const settingsText = (namespace: Namespace): string =>
  labelled([
    ['Namespace', namespace.name],
    ['Tenant', namespace.tenant_id],
    ['Type', namespace.type],
    ['Owner', namespace.members.find(({ role }) => role === 'owner')?.email ?? namespace.owner],
    ['Members', String(namespace.members.length)],
    ['Devices', String(namespace.devices_count)],
    ['max-devices', namespace.max_devices === limits.unlimited ? 'unlimited' : String(namespace.max_devices)],
    ...switches.map(([setting, flag]) => [flag, namespace.settings[setting] ? 'on' : 'off'] as const),
    ['session-record-policy', namespace.settings.session_record_policy],
    ['announcement', namespace.settings.connection_announcement],
  ])

interface Edit {
  readonly name?: string
  readonly settings?: Partial<Settings>
  readonly max_devices?: number
  readonly owner?: string
}

function editOf(given: SetOptions): Edit {
  const settings = settingsOf(given)
  return {
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(given.name === undefined ? {} : { name: given.name }),
    ...(given.maxDevices === undefined ? {} : { max_devices: maxDevicesOf(given.maxDevices) }),
    ...(given.owner === undefined ? {} : { owner: given.owner }),
  }
}

async function apply({ reach, namespace, client }: Place, edit: Edit): Promise<Namespace> {
  if ('local' in reach) {
    return (await reach.local.client.updateNamespaceByName({ params: { name: namespace.name }, body: edit })).body
  }
  const { owner, max_devices: most, ...body } = edit
  if (owner === undefined && most === undefined) {
    return (await client.updateNamespace({ params: { tenant: namespace.tenant_id }, body })).body
  }
  const message = '--owner and --max-devices are for the command beside the server.'
  throw new CommandFailure(exitCodes.usage, 'wrong_usage', message)
}

const asksForRecording = ({
  settings: { session_record: on, session_record_policy: policy = 'off' } = {},
}: Edit): boolean => on === true || policy !== 'off'

async function records({ client }: Place): Promise<boolean> {
  const { body: info } = await client.getInfo()
  return info.features.includes('recording')
}

export function addNamespaceSet(parent: Command, surroundings: Surroundings): void {
  const set = withReach(leaf(parent, 'set <name>', 'Change what a namespace allows, its name, its limit or its owner'))
  for (const [, flag, , what] of switches) set.addOption(onOffOption(`--${flag} <state>`, what))
  set.addOption(
    new Option(
      '--session-record-policy <policy>',
      'best_effort: sessions go on where recording fails; required: nothing runs without',
    ).choices([...recordingPolicies]),
  )
  set
    .option('--announcement <text>', 'text shown to whoever opens a shell; empty for none')
    .option('--name <name>', 'its new name; the SSH addresses of its devices change with it')
    .option('--max-devices <number>', 'how many devices it may accept, or "unlimited"')
    .option('--owner <user>', 'gives it to another user; the owner before stays as administrator')
    .option('--yes', 'do not ask before the owner changes')
    .addHelpText(
      'after',
      examples(
        'sshore namespace set workshop --allow-agent-forwarding off',
        'sshore namespace set workshop --max-devices 500',
        'sshore namespace set workshop --owner grace --yes',
      ),
    )
    .action(async (name: string, given: SetOptions, command: Command) => {
      const edit = editOf(given)
      if (Object.keys(edit).length === 0) {
        const flags = switches.map(([, flag]) => `--${flag}`).join(', ')
        const message = `Nothing to change: give one of ${flags}, --session-record-policy, --announcement, --name, --max-devices, --owner.`
        throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
      }
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      if (edit.owner !== undefined) await confirm(surroundings, `Give ${name} to ${edit.owner}?`, given.yes === true)
      const changed = await withRules(namespaceRules, () => apply(place, edit))
      invocation.output.note('Namespace changed; connections made from now on are held to it.')
      if (asksForRecording(edit) && !(await records(place))) {
        const note =
          'Nothing is recorded: the edition of this server (SSHORE_EDITION) has no recording. The setting is kept.'
        invocation.output.note(note)
      }
      invocation.output.result(changed, () => settingsText(changed))
    })
}
