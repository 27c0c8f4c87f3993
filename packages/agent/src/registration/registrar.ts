// Keeps the device registered: the token that every connection needs, renewed by checking in.
import type { Client, Reply } from '@sshore/client'
import type { Contract, TenantId } from '@sshore/contract'
import type { DeviceIntroduction } from './introduction.ts'
import { pause, type RetryOptions, untilSuccess } from './retry.ts'

export type Registration = NonNullable<Reply<Contract['registerDevice']>['body']>

const checkInSeconds = { every: 600, jitter: 60 } as const

export interface Registrar {
  /** The last answer of the server. */
  readonly registration: Registration
  /** Registers again, now; waits and retries while the server cannot be reached. */
  renew(): Promise<Registration>
  /** Checks in every ten minutes until the signal ends it. */
  keep(): Promise<void>
}

export interface RegistrarOptions {
  readonly client: Client
  readonly introduction: DeviceIntroduction
  readonly tenant: TenantId
  readonly retry: RetryOptions
  /** The answer differs from the last one: a new status, name or namespace. */
  readonly onChanged: (registration: Registration) => void
}

/** Resolves once the server knows the device. */
export async function createRegistrar(options: RegistrarOptions): Promise<Registrar> {
  const { client, introduction, tenant, retry, onChanged } = options
  const body = { ...introduction, tenant_id: tenant }
  const register = async () => (await untilSuccess(() => client.registerDevice({ body }), retry)).body

  let registration = await register()
  onChanged(registration)
  let renewing: Promise<Registration> | undefined

  const renew = async (): Promise<Registration> => {
    const next = await register()
    const changed = (['uid', 'name', 'namespace', 'status'] as const).some((name) => next[name] !== registration[name])
    registration = next
    if (changed) onChanged(next)
    return next
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
        await pause(retry.clock, checkInSeconds.every + checkInSeconds.jitter * retry.random(), retry.signal)
        await renewOnce()
      }
    },
  }
}
