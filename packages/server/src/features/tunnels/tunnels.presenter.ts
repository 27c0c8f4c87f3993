import { Failure, limits, type Tunnel } from '@sshore/contract'
import { flag, time } from '../../platform/database/codecs.ts'
import { seconds } from '../../platform/clock.ts'
import type { TunnelsTable } from '../../platform/database/tunnel-tables.ts'
import type { ServerOptions } from '../../services.ts'

/** Null: never. */
const expiryOf = ({ ttl, used_at }: Pick<TunnelsTable, 'ttl' | 'used_at'>): number | null =>
  ttl === limits.tunnels.unlimited ? null : used_at + seconds(ttl)

export const hasExpired = (row: Pick<TunnelsTable, 'ttl' | 'used_at'>, now: number): boolean =>
  (expiryOf(row) ?? Infinity) <= now

/** Where tunnels are. Fails with `tunnels_off`. */
export function originOf({ tunnels }: ServerOptions, address: string): { host: string; url: string } {
  if (!tunnels) throw new Failure('tunnels_off')
  const host = `${address}.${tunnels.domain}`
  const { port } = tunnels
  const authority = port === undefined ? host : `${host}:${port()}`
  return { host, url: new URL(`${tunnels.scheme}://${authority}`).origin }
}

export function presentTunnel(options: ServerOptions, row: TunnelsTable): Tunnel {
  const { host, url } = originOf(options, row.address)
  return {
    address: row.address,
    full_address: host,
    url,
    namespace: row.tenant_id,
    device: row.device_uid,
    host: row.host,
    port: row.port,
    ttl: row.ttl,
    members_only: flag.read(row.members_only),
    expires_in: time.toWire(expiryOf(row)),
    created_at: time.toWire(row.created_at),
  }
}
