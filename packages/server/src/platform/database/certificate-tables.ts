// Tables of certificate authorities. Columns hold what `codecs.ts` says.
import type { Fingerprint, TenantId, UserId } from '@sshore/contract'

export interface CertificateTables {
  certificate_authorities: CertificateAuthoritiesTable
  certificates: CertificatesTable
  certificate_revocations: CertificateRevocationsTable
}

export interface CertificateAuthoritiesTable {
  tenant_id: TenantId
  fingerprint: Fingerprint
  /** Algorithm and base64, without comment or newline. */
  line: string
  name: string
  /** PKCS#8 in DER, sealed; null when only the public half is known. */
  sealed_key: string | null
  /** Serial number of the newest certificate; 0 before the first. */
  last_serial: number
  hours_most: number
  /** JSON: login names. */
  member_principals: string
  created_at: number
}

export interface CertificatesTable {
  tenant_id: TenantId
  authority: Fingerprint
  serial: number
  key_id: string
  user_id: UserId
  /** Of the certified key. */
  fingerprint: Fingerprint
  sha256: string
  /** JSON. */
  principals: string
  /** JSON; empty: from anywhere. */
  source_addresses: string
  valid_after: number
  valid_before: number
  created_at: number
}

/** Either a serial number or a key id; the other one is empty. */
export interface CertificateRevocationsTable {
  tenant_id: TenantId
  authority: Fingerprint
  serial: string
  key_id: string
  created_at: number
}
