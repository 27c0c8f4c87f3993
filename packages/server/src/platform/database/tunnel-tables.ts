// Table of HTTP tunnels. Columns hold what `codecs.ts` says.
import type { DeviceUid, TenantId, TunnelAddress } from '@sshore/contract'

export interface TunnelTables {
  tunnels: TunnelsTable
}

export interface TunnelsTable {
  address: TunnelAddress
  tenant_id: TenantId
  device_uid: DeviceUid
  host: string
  port: number
  /** Seconds; -1 for good. */
  ttl: number
  members_only: number
  created_at: number
  /** When it was opened or, a little late, last used. */
  used_at: number
}
