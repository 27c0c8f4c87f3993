import type { AuditEntry } from '@sshore/contract'
import type { AuditEntriesTable } from '../../platform/database/audit-tables.ts'
import { time } from '../../platform/database/codecs.ts'
import { factsColumn } from './entries.ts'

const facts = (column: string | null): AuditEntry['before'] => (column === null ? null : factsColumn.read(column))

export const presentEntry = (row: AuditEntriesTable): AuditEntry => ({
  id: row.number,
  time: time.toWire(row.happened_at),
  action: row.action,
  actor: { kind: row.actor_kind, id: row.actor, name: row.actor_name },
  target: { kind: row.target_kind, id: row.target, name: row.target_name },
  address: row.address,
  request_id: row.request,
  user_agent: row.user_agent,
  before: facts(row.facts_before),
  after: facts(row.facts_after),
})
