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
async function waitForMember(
  options: PairingOptions,
  code: string,
  endMilliseconds: number,
): Promise<TenantId | undefined> {
  const { client, clock, retry } = options
  const leftSeconds = () => Math.max(0, endMilliseconds - clock.now()) / 1000
  for (;;) {
    await pause(clock, limits.pairing.pollSeconds, retry.signal)
    try {
      const { body } = await untilSuccess(() => client.getPairingStatus({ params: { code } }), {
        ...retry,
        // A server that asks for more time than the code has left would keep an old code on display.
        allowedSeconds: leftSeconds,
        onFailure: (failure, waitSeconds, mayHeal) => {
          if (!mayHeal || leftSeconds() === 0) throw failure
          retry.onFailure(failure, waitSeconds, mayHeal)
        },
      })
      if (body.status === 'accepted' && body.tenant_id !== undefined) return body.tenant_id
    } catch (failure) {
      if (failure instanceof ApiError && (failure.code === 'pairing_code_not_found' || leftSeconds() === 0)) {
        return undefined
      }
      throw failure
    }
  }
}

/** Shows codes until a member accepts the device; answers the namespace it joined. */
export async function pair(options: PairingOptions): Promise<TenantId> {
  const { client, introduction, clock, retry, onCode } = options
  for (;;) {
    const { body } = await untilSuccess(() => client.startPairing({ body: introduction }), retry)
    onCode(body.code, body.expires_in_seconds)
    const tenant = await waitForMember(options, body.code, clock.now() + body.expires_in_seconds * 1000)
    if (tenant !== undefined) return tenant
  }
}
