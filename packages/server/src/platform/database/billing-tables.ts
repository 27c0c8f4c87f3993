// Tables of billing. Columns hold what `codecs.ts` says. Money and cards stay with the payment provider: here is only what rules ask.
import type { SubscriptionStatus, TenantId } from '@sshore/contract'
import type { DevicesTable } from './device-tables.ts'

export interface BillingTables {
  billing_accounts: BillingAccountsTable
  billing_events: BillingEventsTable
  removed_devices: DevicesTable
}

/** Of namespaces whose owner ever asked for a customer. */
export interface BillingAccountsTable {
  tenant_id: TenantId
  /** As the provider names it; empty while there is none. */
  customer: string
  /** The subscription that counts, and its one item; empty while there is none. */
  subscription: string
  item: string
  status: SubscriptionStatus
  /** End of what is paid for, or of the subscription. */
  period_end: number | null
  /** Devices that the provider knows of; -1 when it was told none. */
  reported_devices: number
  /** Reports that failed in a row, and when the next is due. */
  report_failures: number
  report_at: number
  /** Goes into idempotency keys: another number once the provider has answered, the same while it is not known whether it did. */
  attempt: number
  /** Numbers of the last question for the state at the provider that was begun, and of the last whose answer is written here. */
  sync_begun: number
  sync_done: number
  synced_at: number
  created_at: number
  updated_at: number
}

/** Events of the provider that were dealt with, so that none is dealt with twice. */
export interface BillingEventsTable {
  event_id: string
  type: string
  received_at: number
}
