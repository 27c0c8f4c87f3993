// Keeps the device registered: the token that every connection needs, renewed by checking in.
import type { Client, Reply } from '@sshore/client'
import type { Contract, TenantId } from '@sshore/contract'
import type { DeviceIntroduction } from './introduction.ts'
import { pause, type RetryOptions, untilSuccess } from './retry.ts'

export type Registration = NonNullable<Reply<Contract['registerDevice']>['body']>

const checkInSeconds = { every: 600, jitter: 60 } as const
/** Somebody may be looking at the device right now, to accept it; later it only has to notice some time. */
const pendingSeconds = { often: 600, every: 10, later: 60 } as const

export interface Registrar {
  /** The last answer of the server. */
  readonly registration: Registration
  /** Registers again, now; waits and retries while the server cannot be reached. */
  renew(): Promise<Registration>
  /** Checks in every ten minutes, and more often while nobody has accepted the device, until the signal ends it. */
  keep(): Promise<void>
}

export interface RegistrarOptions {
  readonly client: Client
  readonly introduction: DeviceIntroduction
  readonly tenant: TenantId
  readonly retry: RetryOptions
  /** The first answer, or one that differs from the last: a new status, name or namespace. */
  readonly onChanged: (registration: Registration, before: Registration | undefined) => void
}

/** Resolves once the server knows the device. */
export async function createRegistrar(options: RegistrarOptions): Promise<Registrar> {
  const { client, introduction, tenant, retry, onChanged } = options
  const body = { ...introduction, tenant_id: tenant }
  const register = async () => (await untilSuccess(() => client.registerDevice({ body }), retry)).body

  let registration = await register()
  onChanged(registration, undefined)
  let pendingSince = retry.clock.now()
  /** Breaks off the wait for the next check-in, whose length follows the status. */
  let wait = new AbortController()
  let renewing: Promise<Registration> | undefined

  const renew = async (): Promise<Registration> => {
    const next = await register()
    const changed = (['uid', 'name', 'namespace', 'status'] as const).some((name) => next[name] !== registration[name])
    const before = registration
    registration = next
    if (next.status !== before.status) {
      pendingSince = retry.clock.now()
      wait.abort()
    }
    if (changed) onChanged(next, before)
    return next
  }
  const untilCheckIn = () => {
    if (registration.status !== 'pending') return checkInSeconds.every + checkInSeconds.jitter * retry.random()
    const waited = (retry.clock.now() - pendingSince) / 1000
    return waited < pendingSeconds.often ? pendingSeconds.every : pendingSeconds.later
  }
  const renewOnce = () => {
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  return {
    get registration() {
      return registration
    },
    renew: renewOnce,
    keep: async () => {
      for (;;) {
        wait = new AbortController()
        const waited = await pause(retry.clock, untilCheckIn(), AbortSignal.any([retry.signal, wait.signal])).then(
          () => true,
          (stopped: unknown) => {
            if (retry.signal.aborted) throw stopped
            return false
          },
        )
        if (waited) await renewOnce()
      }
    },
  }
}
