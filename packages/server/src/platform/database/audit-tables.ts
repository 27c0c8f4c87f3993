// Tables of the audit log. Columns hold what `codecs.ts` says.
import type { ActorKind, TenantId } from '@sshore/contract'

export interface AuditTables {
  audit_logs: AuditLogsTable
  audit_entries: AuditEntriesTable
}

/** Each namespace has a log of its own; what belongs to none goes into the server's. */
export type LogName = TenantId | 'server'

/** The two ends of one log. */
export interface AuditLogsTable {
  /** Not a reference: a log outlives its namespace. */
  log: LogName
  /** Number of the oldest entry that retention has left; it was there, even when nothing is now. */
  first_number: number
  /** The seal before that entry. */
  first_seal: string
  last_number: number
  last_seal: string
}

/** Rows are only ever added, and dropped from the oldest end. */
export interface AuditEntriesTable {
  log: LogName
  /** From 1, without gaps. */
  number: number
  happened_at: number
  action: string
  actor_kind: ActorKind
  /** Empty where there is none; the same holds for the texts that follow. */
  actor: string
  actor_name: string
  target_kind: string
  target: string
  target_name: string
  address: string
  request: string
  user_agent: string
  /** JSON, redacted; null: there is nothing to compare with. */
  facts_before: string | null
  facts_after: string | null
  /** Proves this entry and, through the seal before it, all before it. */
  seal: string
}
