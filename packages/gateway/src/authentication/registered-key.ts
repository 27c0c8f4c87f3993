// Whether a key is registered for a device and a login name.
import type { Client } from '@sshore/client'
import type { ReachableDevice } from '@sshore/contract'
import type { UserKey } from './user-key.ts'

export type KeyJudgement = 'allowed' | 'unknown_key' | 'other_username' | 'other_device'

/** The key's wire form out of an OpenSSH line (`type base64 comment`) that is itself in base64. */
function registeredBlob(data: string): Buffer {
  const line = Buffer.from(data, 'base64').toString('utf8')
  return Buffer.from(line.trim().split(/\s+/)[1] ?? '', 'base64')
}

/** Asks the server; what it found is compared byte by byte, as the MD5 that identifies keys can be made to collide. */
export async function judgeKey(
  client: Client,
  device: ReachableDevice,
  username: string,
  key: UserKey,
): Promise<KeyJudgement> {
  const { body } = await client.evaluatePublicKey({
    body: { tenant_id: device.tenant_id, device_uid: device.uid, username, fingerprint: key.fingerprint },
  })
  if (body.outcome !== 'allowed') return body.outcome
  return registeredBlob(body.data).equals(key.blob) ? 'allowed' : 'unknown_key'
}
