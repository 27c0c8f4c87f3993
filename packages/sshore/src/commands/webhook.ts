import type { EventType } from '@sshore/contract'
import type { Command } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { everyPage } from '../instance/every-page.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { getNamedWebhook } from '../webhooks/webhook-selection.ts'
import { selectionText, stateText, webhookText } from '../webhooks/webhook-text.ts'
import { examples, group, invocationOf, leaf } from './command.ts'
import { collectType } from './events.ts'
import { mustChange, type OnOff, onOffOption } from './option-values.ts'
import { webhookDeliveryCommands } from './webhook-delivery.ts'

const keepSecret = 'Keep the secret now: it is not shown again. Deliveries are signed with it.'

interface EditOptions {
  readonly name?: string
  readonly url?: string
  readonly event?: readonly EventType[]
  readonly allEvents?: true
  readonly active?: OnOff
}

function addList(parent: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(parent, 'list <namespace>', 'List the webhooks of a namespace'))
  command.addHelpText('after', examples('sshore webhook list workshop')).action(async (name: string) => {
    const invocation = invocationOf(surroundings, command)
    const { output } = invocation
    await using place = await openPlace(invocation, command, name)
    const webhooks = await everyPage((query) => place.client.listWebhooks({ query }))
    const rows = webhooks.map((each) => [
      each.name,
      stateText(each),
      selectionText(each),
      each.url,
      each.id.slice(0, 8),
    ])
    output.result(webhooks, () => output.table(['NAME', 'STATE', 'EVENTS', 'ADDRESS', 'ID'], rows))
  })
}

function addCreate(parent: Command, surroundings: Surroundings): void {
  const usage = 'create <namespace> <name> <url>'
  const command = withReach(leaf(parent, usage, 'Have events sent to an address; the secret is shown this once'))
  command
    .option('--event <type>', 'only events of this type; may be given again (default: all)', collectType)
    .option('--off', 'send nothing yet')
    .addHelpText(
      'after',
      examples('sshore webhook create workshop chat https://hooks.example.com/sshore --event device.pending'),
    )
    .action(async (name: string, webhook: string, url: string, options: EditOptions & { off?: true }) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const selection = options.event ? { events: [...options.event] } : {}
      const body = { name: webhook, url, ...selection, ...(options.off ? { active: false } : {}) }
      const { body: made } = await place.client.createWebhook({ body })
      invocation.output.note(keepSecret)
      invocation.output.result(made, () => `${webhookText(made)}Secret:  ${made.secret}\n`)
    })
}

function addShow(parent: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(parent, 'show <namespace> <webhook>', 'Show one webhook, without its secret'))
  command
    .addHelpText('after', examples('sshore webhook show workshop chat'))
    .action(async (name: string, given: string) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const webhook = await getNamedWebhook(place.client, given)
      invocation.output.result(webhook, () => webhookText(webhook))
    })
}

function changesOf({ name, url, event, allEvents, active }: EditOptions) {
  if (event && allEvents) {
    throw new CommandFailure(exitCodes.usage, 'invalid_input', 'Give --event or --all-events, not both.')
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(event ? { events: [...event] } : {}),
    ...(allEvents ? { events: [] } : {}),
    ...(active === undefined ? {} : { active: active === 'on' }),
  }
}

function addEdit(parent: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(parent, 'edit <namespace> <webhook>', 'Change a webhook, or switch it on or off'))
  command
    .option('--name <name>', 'its new name')
    .option('--url <url>', 'its new address')
    .option('--event <type>', 'only events of this type from now on; may be given again', collectType)
    .option('--all-events', 'all events from now on')
    .addOption(onOffOption('--active <on|off>', 'off drops what waits to be sent'))
    .addHelpText('after', examples('sshore webhook edit workshop chat --active on'))
    .action(async (name: string, given: string, options: EditOptions) => {
      const body = changesOf(options)
      mustChange(body)
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const { id } = await getNamedWebhook(place.client, given)
      const { body: changed } = await place.client.updateWebhook({ params: { id }, body })
      invocation.output.result(changed, () => webhookText(changed))
    })
}

function addRemove(parent: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(parent, 'remove <namespace> <webhook>', 'Remove a webhook with its deliveries'))
  command
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore webhook remove workshop chat --yes'))
    .action(async (name: string, given: string, options: { yes?: true }) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const { id, name: webhook } = await getNamedWebhook(place.client, given)
      await confirm(surroundings, `Remove the webhook ${webhook} of ${name}?`, options.yes === true)
      await place.client.deleteWebhook({ params: { id } })
      invocation.output.result({ id, name: webhook }, () => `Webhook ${webhook} removed.\n`)
    })
}

function addSecret(parent: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(parent, 'secret <namespace> <webhook>', 'Give a webhook a new secret, at once'))
  command
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore webhook secret workshop chat --yes'))
    .action(async (name: string, given: string, options: { yes?: true }) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const { id, name: webhook } = await getNamedWebhook(place.client, given)
      const question = `Sign deliveries of ${webhook} with a new secret from now on?`
      await confirm(surroundings, question, options.yes === true)
      const { body } = await place.client.renewWebhookSecret({ params: { id } })
      invocation.output.note(keepSecret)
      invocation.output.result({ id, name: webhook, ...body }, () => `${body.secret}\n`)
    })
}

export function addWebhookCommands(program: Command, surroundings: Surroundings): void {
  const parent = group(program, 'webhook', 'Have events of a namespace sent to addresses, and see how that goes')
  const additions = [addList, addCreate, addShow, addEdit, addRemove, addSecret, ...webhookDeliveryCommands]
  for (const add of additions) add(parent, surroundings)
}
