import { type DeviceUid, Failure, type TunnelAddress } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import type { TunnelsTable } from '../../platform/database/tunnel-tables.ts'
import { type Listed, listPage, type Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'

/** Whosever it is: a visitor knows nothing but the address. */
export async function locateTunnel(database: Database, address: TunnelAddress): Promise<TunnelsTable | undefined> {
  return database.selectFrom('tunnels').selectAll().where('address', '=', address).executeTakeFirst()
}

const ofDevice = (database: Database, { tenantId }: Scope, uid: DeviceUid) =>
  database.selectFrom('tunnels').where('tenant_id', '=', tenantId).where('device_uid', '=', uid)

/** The oldest first. */
export async function listTunnels(
  database: Database,
  scope: Scope,
  uid: DeviceUid,
  page: Page,
): Promise<Listed<TunnelsTable>> {
  return listPage(ofDevice(database, scope, uid).selectAll().orderBy('created_at').orderBy('address'), page)
}

/** A device has few of them. */
export async function listAddresses(database: Database, scope: Scope, uid: DeviceUid): Promise<TunnelAddress[]> {
  const rows = await ofDevice(database, scope, uid).select('address').execute()
  return rows.map(({ address }) => address)
}

export interface TunnelEnd {
  readonly host: string
  readonly port: number
}

export async function findTunnelTo(
  database: Database,
  scope: Scope,
  uid: DeviceUid,
  { host, port }: TunnelEnd,
): Promise<TunnelsTable | undefined> {
  return ofDevice(database, scope, uid).selectAll().where('host', '=', host).where('port', '=', port).executeTakeFirst()
}

/** Fails with `tunnel_not_found`. */
export async function getTunnel(
  database: Database,
  scope: Scope,
  uid: DeviceUid,
  address: TunnelAddress,
): Promise<TunnelsTable> {
  const row = await ofDevice(database, scope, uid).selectAll().where('address', '=', address).executeTakeFirst()
  if (!row) throw new Failure('tunnel_not_found')
  return row
}

export async function insertTunnel(database: Database, row: TunnelsTable): Promise<void> {
  await database.insertInto('tunnels').values(row).execute()
}

export type TunnelPatch = Partial<Pick<TunnelsTable, 'ttl' | 'members_only' | 'used_at'>>

export async function patchTunnel(
  database: Database,
  { tenantId }: Scope,
  address: TunnelAddress,
  patch: TunnelPatch,
): Promise<void> {
  await database
    .updateTable('tunnels')
    .set(patch)
    .where('tenant_id', '=', tenantId)
    .where('address', '=', address)
    .execute()
}

export async function deleteTunnelRow(database: Database, { tenantId }: Scope, address: TunnelAddress): Promise<void> {
  await database.deleteFrom('tunnels').where('tenant_id', '=', tenantId).where('address', '=', address).execute()
}

/** Lets another device of the namespace have them; its own to the same ends give way. */
export async function moveTunnels(
  database: Database,
  { tenantId }: Scope,
  uid: DeviceUid,
  to: DeviceUid,
): Promise<void> {
  const moved = database.selectFrom('tunnels').where('tenant_id', '=', tenantId).where('device_uid', '=', uid)
  for (const { host, port } of await moved.select(['host', 'port']).execute()) {
    await database
      .deleteFrom('tunnels')
      .where('tenant_id', '=', tenantId)
      .where('device_uid', '=', to)
      .where('host', '=', host)
      .where('port', '=', port)
      .execute()
  }
  await database
    .updateTable('tunnels')
    .set({ device_uid: to })
    .where('tenant_id', '=', tenantId)
    .where('device_uid', '=', uid)
    .execute()
}

/** Those of all namespaces that expired before this time, in milliseconds; returns how many. */
export async function deleteExpired(database: Database, before: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('tunnels')
    .where('ttl', '>=', 0)
    .where((where) => where(where('used_at', '+', where(where.ref('ttl'), '*', 1000)), '<', before))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
