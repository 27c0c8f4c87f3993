// From what was done to what is written down of it.
import type { ChangeFacts } from '@sshore/contract'
import type { Fact } from '../../hooks.ts'
import { type Actor, personOf } from '../../platform/actor.ts'
import type { AuditSeal } from '../../platform/audit-seal.ts'
import { json } from '../../platform/database/codecs.ts'
import type { AuditEntriesTable } from '../../platform/database/audit-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { insertEntry, takeNumber } from './audit.store.ts'
import type { LogName } from './logs.ts'
import { redact } from './redaction.ts'

export const factsColumn = json<ChangeFacts>()

const written = (facts: ChangeFacts | undefined): string | null => (facts ? factsColumn.write(redact(facts)) : null)

/** What the gateway tells is about somebody else's connection, and says where that comes from. */
function addressOf(actor: Actor, fact: Fact): string {
  const told = fact.after?.['ip_address']
  if (actor.kind === 'server') return typeof told === 'string' ? told : ''
  return actor.origin.address
}

/** As it is sealed: everything but the seal, in a fixed order. */
export const sealedText = (entry: Omit<AuditEntriesTable, 'seal'>): string =>
  JSON.stringify([
    entry.log,
    entry.number,
    entry.happened_at,
    entry.action,
    entry.actor_kind,
    entry.actor,
    entry.actor_name,
    entry.target_kind,
    entry.target,
    entry.target_name,
    entry.address,
    entry.request,
    entry.user_agent,
    entry.facts_before,
    entry.facts_after,
  ])

export interface Happening {
  readonly log: LogName
  readonly actor: Actor
  readonly fact: Fact
  readonly now: number
}

/** Adds an entry, in the transaction that `database` is. */
export async function writeEntry(
  database: Database,
  seal: AuditSeal,
  { log, actor, fact, now }: Happening,
): Promise<void> {
  const { number, sealBefore } = await takeNumber(database, log)
  const origin = actor.kind === 'server' ? undefined : actor.origin
  const person = personOf(actor)
  const entry = {
    log,
    number,
    happened_at: now,
    action: fact.what,
    actor_kind: person.kind,
    actor: person.id,
    actor_name: person.name,
    target_kind: fact.target.kind,
    target: fact.target.id,
    target_name: fact.target.name ?? '',
    address: addressOf(actor, fact),
    request: origin?.requestId ?? '',
    user_agent: origin?.userAgent ?? '',
    facts_before: written(fact.before),
    facts_after: written(fact.after),
  }
  await insertEntry(database, { ...entry, seal: seal.of(sealedText(entry), sealBefore) })
}
