// Namespaces as seen from an SSH address, before it is known whose it is.
import type { TenantId } from '@sshore/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

export async function findNamespaceByName(database: Database, name: string): Promise<TenantId | undefined> {
  const row = await database.selectFrom('namespaces').select('tenant_id').where('name', '=', name).executeTakeFirst()
  return row?.tenant_id
}

/** A typing error is answered before anybody has proved who they are, so it may not cost much. */
const candidatesMax = 2000

/** Names at most `by` characters longer or shorter; two thousand at most. */
export async function namespaceNamesNear(database: Database, name: string, by: number): Promise<string[]> {
  const rows = await database
    .selectFrom('namespaces')
    .select('name')
    .where(sql<number>`length(name)`, '>=', name.length - by)
    .where(sql<number>`length(name)`, '<=', name.length + by)
    .limit(candidatesMax)
    .execute()
  return rows.map((row) => row.name)
}
