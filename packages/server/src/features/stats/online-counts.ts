// Devices online over time: a count every few minutes, kept for two days, and one an hour, kept for a month.
import { setImmediate as turn } from 'node:timers/promises'
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
  dropOnlineSlots,
  insertOnlineCounts,
  listOnlineCounts,
  listOnlineSlots,
  type OnlineCount,
  takeOnlineSlot,
} from './online-counts.store.ts'

const { fine, coarse, spans } = limits.onlineHistory

/** The beginning of the slot that a moment (Unix milliseconds) falls in. */
const slotOf = (now: number, stepSeconds: number): number => now - (now % seconds(stepSeconds))

/** Rows that go at once: others write in between. */
const droppedAtOnce = 1000

async function dropOld(database: Database, stepSeconds: number, before: number): Promise<void> {
  await transactFreely(database, (transaction) => dropOnlineSlots(transaction, stepSeconds, before))
  const drop = () =>
    transactFreely(database, (transaction) => dropOnlineCounts(transaction, stepSeconds, before, droppedAtOnce))
  while ((await drop()) === droppedAtOnce) await turn()
}

/** Writes the counts of the present slots, unless they are there, and drops those that are kept no longer. */
export async function countOnlineNow(database: Database, now: number): Promise<void> {
  for (const { stepSeconds, keptHours } of [fine, coarse]) {
    const at = slotOf(now, stepSeconds)
    const taken = await transactFreely(database, async (transaction) => {
      if (!(await takeOnlineSlot(transaction, stepSeconds, at))) return false
      await insertOnlineCounts(transaction, stepSeconds, at, onlineSince(now))
      return true
    })
    if (taken) await dropOld(database, stepSeconds, now - hours(keptHours))
  }
}

/** What was so in each slot: a count holds until the next one. Where there was no device there is nothing to tell. */
export function heldOver(counts: readonly OnlineCount[], slots: readonly number[]): OnlineCount[] {
  let next = 0
  return slots.flatMap((at) => {
    while ((counts[next]?.at ?? Infinity) <= at) next += 1
    const last = counts[next - 1]
    return last && last.registered > 0 ? [{ ...last, at }] : []
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
  const since = clock.now() - hours(long)
  const counts = await listOnlineCounts(database, scope, kept.stepSeconds, since)
  const points = heldOver(counts, await listOnlineSlots(database, kept.stepSeconds, since))
  return {
    span,
    step_seconds: stepSeconds,
    points: thinned(points, stepSeconds).map(({ at, ...count }) => ({ at: time.toWire(at), ...count })),
  }
}
