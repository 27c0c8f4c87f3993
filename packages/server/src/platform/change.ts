import type { Change } from '../hooks.ts'
import type { Database } from './database/schema.ts'
import type { Scope } from './scope.ts'

/** Runs a change of one namespace in a transaction of its own; what it asked for afterwards runs only if it commits. */
export async function change<Result>(
  database: Database,
  scope: Scope,
  run: (change: Change) => Promise<Result>,
): Promise<Result> {
  const afterwards: (() => void)[] = []
  const result = await database
    .transaction()
    .execute((transaction) => run({ database: transaction, scope, afterCommit: (later) => afterwards.push(later) }))
  for (const later of afterwards) later()
  return result
}
