// Joining a namespace without typing its id: the device shows a code, a member types it.
import { limits, type TenantId } from '@sshore/contract'
import { ApiError, type Client } from '@sshore/client'
import type { Clock } from '@sshore/link'
import type { DeviceIntroduction } from './introduction.ts'
import { pause, type RetryOptions, untilSuccess } from './retry.ts'

export interface PairingOptions {
  readonly client: Client
  readonly introduction: DeviceIntroduction
  readonly clock: Clock
  readonly retry: RetryOptions
  /** Called with each new code; a code lives for some minutes. */
  readonly onCode: (code: string, expiresInSeconds: number) => void
}

/** Undefined when the code ran out. */
async function waitForMember(options: PairingOptions, code: string): Promise<TenantId | undefined> {
  const { client, clock, retry } = options
  for (;;) {
    await pause(clock, limits.pairing.pollSeconds, retry.signal)
    try {
      const { body } = await untilSuccess(() => client.getPairingStatus({ params: { code } }), {
        ...retry,
        onFailure: (failure, waitSeconds, mayHeal) => {
          if (!mayHeal) throw failure
          retry.onFailure(failure, waitSeconds, mayHeal)
        },
      })
      if (body.status === 'accepted' && body.tenant_id !== undefined) return body.tenant_id
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'pairing_code_not_found') return undefined
      throw failure
    }
  }
}

/** Shows codes until a member accepts the device; answers the namespace it joined. */
export async function pair(options: PairingOptions): Promise<TenantId> {
  const { client, introduction, retry, onCode } = options
  for (;;) {
    const { body } = await untilSuccess(() => client.startPairing({ body: introduction }), retry)
    onCode(body.code, body.expires_in_seconds)
    const tenant = await waitForMember(options, body.code)
    if (tenant !== undefined) return tenant
  }
}
