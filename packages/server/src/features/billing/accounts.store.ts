import { isActiveSubscription, subscriptionStatuses, type TenantId } from '@sshore/contract'
import type { BillingAccountsTable } from '../../platform/database/billing-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'

export type Account = BillingAccountsTable
export type AccountPatch = Partial<Omit<Account, 'tenant_id' | 'created_at'>>

export const findAccount = (database: Database, { tenantId }: Scope): Promise<Account | undefined> =>
  database.selectFrom('billing_accounts').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst()

/** Of those namespaces that have one. */
export const listAccounts = async (database: Database, tenants: readonly TenantId[]): Promise<Account[]> =>
  tenants.length === 0
    ? []
    : database.selectFrom('billing_accounts').selectAll().where('tenant_id', 'in', tenants).execute()

/** The one that there is, or a new one. */
export async function openAccount(database: Database, { tenantId }: Scope, now: number): Promise<Account> {
  await database
    .insertInto('billing_accounts')
    .values({
      tenant_id: tenantId,
      customer: '',
      subscription: '',
      item: '',
      status: 'inactive',
      period_end: null,
      reported_devices: -1,
      report_failures: 0,
      report_at: 0,
      attempt: 0,
      sync_begun: 0,
      sync_done: 0,
      synced_at: 0,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute()
  return database.selectFrom('billing_accounts').selectAll().where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()
}

export async function patchAccount(database: Database, { tenantId }: Scope, patch: AccountPatch): Promise<void> {
  await database.updateTable('billing_accounts').set(patch).where('tenant_id', '=', tenantId).execute()
}

/** What comes next goes by another idempotency key. */
export async function endAttempt(database: Database, { tenantId }: Scope): Promise<void> {
  await database
    .updateTable('billing_accounts')
    .set((update) => ({ attempt: update('attempt', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** The namespace of a customer, for events that name nothing else. */
export async function locateCustomer(database: Database, customer: string): Promise<Scope | undefined> {
  if (customer === '') return undefined
  const row = await database
    .selectFrom('billing_accounts')
    .select('tenant_id')
    .where('customer', '=', customer)
    .executeTakeFirst()
  return row && { tenantId: row.tenant_id }
}

const activeStatuses = subscriptionStatuses.filter(isActiveSubscription)

export interface DueReport {
  readonly tenant_id: TenantId
  readonly report_failures: number
}

/** Of all namespaces: those whose provider knows another number of devices than there are, as far as they are due. */
export const listDueReports = (database: Database, now: number, most: number): Promise<DueReport[]> =>
  database
    .selectFrom('billing_accounts')
    .leftJoin('device_counts', (join) =>
      join
        .onRef('device_counts.tenant_id', '=', 'billing_accounts.tenant_id')
        .on('device_counts.status', '=', 'accepted'),
    )
    .select(['billing_accounts.tenant_id', 'billing_accounts.report_failures'])
    .where('billing_accounts.status', 'in', activeStatuses)
    .where('billing_accounts.report_at', '<=', now)
    .whereRef('billing_accounts.reported_devices', '!=', (where) =>
      where.fn.coalesce('device_counts.total', where.lit(0)),
    )
    .orderBy('billing_accounts.report_at')
    .orderBy('billing_accounts.tenant_id')
    .limit(most)
    .execute()

/** Of all namespaces: customers whose state was asked for last before this moment. */
export const listUnsynced = (database: Database, before: number, most: number): Promise<Pick<Account, 'tenant_id'>[]> =>
  database
    .selectFrom('billing_accounts')
    .select('tenant_id')
    .where('synced_at', '<', before)
    .where('customer', '!=', '')
    .orderBy('synced_at')
    .orderBy('tenant_id')
    .limit(most)
    .execute()
