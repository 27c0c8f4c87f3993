import { type ConnectorUid, Failure } from '@sshore/contract'
import { flag } from '../../platform/database/codecs.ts'
import type { ConnectorsTable } from '../../platform/database/connector-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { countOf, type Listed, listPage, type Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'

export async function insertConnector(database: Database, row: ConnectorsTable): Promise<void> {
  await database.insertInto('connectors').values(row).execute()
}

/** Fails with `connector_not_found`. */
export async function getConnector(
  database: Database,
  { tenantId }: Scope,
  uid: ConnectorUid,
): Promise<ConnectorsTable> {
  const row = await database
    .selectFrom('connectors')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (!row) throw new Failure('connector_not_found')
  return row
}

/** Oldest first. */
export async function listConnectors(
  database: Database,
  { tenantId }: Scope,
  enable: boolean | undefined,
  page: Page,
): Promise<Listed<ConnectorsTable>> {
  const all = database
    .selectFrom('connectors')
    .where('tenant_id', '=', tenantId)
    .$if(enable !== undefined, (some) => some.where('enable', '=', flag.write(enable === true)))
  return listPage(all.selectAll().orderBy('created_at').orderBy('uid'), page)
}

export async function countConnectors(database: Database, { tenantId }: Scope): Promise<number> {
  return countOf(database.selectFrom('connectors').where('tenant_id', '=', tenantId))
}

export async function patchConnector(
  database: Database,
  { tenantId }: Scope,
  uid: ConnectorUid,
  patch: Partial<Omit<ConnectorsTable, 'uid' | 'tenant_id'>>,
): Promise<void> {
  await database.updateTable('connectors').set(patch).where('tenant_id', '=', tenantId).where('uid', '=', uid).execute()
}

export async function removeConnector(database: Database, { tenantId }: Scope, uid: ConnectorUid): Promise<void> {
  await database.deleteFrom('connectors').where('tenant_id', '=', tenantId).where('uid', '=', uid).execute()
}
