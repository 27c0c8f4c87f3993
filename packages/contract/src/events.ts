// What happens in a namespace and is told at once: to whoever listens (server-sent events) and to webhooks.
import { type Static, Type } from 'typebox'
import { TenantId } from './brands.ts'
import { actorKinds } from './endpoints/audit.ts'
import type { Permission } from './roles.ts'
import { Facts, OneOf, Time } from './schemas.ts'

interface EventKind {
  readonly says: string
  /** Whoever lacks it is not told. */
  readonly permission?: Permission
}

const device = (says: string): EventKind => ({ says, permission: 'device:details' })
const session = (says: string): EventKind => ({ says, permission: 'session:details' })

export const events = {
  'device.online': device('Devices came online; several at once are told in one event'),
  'device.offline': device('Devices went offline; several at once are told in one event'),
  'device.pending': device('A device waits to be accepted'),
  'device.accepted': device('A device was accepted'),
  'device.rejected': device('A device was rejected'),
  'device.updated': device('A device was renamed or otherwise changed'),
  'device.tagged': device('A device was given other tags'),
  'device.replaced': device('A re-flashed device took the place of its old self'),
  'device.removed': device('A device was removed'),
  'connection.refused': { says: 'Somebody was kept from a device', permission: 'audit:details' },
  'session.started': session('A session began'),
  'session.updated': session('A session was changed'),
  'session.closing': session('A session was asked to close'),
  'session.ended': session('A session ended'),
  'member.added': { says: 'A user became a member' },
  'member.updated': { says: 'A member was given another role' },
  'member.removed': { says: 'A member was removed' },
  'member.left': { says: 'A member left' },
  'namespace.updated': { says: 'The namespace was changed' },
  'namespace.removed': { says: 'The namespace was deleted' },
  'public-key.created': { says: 'A public key was registered' },
  'public-key.updated': { says: 'A public key was changed' },
  'public-key.removed': { says: 'A public key was removed' },
  'api-key.created': { says: 'An API key was created' },
  'api-key.updated': { says: 'An API key was changed' },
  'api-key.removed': { says: 'An API key was removed' },
  'firewall-rule.created': { says: 'A firewall rule was added', permission: 'firewall:details' },
  'firewall-rule.updated': { says: 'A firewall rule was changed', permission: 'firewall:details' },
  'firewall-rule.removed': { says: 'A firewall rule was removed', permission: 'firewall:details' },
  'tag.renamed': { says: 'A tag was renamed everywhere' },
  'tag.removed': { says: 'A tag was removed everywhere' },
  'connector.created': { says: 'A connector was created', permission: 'connector:details' },
  'connector.updated': { says: 'A connector was changed', permission: 'connector:details' },
  'connector.removed': { says: 'A connector was removed', permission: 'connector:details' },
  'webhook.created': { says: 'A webhook was created', permission: 'webhook:details' },
  'webhook.updated': { says: 'A webhook was changed', permission: 'webhook:details' },
  'webhook.removed': { says: 'A webhook was removed', permission: 'webhook:details' },
  'webhook.test': { says: 'Somebody tried a webhook; sent to that one alone', permission: 'webhook:details' },
  'webhook.disabled': { says: 'A webhook was switched off after failing for days', permission: 'webhook:details' },
} as const satisfies Record<string, EventKind>

export type EventType = keyof typeof events
export const eventTypes = Object.keys(events) as readonly EventType[]

/** Undefined: every member is told. */
export const permissionFor = (type: EventType): Permission | undefined => (events[type] as EventKind).permission

export const NamespaceEvent = Type.Object({
  id: Type.String({ description: 'UUID of the event', examples: ['0c7f3f4e-3d0f-4f0e-9d57-4c5be5f0a111'] }),
  type: OneOf(eventTypes, 'What happened'),
  time: Time,
  tenant_id: TenantId,
  actor: Type.Object({
    kind: OneOf(actorKinds, 'Who did it; administrator: of the server; anybody: somebody without a credential'),
    id: Type.String({ description: 'User, device, or who created the API key; empty where there is none' }),
    name: Type.String({ examples: ['ana'] }),
  }),
  targets: Type.Array(
    Type.Object({ kind: Type.String({ examples: ['device'] }), id: Type.String(), name: Type.String() }),
    { minItems: 1, description: 'What it was done to' },
  ),
  before: Facts,
  after: Facts,
})
export type NamespaceEvent = Static<typeof NamespaceEvent>
