// Devices online over time: a count every few minutes, kept for two days, and one an hour, kept for a month.
import { limits, type OnlineSpan, type OnlineStats } from '@sshore/contract'
import { hours, seconds } from '../../platform/clock.ts'
import { time } from '../../platform/database/codecs.ts'
import type { Database } from '../../platform/database/schema.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { onlineSince } from '../devices/index.ts'
import {
  dropOnlineCounts,
  insertOnlineCounts,
  isCounted,
  keepAs,
  listOnlineCounts,
  type OnlineCount,
} from './online-counts.store.ts'

const { fine, coarse, spans } = limits.onlineHistory

/** The beginning of the slot that a moment (Unix milliseconds) falls in. */
const slotOf = (now: number, stepSeconds: number): number => now - (now % seconds(stepSeconds))

/** Writes the counts of the present slots, unless they are there, and drops those that are kept no longer. */
export async function countOnlineNow(database: Database, now: number): Promise<void> {
  const at = slotOf(now, fine.stepSeconds)
  if (await isCounted(database, fine.stepSeconds, at)) return
  await transactFreely(database, async (transaction) => {
    await insertOnlineCounts(transaction, fine.stepSeconds, at, onlineSince(now))
    const hour = { stepSeconds: coarse.stepSeconds, at: slotOf(now, coarse.stepSeconds) }
    await keepAs(transaction, { stepSeconds: fine.stepSeconds, at }, hour)
    for (const { stepSeconds, keptHours } of [fine, coarse]) {
      await dropOnlineCounts(transaction, stepSeconds, now - hours(keptHours))
    }
  })
}

/** The first count of each slot. */
export function thinned(counts: readonly OnlineCount[], stepSeconds: number): OnlineCount[] {
  const seen = new Set<number>()
  return counts.filter(({ at }) => {
    const slot = slotOf(at, stepSeconds)
    return !seen.has(slot) && seen.add(slot)
  })
}

/** What was counted in the hours that the span means, the last moment last. Slots in which nobody counted are missing. */
export async function onlineOver({ database, clock }: Services, scope: Scope, span: OnlineSpan): Promise<OnlineStats> {
  const { hours: long, stepSeconds } = spans[span]
  const kept = stepSeconds < coarse.stepSeconds ? fine : coarse
  const counts = await listOnlineCounts(database, scope, kept.stepSeconds, clock.now() - hours(long))
  return {
    span,
    step_seconds: stepSeconds,
    points: thinned(counts, stepSeconds).map(({ at, ...count }) => ({ at: time.toWire(at), ...count })),
  }
}
