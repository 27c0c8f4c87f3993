import type { ApiKeyColumn } from '@sshore/contract'
import type { ApiKeysTable, Database } from '../../platform/database/schema.ts'
import { type Listed, listPage, type Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'

export const findKeyByName = (
  database: Database,
  { tenantId }: Scope,
  name: string,
): Promise<ApiKeysTable | undefined> =>
  database
    .selectFrom('api_keys')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .executeTakeFirst()

/** False when a key of this value or, in its namespace, of this name is there already. */
export async function insertKey(database: Database, key: ApiKeysTable): Promise<boolean> {
  const result = await database
    .insertInto('api_keys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function updateKey(
  database: Database,
  { tenantId }: Scope,
  name: string,
  fields: Pick<ApiKeysTable, 'name' | 'role' | 'updated_at'>,
): Promise<void> {
  await database
    .updateTable('api_keys')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .execute()
}

export async function deleteKey(database: Database, { tenantId }: Scope, name: string): Promise<void> {
  await database.deleteFrom('api_keys').where('tenant_id', '=', tenantId).where('name', '=', name).execute()
}

const sortColumn = {
  expires_in: 'expires_at_seconds',
  name: 'name',
  role: 'role',
  created_by: 'created_by',
  created_at: 'created_at',
  updated_at: 'updated_at',
} as const satisfies Record<ApiKeyColumn, keyof ApiKeysTable>

export interface KeyListing {
  readonly column: ApiKeyColumn
  readonly direction: 'asc' | 'desc'
  readonly page: Page
}

/** Expired ones too; ties by name, which is unique. */
export async function listKeys(
  database: Database,
  { tenantId }: Scope,
  { column, direction, page }: KeyListing,
): Promise<Listed<ApiKeysTable>> {
  const keys = database.selectFrom('api_keys').where('tenant_id', '=', tenantId)
  return listPage(keys.selectAll().orderBy(sortColumn[column], direction).orderBy('name', direction), page)
}
