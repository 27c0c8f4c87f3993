// What may be said of a session without asking the database.
import { limits } from '@sshore/contract'
import { seconds } from '../../platform/clock.ts'

/** Running sessions that were not reported since this moment (Unix milliseconds) are taken to have ended. */
export const staleBefore = (now: number): number => now - seconds(limits.sessionStaleSeconds)

export interface Running {
  readonly ended_at: number | null
  readonly last_seen_at: number
}

export const isActive = (session: Running, now: number): boolean =>
  session.ended_at === null && session.last_seen_at >= staleBefore(now)

/** Both lists without repetition, in order of first appearance. */
export const joined = <Item>(known: readonly Item[] = [], added: readonly Item[] = []): Item[] => [
  ...new Set([...known, ...added]),
]

/** Event types that are kept of one session: what a client can send without end must not grow without end. */
export const eventTypesMax = 64
/** Seats that are kept of one session. */
export const seatsMax = 1024
