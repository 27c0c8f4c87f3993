// What is told of a change, and of devices that come and go.
import { randomUUID } from 'node:crypto'
import type { ChangeName, EventType, NamespaceEvent, TenantId } from '@sshore/contract'
import { limits } from '@sshore/contract'
import type { Fact, SeenDevice } from '../../hooks.ts'
import { type Actor, personOf, serverActor } from '../../platform/actor.ts'
import { time } from '../../platform/database/codecs.ts'
import { redact } from '../audit/index.ts'

const plain: Partial<Record<ChangeName, EventType>> = {
  'device.register': 'device.pending',
  'device.update': 'device.updated',
  'device.take-over': 'device.replaced',
  'device.tags': 'device.tagged',
  'device.remove': 'device.removed',
  'device.connection-refused': 'connection.refused',
  'session.open': 'session.started',
  'session.update': 'session.updated',
  'session.close': 'session.closing',
  'session.end': 'session.ended',
  'member.add': 'member.added',
  'member.accept': 'member.added',
  'member.update': 'member.updated',
  'member.remove': 'member.removed',
  'member.leave': 'member.left',
  'namespace.update': 'namespace.updated',
  'namespace.remove': 'namespace.removed',
  'public-key.create': 'public-key.created',
  'public-key.update': 'public-key.updated',
  'public-key.tags': 'public-key.updated',
  'public-key.remove': 'public-key.removed',
  'api-key.create': 'api-key.created',
  'api-key.update': 'api-key.updated',
  'api-key.remove': 'api-key.removed',
  'firewall-rule.create': 'firewall-rule.created',
  'firewall-rule.update': 'firewall-rule.updated',
  'firewall-rule.tags': 'firewall-rule.updated',
  'firewall-rule.remove': 'firewall-rule.removed',
  'tag.rename': 'tag.renamed',
  'tag.remove': 'tag.removed',
  'connector.create': 'connector.created',
  'connector.update': 'connector.updated',
  'connector.remove': 'connector.removed',
  'webhook.create': 'webhook.created',
  'webhook.update': 'webhook.updated',
  'webhook.remove': 'webhook.removed',
  'webhook.disable': 'webhook.disabled',
}

const ofStatus: Readonly<Record<string, EventType>> = {
  accepted: 'device.accepted',
  rejected: 'device.rejected',
  pending: 'device.pending',
}

const typeOf = ({ what, after }: Fact): EventType | undefined =>
  what === 'device.status' ? (ofStatus[String(after?.['status'])] ?? 'device.updated') : plain[what]

interface Happening {
  readonly type: EventType
  readonly tenantId: TenantId
  readonly actor: Actor
  readonly targets: NamespaceEvent['targets']
  readonly now: number
}

const event = ({ type, tenantId, actor, targets, now }: Happening): NamespaceEvent => ({
  id: randomUUID(),
  type,
  time: time.toWire(now),
  tenant_id: tenantId,
  actor: personOf(actor),
  targets,
  before: null,
  after: null,
})

/** Undefined for what is not told. */
export function eventOf(tenantId: TenantId, actor: Actor, fact: Fact, now: number): NamespaceEvent | undefined {
  const type = typeOf(fact)
  if (!type) return undefined
  const { kind, id, name = '' } = fact.target
  return {
    ...event({ type, tenantId, actor, targets: [{ kind, id, name }], now }),
    before: fact.before ? redact(fact.before) : null,
    after: fact.after ? redact(fact.after) : null,
  }
}

/** Many devices come at once after a restart: one event tells of many, of one namespace each. */
export function presenceEvents(devices: readonly SeenDevice[], online: boolean, now: number): NamespaceEvent[] {
  const type = online ? 'device.online' : 'device.offline'
  const told: NamespaceEvent[] = []
  for (const [tenantId, those] of Map.groupBy(devices, (device) => device.tenantId)) {
    const targets = those.map(({ uid, name }) => ({ kind: 'device', id: uid, name }))
    for (let start = 0; start < targets.length; start += limits.liveEvents.targets) {
      const some = targets.slice(start, start + limits.liveEvents.targets)
      told.push(event({ type, tenantId, actor: serverActor, targets: some, now }))
    }
  }
  return told
}
