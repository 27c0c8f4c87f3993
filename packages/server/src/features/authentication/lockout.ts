// How long an account stays locked after failed logins, and when they are forgotten (decisions: lockout).
import { limits } from '@sshore/contract'
import { minutes } from '../../platform/clock.ts'

export interface LockoutRule {
  /** The failure that locks for the first time. */
  readonly firstFailure: number
  /** Longest lock; 0: never lock. */
  readonly ceilingMinutes: number
}

/** Failures in a row; times in Unix milliseconds. */
export interface FailureCount {
  readonly failures: number
  readonly lockedUntil: number | null
  /** When the count starts over. */
  readonly forgottenAt: number
}

const growth = (failures: number, { firstFailure, ceilingMinutes }: LockoutRule): number =>
  Math.min(limits.lockout.base ** (failures - firstFailure), ceilingMinutes)

/** 0 before the first locking failure, then 1, 4, 16 … minutes up to the ceiling. */
export const lockMinutes = (failures: number, rule: LockoutRule): number =>
  failures < rule.firstFailure ? 0 : growth(failures, rule)

/** A count outlives its lock, so that the next failure after a lock locks for longer. */
export const memoryMinutes = (failures: number, rule: LockoutRule): number =>
  Math.floor(Math.max(Math.min(2.5 * growth(failures, rule), rule.ceilingMinutes), 2))

export const isLocked = (count: FailureCount | undefined, now: number): boolean =>
  count?.lockedUntil !== null && count !== undefined && count.lockedUntil > now

/** The count after one more failure at `now`. */
export function afterFailure(count: FailureCount | undefined, rule: LockoutRule, now: number): FailureCount {
  const failures = (count !== undefined && count.forgottenAt > now ? count.failures : 0) + 1
  const locked = lockMinutes(failures, rule)
  return {
    failures,
    lockedUntil: locked > 0 ? now + minutes(locked) : null,
    forgottenAt: now + minutes(Math.max(memoryMinutes(failures, rule), locked)),
  }
}
