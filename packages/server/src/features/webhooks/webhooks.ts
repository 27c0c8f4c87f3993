import { randomBytes, randomUUID } from 'node:crypto'
import { type BodyOf, type contract, Failure, limits, type WebhookId } from '@sshore/contract'
import type { Change, Fact } from '../../hooks.ts'
import { personOf } from '../../platform/actor.ts'
import { flag } from '../../platform/database/codecs.ts'
import type { WebhooksTable } from '../../platform/database/webhook-tables.ts'
import type { Services } from '../../services.ts'
import { checkedAddress } from './addresses.ts'
import { selection } from './deliveries.ts'
import {
  countWebhooks,
  getWebhook,
  giveUpWaiting,
  insertWebhook,
  patchWebhook,
  removeWebhook,
} from './webhooks.store.ts'

export const sealContext = (id: WebhookId): string => `webhook ${id}`

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

export const target = ({ id, name }: WebhooksTable): Fact['target'] => ({ kind: 'webhook', id, name })

/** Without the path of the address: those of chat services are secrets. */
const factsOf = (row: WebhooksTable) => ({
  name: row.name,
  host: new URL(row.url).host,
  events: selection.read(row.events),
  active: flag.read(row.active),
})

type Sealing = Pick<Services, 'sealer' | 'clock' | 'options'>

const allowsPrivate = ({ options }: Sealing): boolean => options.webhookAllowPrivate === true

/** Fails with `webhook_address` or `webhook_limit`. The secret is the signing key of deliveries. */
export async function createWebhook(
  services: Sealing,
  { database, scope, actor, changed }: Change,
  body: BodyOf<typeof contract.createWebhook>,
): Promise<{ readonly row: WebhooksTable; readonly secret: string }> {
  const url = checkedAddress(body.url, allowsPrivate(services))
  if ((await countWebhooks(database, scope)) >= limits.webhooks.perNamespace) throw new Failure('webhook_limit')
  const id = randomUUID() as string as WebhookId
  const secret = newSecret()
  const now = services.clock.now()
  const row: WebhooksTable = {
    id,
    tenant_id: scope.tenantId,
    name: body.name,
    url,
    events: selection.write(body.events ?? []),
    active: flag.write(body.active ?? true),
    switched_off: '',
    sealed_secret: services.sealer.seal(Buffer.from(secret), sealContext(id)),
    creator: personOf(actor).name,
    created_at: now,
    updated_at: now,
    failing_since: null,
    failures: 0,
    rest_until: 0,
    leased_until: 0,
    lease: '',
  }
  await insertWebhook(database, row)
  await changed({ what: 'webhook.create', target: target(row), after: factsOf(row) })
  return { row, secret }
}

/** Fails with `webhook_not_found` or `webhook_address`. */
export async function editWebhook(
  services: Sealing,
  { database, scope, changed }: Change,
  id: WebhookId,
  body: BodyOf<typeof contract.updateWebhook>,
): Promise<WebhooksTable> {
  const before = await getWebhook(database, scope, id)
  await patchWebhook(database, scope, id, {
    name: body.name ?? before.name,
    url: body.url === undefined ? before.url : checkedAddress(body.url, allowsPrivate(services)),
    events: body.events ? selection.write(body.events) : before.events,
    active: body.active === undefined ? before.active : flag.write(body.active),
    updated_at: services.clock.now(),
    // Whoever changes it has looked after it: it gets another chance at once.
    ...(body.active === true ? { switched_off: '' } : {}),
    ...(body.active === false ? {} : { failing_since: null, failures: 0, rest_until: 0 }),
  })
  if (body.active === false) await giveUpWaiting(database, scope, id, 'The webhook was switched off.')
  const after = await getWebhook(database, scope, id)
  await changed({ what: 'webhook.update', target: target(after), before: factsOf(before), after: factsOf(after) })
  return after
}

/** Fails with `webhook_not_found`. */
export async function renewSecret(services: Sealing, inside: Change, id: WebhookId): Promise<string> {
  const { database, scope, changed } = inside
  const row = await getWebhook(database, scope, id)
  const secret = newSecret()
  const sealed = services.sealer.seal(Buffer.from(secret), sealContext(id))
  await patchWebhook(database, scope, id, { sealed_secret: sealed, updated_at: services.clock.now() })
  await changed({ what: 'webhook.update', target: target(row), after: { secret: 'new' } })
  return secret
}

/** Fails with `webhook_not_found`. */
export async function dropWebhook({ database, scope, changed }: Change, id: WebhookId): Promise<void> {
  const row = await getWebhook(database, scope, id)
  await removeWebhook(database, scope, id)
  await changed({ what: 'webhook.remove', target: target(row), before: factsOf(row) })
}
