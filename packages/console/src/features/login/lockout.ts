import { ApiError } from '@sshore/client'

/**
 * When the account can be tried again, in this browser's Unix milliseconds; undefined when it is not locked. The header is in the
 * server's Unix seconds; its `Date` tells how far the two clocks are apart.
 */
export function lockedUntil(error: unknown, now: number): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'account_locked') return undefined
  const end = Number(error.reply?.header('X-Account-Lockout')) * 1000
  if (!Number.isFinite(end) || end <= 0) return undefined
  const serverNow = Date.parse(error.reply?.header('Date') ?? '')
  return Number.isNaN(serverNow) ? end : now + (end - serverNow)
}
