// How often passwords may be tried on this device, whoever asks: the gateway's own limits are not trusted for that.
import type { Clock } from '@sshore/link'

/** A bucket of attempts that fills again with time. */
interface Bucket {
  left: number
  updatedMilliseconds: number
}

export const attemptLimits = {
  perUser: { burst: 6, refillSeconds: 10 },
  device: { burst: 40, refillSeconds: 1 },
  /** Names remembered at once; beyond it the longest unused is forgotten, and the device's own limit still holds. */
  rememberedUsers: 1000,
} as const

export interface Attempts {
  /** Charges one attempt and answers 0, or charges nothing and answers the whole seconds until one may be made. */
  begin(username: string): number
  /** Gives the attempt back, and forgets what went wrong before. */
  succeeded(username: string): void
}

interface Limit {
  readonly burst: number
  readonly refillSeconds: number
}

export function createAttempts(clock: Clock): Attempts {
  const fresh = (limit: Limit): Bucket => ({ left: limit.burst, updatedMilliseconds: clock.now() })
  const users = new Map<string, Bucket>()
  const device = fresh(attemptLimits.device)

  const waitSeconds = (bucket: Bucket, limit: Limit) => {
    const now = clock.now()
    bucket.left = Math.min(limit.burst, bucket.left + (now - bucket.updatedMilliseconds) / 1000 / limit.refillSeconds)
    bucket.updatedMilliseconds = now
    return Math.ceil(Math.max(0, 1 - bucket.left) * limit.refillSeconds)
  }

  return {
    begin: (username) => {
      const own = users.get(username) ?? fresh(attemptLimits.perUser)
      const wait = Math.max(waitSeconds(device, attemptLimits.device), waitSeconds(own, attemptLimits.perUser))
      if (wait > 0) return wait
      device.left -= 1
      own.left -= 1
      users.delete(username)
      users.set(username, own)
      const [oldest] = users.keys()
      if (users.size > attemptLimits.rememberedUsers && oldest !== undefined) users.delete(oldest)
      return 0
    },
    succeeded: (username) => {
      users.delete(username)
      device.left = Math.min(attemptLimits.device.burst, device.left + 1)
    },
  }
}
