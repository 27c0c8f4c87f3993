import type { NamespaceProperty, UserId } from '@sshore/contract'
import { sql } from 'kysely'
import type { Database, NamespacesTable } from '../../platform/database/schema.ts'
import type { Condition } from '../../platform/filter/filter.ts'
import { type ColumnsOf, sqlOf } from '../../platform/filter/filter-sql.ts'
import { type Listed, listPage, type Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'
import type { RecordingColumns } from './recording-policy.ts'
import type { ForwardingColumns } from './forwarding-settings.ts'
import type { SecondFactorColumns } from './second-factor-setting.ts'

export type NamespaceRow = NamespacesTable

export const findNamespace = (database: Database, scope: Scope): Promise<NamespaceRow | undefined> =>
  database.selectFrom('namespaces').selectAll().where('tenant_id', '=', scope.tenantId).executeTakeFirst()

/** For whoever looks after the whole server; without regard to case. */
export const findNamespaceByName = (database: Database, name: string): Promise<NamespaceRow | undefined> =>
  database.selectFrom('namespaces').selectAll().where('name', '=', name.toLowerCase()).executeTakeFirst()

export async function insertNamespace(database: Database, namespace: NamespaceRow): Promise<void> {
  await database.insertInto('namespaces').values(namespace).execute()
}

export type NamespaceChange = Partial<
  Pick<NamespaceRow, 'name' | 'max_devices' | 'connection_announcement'> &
    ForwardingColumns &
    RecordingColumns &
    SecondFactorColumns
>

export async function updateNamespaceRow(database: Database, scope: Scope, change: NamespaceChange): Promise<void> {
  await database.updateTable('namespaces').set(change).where('tenant_id', '=', scope.tenantId).execute()
}

export async function setDeviceLimit(database: Database, scope: Scope, maxDevices: number): Promise<void> {
  await updateNamespaceRow(database, scope, { max_devices: maxDevices })
}

export async function updateOwner(database: Database, scope: Scope, owner: UserId): Promise<void> {
  await database.updateTable('namespaces').set({ owner_id: owner }).where('tenant_id', '=', scope.tenantId).execute()
}

export async function removeNamespace(database: Database, scope: Scope): Promise<void> {
  await database.deleteFrom('namespaces').where('tenant_id', '=', scope.tenantId).execute()
}

export interface NamespaceListing {
  readonly filter: Condition<NamespaceProperty>
  readonly page: Page
}

/** Those that the user belongs to, oldest membership first; or one alone. */
export async function listNamespacesOf(
  database: Database,
  whose: { readonly userId: UserId } | { readonly scope: Scope },
  { filter, page }: NamespaceListing,
): Promise<Listed<NamespaceRow>> {
  const belonging = database
    .selectFrom('namespaces')
    .innerJoin('memberships', 'namespaces.tenant_id', 'memberships.tenant_id')
    .where('memberships.status', '=', 'accepted')
    .where((where) =>
      'userId' in whose
        ? where('memberships.user_id', '=', whose.userId)
        : where.and([
            where('namespaces.tenant_id', '=', whose.scope.tenantId),
            where('memberships.user_id', '=', where.ref('namespaces.owner_id')),
          ]),
    )
    .where(sqlOf(filter, filterColumns))
  return listPage(
    belonging.selectAll('namespaces').orderBy('memberships.added_at').orderBy('namespaces.tenant_id'),
    page,
  )
}

const filterColumns: ColumnsOf<NamespaceProperty> = {
  name: sql.ref('namespaces.name'),
  owner: sql.ref('namespaces.owner_id'),
  tenant_id: sql.ref('namespaces.tenant_id'),
  type: sql.ref('namespaces.type'),
  max_devices: sql.ref('namespaces.max_devices'),
  created_at: sql.ref('namespaces.created_at'),
  'settings.session_record': sql`(${sql.ref('namespaces.session_record')} = 1)`,
  'settings.connection_announcement': sql.ref('namespaces.connection_announcement'),
  'settings.allow_local_forwarding': sql`(${sql.ref('namespaces.allow_local_forwarding')} = 1)`,
  'settings.allow_remote_forwarding': sql`(${sql.ref('namespaces.allow_remote_forwarding')} = 1)`,
  'settings.allow_socket_forwarding': sql`(${sql.ref('namespaces.allow_socket_forwarding')} = 1)`,
  'settings.allow_agent_forwarding': sql`(${sql.ref('namespaces.allow_agent_forwarding')} = 1)`,
  'settings.require_mfa': sql`(${sql.ref('namespaces.require_mfa')} = 1)`,
}

export async function listEveryNamespace(
  database: Database,
  filter: Condition<NamespaceProperty>,
  page: Page,
): Promise<Listed<NamespaceRow>> {
  const found = database.selectFrom('namespaces').where(sqlOf(filter, filterColumns))
  return listPage(found.selectAll().orderBy('name'), page)
}
