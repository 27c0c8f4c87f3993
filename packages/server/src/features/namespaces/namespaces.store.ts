import type { UserId } from '@sshore/contract'
import type { Database, NamespacesTable } from '../../platform/database/schema.ts'
import type { Listed, Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'

export type NamespaceRow = NamespacesTable

export const findNamespace = (database: Database, scope: Scope): Promise<NamespaceRow | undefined> =>
  database.selectFrom('namespaces').selectAll().where('tenant_id', '=', scope.tenantId).executeTakeFirst()

/** For whoever looks after the whole server; without regard to case. */
export const findNamespaceByName = (database: Database, name: string): Promise<NamespaceRow | undefined> =>
  database.selectFrom('namespaces').selectAll().where('name', '=', name.toLowerCase()).executeTakeFirst()

export async function insertNamespace(database: Database, namespace: NamespaceRow): Promise<void> {
  await database.insertInto('namespaces').values(namespace).execute()
}

export type NamespaceChange = Partial<Pick<NamespaceRow, 'name' | 'session_record' | 'connection_announcement'>>

export async function updateNamespaceRow(database: Database, scope: Scope, change: NamespaceChange): Promise<void> {
  await database.updateTable('namespaces').set(change).where('tenant_id', '=', scope.tenantId).execute()
}

export async function removeNamespace(database: Database, scope: Scope): Promise<void> {
  await database.deleteFrom('namespaces').where('tenant_id', '=', scope.tenantId).execute()
}

/** Those that the user belongs to, oldest membership first. */
export async function listNamespacesOf(database: Database, userId: UserId, page: Page): Promise<Listed<NamespaceRow>> {
  const belonging = database
    .selectFrom('memberships')
    .innerJoin('namespaces', 'namespaces.tenant_id', 'memberships.tenant_id')
    .where('memberships.user_id', '=', userId)
    .where('memberships.status', '=', 'accepted')
  const rows = await belonging
    .selectAll('namespaces')
    .orderBy('memberships.added_at')
    .orderBy('namespaces.tenant_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await belonging
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function listEveryNamespace(database: Database, page: Page): Promise<Listed<NamespaceRow>> {
  const rows = await database
    .selectFrom('namespaces')
    .selectAll()
    .orderBy('name')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await database
    .selectFrom('namespaces')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
