// What was sent by a webhook and what waits to be sent: `sshore webhook test|deliveries|redeliver`.
import { setTimeout as pause } from 'node:timers/promises'
import type { WebhookDelivery } from '@sshore/contract'
import type { Command } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { openPlace, type Place, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { shortTime } from '../terminal/times.ts'
import { getDelivery, getNamedWebhook, newestDeliveries } from '../webhooks/webhook-selection.ts'
import { deliveryText } from '../webhooks/webhook-text.ts'
import { examples, invocationOf, type Invocation, leaf } from './command.ts'
import { countOf } from './option-values.ts'

/** The server gives a receiver 10 seconds; what waits before it may take some too. */
const patienceSeconds = 15
const lookMilliseconds = 250

/** The delivery once it was tried, or as it is when that takes too long. */
async function tried(place: Place, delivery: WebhookDelivery, { output }: Invocation): Promise<WebhookDelivery> {
  if ('local' in place.reach && !place.reach.local.running) {
    output.note('No server runs on the data folder; it is sent once one does.')
    return delivery
  }
  const before = delivery.attempts
  let latest = delivery
  for (let looks = (patienceSeconds * 1000) / lookMilliseconds; looks > 0; looks -= 1) {
    await pause(lookMilliseconds)
    const recent = await newestDeliveries(place.client, { id: delivery.webhook_id }, 100)
    latest = recent.find(({ id }) => id === delivery.id) ?? latest
    if (latest.status !== 'waiting' || latest.attempts > before) break
  }
  return latest
}

/** Fails with exit code 1 when it was tried in vain. */
function tell({ output }: Invocation, delivery: WebhookDelivery): void {
  output.result(delivery, () => `Delivery ${delivery.id.slice(0, 8)}: ${deliveryText(delivery)}\n`)
  if (delivery.status === 'delivered' || delivery.attempts === 0) return
  throw new CommandFailure(exitCodes.failed, 'not_delivered', delivery.problem, { told: true })
}

function addTest(parent: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(parent, 'test <namespace> <webhook>', 'Send a test event, and tell how that went'))
  command
    .option('--no-wait', 'do not wait for the answer')
    .addHelpText('after', examples('sshore webhook test workshop chat'))
    .action(async (name: string, given: string, { wait }: { wait: boolean }) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const { id } = await getNamedWebhook(place.client, given)
      const { body } = await place.client.testWebhook({ params: { id } })
      tell(invocation, wait ? await tried(place, body, invocation) : body)
    })
}

function addDeliveries(parent: Command, surroundings: Surroundings): void {
  const usage = 'deliveries <namespace> <webhook>'
  const command = withReach(leaf(parent, usage, 'List what was sent and what waits to be sent, newest first'))
  command
    .option('--limit <number>', 'at most so many', '100')
    .addHelpText('after', examples('sshore webhook deliveries workshop chat'))
    .action(async (name: string, given: string, { limit }: { limit: string }) => {
      const most = countOf('--limit', limit)
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      const deliveries = await newestDeliveries(place.client, await getNamedWebhook(place.client, given), most)
      const rows = deliveries.map((each) => [
        ...[shortTime(each.created_at), each.type, String(each.attempts)],
        ...[each.id.slice(0, 8), deliveryText(each)],
      ])
      output.result(deliveries, () => output.table(['TIME', 'TYPE', 'ATTEMPTS', 'ID', 'STATE'], rows))
    })
}

function addRedeliver(parent: Command, surroundings: Surroundings): void {
  const usage = 'redeliver <namespace> <webhook> <delivery>'
  const command = withReach(leaf(parent, usage, 'Send a delivery once more, now, with the same identifiers'))
  command
    .option('--no-wait', 'do not wait for the answer')
    .addHelpText('after', examples('sshore webhook redeliver workshop chat 4f1c09ab'))
    .action(async (name: string, given: string, which: string, { wait }: { wait: boolean }) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const webhook = await getNamedWebhook(place.client, given)
      const { id: delivery } = await getDelivery(place.client, webhook, which)
      const { body } = await place.client.redeliverWebhook({ params: { id: webhook.id, delivery } })
      tell(invocation, wait ? await tried(place, body, invocation) : body)
    })
}

export const webhookDeliveryCommands = [addTest, addDeliveries, addRedeliver]
