import { limits } from '@sshore/contract'
import { hours } from '../../platform/clock.ts'
import { transact } from '../../platform/database/transaction.ts'
import type { Services } from '../../services.ts'
import { dropBefore, findLog, findSeal, firstSince, forgetEmptyLog, listLogs } from './audit.store.ts'
import type { LogName } from './logs.ts'

/** Dropped in one transaction at most: whoever changes something in the namespace waits for it. */
const entriesPerStep = 5000

/** Drops the oldest entries of a log; true when there are more to drop. */
async function dropSome({ database }: Services, log: LogName, before: number): Promise<boolean> {
  const drop = async (transaction: Services['database']): Promise<boolean> => {
    const ends = await findLog(transaction, log)
    if (!ends) return false
    const most = Math.min(ends.first_number + entriesPerStep, ends.last_number + 1)
    const next = (await firstSince(transaction, log, before, most)) ?? most
    if (next <= ends.first_number) return false
    const sealBefore = await findSeal(transaction, log, next - 1)
    // Somebody took the entry out past the server: keep the rest, so that the check can tell.
    if (sealBefore === undefined) return false
    await dropBefore(transaction, log, next, sealBefore)
    return next === most && most <= ends.last_number
  }
  return transact(database, drop, log)
}

/** Drops entries older than the server is told to keep. */
export async function keepForDays(services: Services): Promise<void> {
  const { database, clock, options } = services
  const before = clock.now() - hours(24 * (options.auditRetentionDays ?? limits.auditRetentionDays))
  for (const { log, name } of await listLogs(database)) {
    while (await dropSome(services, log, before));
    if (name === null) await forgetEmptyLog(database, log)
  }
}
