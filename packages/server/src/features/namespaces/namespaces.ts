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
import { flag } from '../../platform/database/codecs.ts'
import type { Database } from '../../platform/database/schema.ts'
import { transact, violatedUniqueness } from '../../platform/database/transaction.ts'
import { change } from '../../platform/change.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { countOwnedNamespaces, type User } from '../users/index.ts'
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

/** Adds a namespace with its owner as the first member. Fails with `namespace_name_taken`. */
export function addNamespace(database: Database, input: NewNamespace, now: number): Promise<NamespaceRow> {
  const namespace: NamespaceRow = {
    tenant_id: input.tenantId ?? (randomUUID() as TenantId),
    name: input.name.toLowerCase(),
    owner_id: input.ownerId,
    type: input.type,
    session_record: flag.write(false),
    connection_announcement: '',
    max_devices: limits.unlimited,
    created_at: now,
  }
  return transact(database, async (transaction) => {
    await refusingTakenName(() => insertNamespace(transaction, namespace))
    await insertMembership(transaction, {
      tenant_id: namespace.tenant_id,
      user_id: input.ownerId,
      role: 'owner',
      status: 'accepted',
      added_at: now,
      expires_at: null,
    })
    return namespace
  })
}

/** Adds a namespace within the user's quota. Fails with `namespace_quota_reached` or `namespace_name_taken`. */
export function createNamespace(database: Database, user: User, name: string, now: number): Promise<NamespaceRow> {
  return transact(database, async (transaction) => {
    const unlimited = user.max_namespaces === limits.unlimited
    const full = !unlimited && (await countOwnedNamespaces(transaction, user.id)) >= user.max_namespaces
    if (full) throw new Failure('namespace_quota_reached')
    return addNamespace(transaction, { name, ownerId: user.id, type: 'team' }, now)
  })
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
  readonly settings?: { readonly session_record?: boolean; readonly connection_announcement?: string }
}

/** Changes what is present. Fails with `namespace_not_found` or `namespace_name_taken`. */
export function editNamespace(database: Database, scope: Scope, edit: NamespaceEdit): Promise<NamespaceRow> {
  const { name, settings = {} } = edit
  const change = {
    ...(name === undefined ? {} : { name: name.toLowerCase() }),
    ...(settings.session_record === undefined ? {} : { session_record: flag.write(settings.session_record) }),
    ...(settings.connection_announcement === undefined
      ? {}
      : { connection_announcement: settings.connection_announcement }),
  }
  return transact(database, async (transaction) => {
    if (Object.keys(change).length > 0) {
      await refusingTakenName(() => updateNamespaceRow(transaction, scope, change))
    }
    return getNamespace(transaction, scope)
  })
}

/** Deletes a namespace with everything in it. Fails with `namespace_not_found`. */
export async function deleteNamespace(services: Services, scope: Scope): Promise<void> {
  await change(services.database, scope, async (event) => {
    await getNamespace(event.database, scope)
    for (const hook of services.hooks.list('namespace.delete')) await hook(event)
    await removeNamespace(event.database, scope)
  })
}
