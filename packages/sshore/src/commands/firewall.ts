import type { FirewallRule, FirewallRuleChoices, FirewallRuleId } from '@sshore/contract'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { deviceCalls } from '../devices/device-calls.ts'
import { getNamedDevice } from '../devices/device-selection.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { everyPage } from '../instance/every-page.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { labelled } from '../terminal/text-table.ts'
import { collect } from './option-values.ts'
import { examples, group, invocationOf, leaf } from './command.ts'

const devicesOf = ({ filter }: FirewallRule): string =>
  'hostname' in filter ? filter.hostname : `tags: ${filter.tags.join(', ')}`

const described = (rule: FirewallRule): string =>
  labelled([
    ['Rule', String(rule.id)],
    ['Action', rule.action],
    ['Active', rule.active ? 'yes' : 'no'],
    ['Priority', String(rule.priority)],
    ['From', rule.source_ip],
    ['Login names', rule.username],
    ['Devices', devicesOf(rule)],
  ])

function wholeNumber(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It takes a whole number.')
}

function addressPattern(text: string): string {
  // It would be a rule that never matches.
  if (!text.includes('/')) return text
  throw new InvalidArgumentError(
    String.raw`No address has a slash in it: it takes a regular expression, such as 10\..* for the network 10.0.0.0/8.`,
  )
}

function ruleNumber(text: string): FirewallRuleId {
  // Whether there is one of this number, the server knows.
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text) as FirewallRuleId
  const message = `${JSON.stringify(text)} is no number of a rule; "sshore firewall list" shows them.`
  throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
}

interface Given {
  readonly priority?: number
  readonly from?: string
  readonly user?: string
  readonly host?: string
  readonly tag?: readonly string[]
  readonly inactive?: true
  readonly active?: true
  readonly action?: 'allow' | 'deny'
}

const withChoices = (command: Command): Command =>
  command
    .option('--priority <number>', 'the lowest that matches decides; of equal ones, the oldest', wholeNumber)
    .option('--from <regex>', 'addresses that it is about, the whole address', addressPattern)
    .option('--user <regex>', 'login names that it is about, the whole name')
    .addOption(new Option('--host <regex>', 'devices that it is about, the whole name').conflicts('tag'))
    .option('--tag <tag>', 'devices with this tag; given again, with any of them', collect)

function filterOf({ host, tag }: Given): FirewallRuleChoices['filter'] | undefined {
  if (tag) return { tags: [...tag] }
  return host === undefined ? undefined : { hostname: host }
}

const everything: FirewallRuleChoices = {
  action: 'deny',
  active: true,
  priority: 0,
  source_ip: '.*',
  username: '.*',
  filter: { hostname: '.*' },
}

const changed = (rule: FirewallRuleChoices, given: Given): FirewallRuleChoices => ({
  action: given.action ?? rule.action,
  active: given.active ?? (given.inactive ? false : rule.active),
  priority: given.priority ?? rule.priority,
  source_ip: given.from ?? rule.source_ip,
  username: given.user ?? rule.username,
  filter: filterOf(given) ?? rule.filter,
})

const goOn = 'Sessions that run now go on; end them with "sshore session close".'

function addList(firewall: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(firewall, 'list <namespace>', 'List the rules in the order in which they are asked'))
  command.addHelpText('after', examples('sshore firewall list workshop')).action(async (name: string) => {
    const invocation = invocationOf(surroundings, command)
    const { output } = invocation
    await using place = await openPlace(invocation, command, name)
    const rules = await everyPage((query) => place.client.listFirewallRules({ query }))
    output.result(rules, () =>
      output.table(
        ['RULE', 'PRIORITY', 'ACTION', 'FROM', 'LOGIN NAMES', 'DEVICES', 'ACTIVE'],
        rules.map((rule) => [
          ...[String(rule.id), String(rule.priority), rule.action, rule.source_ip],
          ...[rule.username, devicesOf(rule), rule.active ? 'yes' : 'no'],
        ]),
      ),
    )
  })
}

function addCreate(firewall: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(firewall, 'create <namespace> <action>', 'Add a rule that will allow or deny'))
  withChoices(command)
    .option('--inactive', 'not asked until it is made active')
    .addHelpText(
      'after',
      examples(
        String.raw`sshore firewall create workshop allow --priority 1 --from '192\.0\.2\..*'`,
        'sshore firewall create workshop deny --priority 2 --user root --tag production',
      ),
    )
    .action(async (name: string, action: string, given: Given) => {
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      // The server knows which words there are.
      const body = { ...changed(everything, given), action: action as FirewallRule['action'] }
      const { body: rule } = await place.client.createFirewallRule({ body })
      output.note(`Rule ${rule.id} added. ${goOn}`)
      output.result(rule, () => described(rule))
    })
}

function addEdit(firewall: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(firewall, 'edit <namespace> <rule>', 'Change what is given of a rule'))
  withChoices(command)
    .addOption(new Option('--action <action>', 'what it does').choices(['allow', 'deny']))
    .addOption(new Option('--active', 'ask it').conflicts('inactive'))
    .option('--inactive', 'pass it over')
    .addHelpText('after', examples('sshore firewall edit workshop 3 --inactive'))
    .action(async (name: string, text: string, given: Given) => {
      const params = { id: ruleNumber(text) }
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      const { body: known } = await place.client.getFirewallRule({ params })
      const { body: rule } = await place.client.updateFirewallRule({ params, body: changed(known, given) })
      output.note(`Rule ${rule.id} changed. ${goOn}`)
      output.result(rule, () => described(rule))
    })
}

function addRemove(firewall: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(firewall, 'remove <namespace> <rule>', 'Remove a rule'))
  command
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore firewall remove workshop 3 --yes'))
    .action(async (name: string, text: string, given: { yes?: true }) => {
      const id = ruleNumber(text)
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      await confirm(surroundings, `Remove firewall rule ${id} from ${name}?`, given.yes === true)
      await place.client.deleteFirewallRule({ params: { id } })
      invocation.output.result({ id }, () => `Rule ${id} removed from ${name}.\n`)
    })
}

function addTest(firewall: Command, surroundings: Surroundings): void {
  const usage = 'test <namespace> <device> <login> <address>'
  const command = withReach(
    leaf(firewall, usage, 'Tell whether a connection would be let through, and which rule decides'),
  )
  command
    .addHelpText('after', examples('sshore firewall test workshop kitchen-pi root 203.0.113.9'))
    .action(async (name: string, given: string, username: string, source_ip: string) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const { uid } = await getNamedDevice(deviceCalls(place.client, 'device'), 'device', given)
      const query = { device: uid, username, source_ip }
      const { body: verdict } = await place.client.evaluateFirewall({ query })
      invocation.output.result(verdict, () => {
        const by = verdict.rule ? `by rule ${verdict.rule.id}` : 'since no rule matches'
        if (verdict.allowed) return `Allowed, ${by}.\n`
        return `Denied: ${verdict.reason}\n`
      })
    })
}

export function addFirewallCommands(program: Command, surroundings: Surroundings): void {
  const firewall = group(program, 'firewall', 'List, create, edit, remove and try the firewall rules of a namespace')
  for (const add of [addList, addCreate, addEdit, addRemove, addTest]) add(firewall, surroundings)
}
