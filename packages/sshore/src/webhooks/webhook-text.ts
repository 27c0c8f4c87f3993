import { type Webhook, type WebhookDelivery, zeroTime } from '@sshore/contract'
import { labelled } from '../terminal/text-table.ts'
import { shortTime } from '../terminal/times.ts'

export const selectionText = ({ events }: Webhook): string => (events.length === 0 ? 'all' : events.join(', '))

export function stateText({ active, switched_off: why, failing_since: since }: Webhook): string {
  if (!active) return why === '' ? 'off' : `switched off: ${why}`
  return since === '' || since === zeroTime ? 'on' : `on, failing since ${shortTime(since)}`
}

export const webhookText = (webhook: Webhook): string =>
  labelled([
    ['Id', webhook.id],
    ['Name', webhook.name],
    ['Address', webhook.url],
    ['Events', selectionText(webhook)],
    ['State', stateText(webhook)],
    ['Made', `${shortTime(webhook.created_at)} by ${webhook.created_by || 'the command line'}`],
  ])

/** How far a delivery has come, in one phrase. */
export function deliveryText(delivery: WebhookDelivery): string {
  const { status, response_status: code, latency_milliseconds: milliseconds, problem, attempts, due_at: due } = delivery
  const answer = code === 0 ? '' : `, answered ${code} in ${milliseconds} ms`
  if (status === 'delivered') return `delivered${answer}`
  if (status === 'failed') return `failed after ${attempts} attempts: ${problem}`
  return attempts === 0 ? 'waits to be sent' : `waits, next attempt ${shortTime(due)}: ${problem}`
}
