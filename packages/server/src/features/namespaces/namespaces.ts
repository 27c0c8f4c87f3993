import { randomUUID } from 'node:crypto'
import {
  Failure,
  hasPermission,
  limits,
  type Permission,
  type Role,
  type TenantId,
  type UserId,
} from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import { violatedUniqueness } from '../../platform/database/transaction.ts'
import type { Change, Fact, Work } from '../../hooks.ts'
import type { Changing } from '../../http/implement.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { countOwnedNamespaces, type User } from '../users/index.ts'
import {
  editForwarding,
  type ForwardingColumns,
  type ForwardingSettings,
  initialForwarding,
  readForwardingSettings,
} from './forwarding-settings.ts'
import {
  editRecording,
  initialRecording,
  readRecordingSettings,
  type RecordingColumns,
  type RecordingSettings,
} from './recording-policy.ts'
import {
  editSecondFactor,
  initialSecondFactor,
  readSecondFactor,
  type SecondFactorColumns,
  type SecondFactorSettings,
} from './second-factor-setting.ts'
import { findMembership, insertMembership } from './memberships.store.ts'
import {
  findNamespace,
  findNamespaceByName,
  insertNamespace,
  type NamespaceRow,
  removeNamespace,
  updateNamespaceRow,
} from './namespaces.store.ts'

/** A namespace name as close to a user name as the alphabet of names allows: it is one label of an SSH address. */
export function namespaceNameFor(username: string): string {
  const { min, max } = limits.namespaceName
  const label = username.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const name = label.slice(0, max).replaceAll(/^-+|-+$/g, '')
  return name.length >= min ? name : `${name}-home`.replace(/^-/, '')
}

async function refusingTakenName<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const taken = violatedUniqueness(error) ?? []
    if (taken.includes('namespaces.name')) throw new Failure('namespace_name_taken', { fields: ['name'] })
    if (!taken.includes('namespaces.tenant_id')) throw error
    const message = 'There is a namespace of this identifier already.'
    throw new Failure('namespace_name_taken', { fields: ['tenant_id'], message })
  }
}

export interface NewNamespace {
  readonly name: string
  readonly ownerId: UserId
  readonly type: 'personal' | 'team'
  readonly tenantId?: TenantId
}

const target = ({ tenant_id: id, name }: Pick<NamespaceRow, 'tenant_id' | 'name'>): Fact['target'] => ({
  kind: 'namespace',
  id,
  name,
})

/** Adds a namespace with its owner as the first member. Fails with `namespace_name_taken`. */
export async function addNamespace(
  { database, changed }: Work,
  input: NewNamespace,
  now: number,
): Promise<NamespaceRow> {
  const namespace: NamespaceRow = {
    tenant_id: input.tenantId ?? (randomUUID() as TenantId),
    name: input.name.toLowerCase(),
    owner_id: input.ownerId,
    type: input.type,
    ...initialRecording,
    connection_announcement: '',
    ...initialForwarding,
    ...initialSecondFactor,
    max_devices: limits.unlimited,
    created_at: now,
  }
  await refusingTakenName(() => insertNamespace(database, namespace))
  await insertMembership(database, {
    tenant_id: namespace.tenant_id,
    user_id: input.ownerId,
    role: 'owner',
    status: 'accepted',
    added_at: now,
    expires_at: null,
  })
  const after = { name: namespace.name, owner: input.ownerId, type: input.type }
  const scope = scopeOf(namespace.tenant_id)
  await changed({ what: 'namespace.create', target: target(namespace), after }, scope)
  // Whoever listens may have limited it.
  return getNamespace(database, scope)
}

/** Adds a namespace within the user's quota. Fails with `namespace_quota_reached` or `namespace_name_taken`. */
export async function createNamespace(
  work: Work,
  user: User,
  input: Omit<NewNamespace, 'ownerId'>,
  now: number,
): Promise<NamespaceRow> {
  const unlimited = user.max_namespaces === limits.unlimited
  const full = !unlimited && (await countOwnedNamespaces(work.database, user.id)) >= user.max_namespaces
  if (full) throw new Failure('namespace_quota_reached')
  return addNamespace(work, { ...input, ownerId: user.id }, now)
}

/** Fails with `namespace_not_found`. */
export async function getNamespace(database: Database, scope: Scope): Promise<NamespaceRow> {
  const namespace = await findNamespace(database, scope)
  if (!namespace) throw new Failure('namespace_not_found')
  return namespace
}

/** Fails with `namespace_not_found`. */
export async function getNamespaceByName(database: Database, name: string): Promise<NamespaceRow> {
  const namespace = await findNamespaceByName(database, name)
  if (!namespace) throw new Failure('namespace_not_found')
  return namespace
}

/** Fails with `namespace_not_found`. */
export const scopeNamed = async ({ database }: Pick<Services, 'database'>, name: string): Promise<Scope> =>
  scopeOf((await getNamespaceByName(database, name)).tenant_id)

/**
 * The role of a user in the namespace of a path. For somebody who does not belong to it there is no such namespace
 * (`namespace_not_found`); whose role is too low gets `forbidden`.
 */
export async function getRole(
  database: Database,
  scope: Scope,
  userId: UserId,
  permission?: Permission,
): Promise<Role> {
  const membership = await findMembership(database, scope, userId)
  if (membership?.status !== 'accepted') throw new Failure('namespace_not_found')
  if (permission && !hasPermission(membership.role, permission)) throw new Failure('forbidden')
  return membership.role
}

export interface NamespaceEdit {
  readonly name?: string
  /** -1 unlimited. */
  readonly max_devices?: number
  readonly settings?: Partial<ForwardingSettings> &
    RecordingSettings &
    SecondFactorSettings & { readonly connection_announcement?: string }
}

type Editable = Pick<NamespaceRow, 'name' | 'max_devices' | 'connection_announcement'> &
  ForwardingColumns &
  RecordingColumns &
  SecondFactorColumns

const factsOf = ({ name, max_devices, connection_announcement, ...others }: Editable) => ({
  name,
  max_devices,
  ...readRecordingSettings(others),
  connection_announcement,
  ...readForwardingSettings(others),
  ...readSecondFactor(others),
})

/** Changes what is present. Fails with `namespace_not_found` or `namespace_name_taken`. */
export async function editNamespace(
  { database, scope, changed }: Change,
  { name, max_devices: most, settings = {} }: NamespaceEdit,
): Promise<NamespaceRow> {
  const known = await getNamespace(database, scope)
  const { connection_announcement: announcement } = settings
  const after: Editable = {
    name: name?.toLowerCase() ?? known.name,
    max_devices: most ?? known.max_devices,
    ...editRecording(known, settings),
    connection_announcement: announcement ?? known.connection_announcement,
    ...editForwarding(known, settings),
    ...editSecondFactor(known, settings),
  }
  await refusingTakenName(() => updateNamespaceRow(database, scope, after))
  const now = { ...known, ...after }
  await changed({ what: 'namespace.update', target: target(now), before: factsOf(known), after: factsOf(now) })
  return now
}

/** Deletes a namespace with everything in it. Fails with `namespace_not_found`, or as what has to come first does. */
export async function removeNamespaceOf(services: Services, change: Changing['change'], scope: Scope): Promise<void> {
  for (const prepare of services.hooks.list('namespace.prepare-delete')) await prepare(change, scope)
  await change(scope, (inside) => deleteNamespace(services, inside))
}

/** The transaction of it, once others are prepared. Fails with `namespace_not_found`. */
async function deleteNamespace({ hooks }: Services, change: Change): Promise<void> {
  const { database, scope, changed } = change
  const known = await getNamespace(database, scope)
  for (const hook of hooks.list('namespace.delete')) await hook(change)
  await removeNamespace(database, scope)
  await changed({
    what: 'namespace.remove',
    target: target(known),
    before: { name: known.name, owner: known.owner_id },
  })
}
