import { ApiError, type Client } from '@sshore/client'
import type { Command } from 'commander'
import { everyPage } from '../instance/every-page.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { labelled } from '../terminal/text-table.ts'
import { shortTime } from '../terminal/times.ts'
import { examples, group, invocationOf, leaf } from './command.ts'

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no')
const timeOf = (unixSeconds: number): string =>
  unixSeconds === 0 ? 'never' : shortTime(new Date(unixSeconds * 1000).toISOString())

/** Undefined where the namespace is no customer. */
const subscriptionOf = async (client: Client) => {
  try {
    const { body } = await client.getSubscription({ query: { per_page: 1 } })
    const { invoices: _, ...subscription } = body
    return subscription
  } catch (error) {
    if (error instanceof ApiError && error.code === 'billing_customer_not_found') return undefined
    throw error
  }
}

function addShow(billing: Command, surroundings: Surroundings): void {
  const command = withReach(
    leaf(billing, 'show <namespace>', 'Ask the payment provider how things are, and tell what they mean'),
  )
  command.addHelpText('after', examples('sshore billing show workshop')).action(async (name: string) => {
    const invocation = invocationOf(surroundings, command)
    await using place = await openPlace(invocation, command, name)
    const { client } = place
    // First: what follows is told by what it finds.
    const subscription = (await subscriptionOf(client)) ?? null
    const { body: evaluation } = await client.evaluateBilling()
    const removed = Number(
      (await client.listDevices({ query: { status: 'removed', per_page: 1 } })).headers['X-Total-Count'],
    )
    const { max_devices, devices_count: devices } = place.namespace
    const shown = { subscription, ...evaluation, devices, removed_devices: removed, max_devices }
    invocation.output.result(shown, () =>
      labelled([
        ['Subscription', subscription ? subscription.status : 'no customer'],
        ...(subscription && subscription.id !== ''
          ? ([
              ['Identifier', subscription.id],
              ['Until', timeOf(subscription.end_at)],
            ] as const)
          : []),
        ['Devices', `${devices} accepted, ${removed} removed in the last 30 days`],
        ['Limit', subscription?.active || max_devices <= 0 ? 'none' : String(max_devices)],
        ['Can accept', yesOrNo(evaluation.can_accept)],
        ['Can connect', yesOrNo(evaluation.can_connect)],
      ]),
    )
  })
}

const money = ({ amount, currency }: { readonly amount: number; readonly currency: string }): string =>
  `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`

function addInvoices(billing: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(billing, 'invoices <namespace>', 'List the invoices, newest first'))
  command.addHelpText('after', examples('sshore billing invoices workshop')).action(async (name: string) => {
    const invocation = invocationOf(surroundings, command)
    await using place = await openPlace(invocation, command, name)
    const invoices = await everyPage(async (query) => {
      const { body, headers } = await place.client.getSubscription({ query })
      return { body: body.invoices, headers }
    })
    invocation.output.result(invoices, () =>
      invocation.output.table(
        ['INVOICE', 'STATUS', 'AMOUNT'],
        invoices.map((invoice) => [invoice.id, invoice.status, money(invoice)]),
      ),
    )
  })
}

function addCancel(billing: Command, surroundings: Surroundings): void {
  const command = withReach(
    leaf(billing, 'cancel <namespace>', 'Let the subscription end with the period that is paid for'),
  )
  command
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore billing cancel workshop --yes'))
    .action(async (name: string, given: { yes?: true }) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      await confirm(surroundings, `Cancel the subscription of ${name}?`, given.yes === true)
      await place.client.cancelSubscription()
      const subscription = await subscriptionOf(place.client)
      invocation.output.result(
        subscription,
        () => `The subscription of ${name} ends at ${timeOf(subscription?.end_at ?? 0)}.\n`,
      )
    })
}

export function addBillingCommands(program: Command, surroundings: Surroundings): void {
  const billing = group(program, 'billing', 'Show what a namespace pays, list its invoices, cancel its subscription')
  for (const add of [addShow, addInvoices, addCancel]) add(billing, surroundings)
}
