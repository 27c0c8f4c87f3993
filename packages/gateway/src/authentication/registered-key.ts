// Whether the namespace trusts an offered key: because it is registered, or because an authority vouches for it.
import type { Client } from '@sshore/client'
import type { ReachableDevice, UserId } from '@sshore/contract'
import type { Certificate } from './certificate.ts'
import { type CertificateDefect, judgeCertificate, type Visit } from './certificate-rules.ts'
import { everything, type Permits } from './permits.ts'
import { fingerprintOf } from './public-key.ts'
import type { Demands } from './signature.ts'
import type { UserKey } from './user-key.ts'

export interface KeyGrant {
  readonly outcome: 'allowed'
  readonly permits: Permits
  readonly demands: Demands
  readonly userId: UserId | undefined
}

export type KeyJudgement =
  | KeyGrant
  | { readonly outcome: 'unknown_key' | 'unknown_authority' | 'other_username' | 'other_device' }
  | { readonly outcome: 'certificate'; readonly defect: CertificateDefect }

/** An OpenSSH line (`[options] type base64`) that is itself in base64. */
function registeredLine(data: string): { readonly blob: Buffer; readonly verification: boolean } {
  const words = Buffer.from(data, 'base64').toString('utf8').trim().split(/\s+/)
  const verification = words[0] === 'verify-required'
  return { blob: Buffer.from(words[verification ? 2 : 1] ?? '', 'base64'), verification }
}

async function judgePlain(client: Client, device: ReachableDevice, login: string, key: UserKey): Promise<KeyJudgement> {
  const { body } = await client.evaluatePublicKey({
    body: { tenant_id: device.tenant_id, device_uid: device.uid, username: login, fingerprint: key.fingerprint },
  })
  if (body.outcome !== 'allowed') return { outcome: body.outcome }
  const { blob, verification } = registeredLine(body.data)
  // Byte by byte, as the MD5 that identifies keys can be made to collide.
  if (!blob.equals(key.blob)) return { outcome: 'unknown_key' }
  return { outcome: 'allowed', permits: everything, demands: { presence: true, verification }, userId: undefined }
}

async function judgeCertified(
  client: Client,
  device: ReachableDevice,
  visit: Visit,
  certificate: Certificate,
): Promise<KeyJudgement> {
  const { authority, serial, keyId } = certificate
  const { body } = await client.evaluateCertificate({
    body: {
      tenant_id: device.tenant_id,
      authority: fingerprintOf(authority),
      serial: serial.toString(),
      key_id: keyId,
    },
  })
  if (body.outcome === 'unknown_authority') return { outcome: 'unknown_authority' }
  if (!registeredLine(body.data).blob.equals(authority)) return { outcome: 'unknown_authority' }
  if (body.outcome === 'revoked') return { outcome: 'certificate', defect: 'revoked' }
  const grant = judgeCertificate(certificate, visit)
  if (typeof grant === 'string') return { outcome: 'certificate', defect: grant }
  const { permits, verification } = grant
  return { outcome: 'allowed', permits, demands: { presence: true, verification }, userId: body.user_id }
}

/** Asks the server, which only reads; rejects when it cannot be asked. */
export function judgeKey(client: Client, device: ReachableDevice, visit: Visit, key: UserKey): Promise<KeyJudgement> {
  return key.certificate
    ? judgeCertified(client, device, visit, key.certificate)
    : judgePlain(client, device, visit.login, key)
}
