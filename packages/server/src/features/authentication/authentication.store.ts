import type { TenantId, UserId } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'

export async function writeLogin(
  database: Database,
  id: UserId,
  tenantId: TenantId | null,
  now: number,
): Promise<void> {
  const change = { last_login_at: now, preferred_tenant_id: tenantId }
  await database.updateTable('users').set(change).where('id', '=', id).execute()
}

export async function writePreferredNamespace(database: Database, id: UserId, scope: Scope): Promise<void> {
  await database.updateTable('users').set({ preferred_tenant_id: scope.tenantId }).where('id', '=', id).execute()
}
