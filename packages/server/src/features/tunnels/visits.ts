// Where a tunnel leads a visitor.
import { type contract, limits, type ReplyOf, type TunnelAddress } from '@sshore/contract'
import type { Changing } from '../../http/implement.ts'
import { seconds } from '../../platform/clock.ts'
import { flag } from '../../platform/database/codecs.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import type { TunnelsTable } from '../../platform/database/tunnel-tables.ts'
import { scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { evaluateConnection, findDevice } from '../devices/index.ts'
import { isGood } from './passes.ts'
import { hasExpired } from './tunnels.presenter.ts'
import { locateTunnel, patchTunnel } from './tunnels.store.ts'

/** The login name that firewall rules are asked about: no account can have it. */
const tunnelUser = ':tunnel'

/** How far the time of the last use may lag behind, so that not every visit writes. */
const lagSeconds = ({ ttl }: TunnelsTable): number => Math.min(30, ttl / 10)

async function noteUse({ database, clock }: Services, row: TunnelsTable): Promise<void> {
  const now = clock.now()
  if (row.ttl === limits.tunnels.unlimited || now - row.used_at < seconds(lagSeconds(row))) return
  const write = (transaction: Services['database']) =>
    patchTunnel(transaction, scopeOf(row.tenant_id), row.address, { used_at: now })
  await transactFreely(database, write)
}

export interface Visitor {
  readonly ip_address: string
  readonly pass?: string
}

/** The first that holds: unknown, denied, for members only, found. */
export async function visit(
  services: Services,
  change: Changing['change'],
  address: TunnelAddress,
  { ip_address, pass }: Visitor,
): Promise<ReplyOf<typeof contract.visitTunnel>> {
  const { database, clock, options } = services
  const row = options.tunnels && (await locateTunnel(database, address))
  if (!row || hasExpired(row, clock.now())) return { outcome: 'unknown' }
  const scope = scopeOf(row.tenant_id)
  const device = await findDevice(database, scope, row.device_uid)
  if (device?.status !== 'accepted') return { outcome: 'unknown' }
  const { uid, name } = device
  const wanted = { database, scope, deviceUid: uid, deviceName: name, username: tunnelUser, ipAddress: ip_address }
  const verdict = await evaluateConnection(services, wanted)
  if (verdict.outcome === 'denied') {
    const target = { kind: 'device', id: uid, name } as const
    const after = { username: tunnelUser, ip_address, reason: verdict.ground ?? verdict.reason }
    await change(scope, ({ changed }) => changed({ what: 'device.connection-refused', target, after }))
    return { outcome: 'denied' }
  }
  if (flag.read(row.members_only) && (pass === undefined || !(await isGood(services, row, pass)))) {
    return { outcome: 'members_only' }
  }
  await noteUse(services, row)
  const { host, port } = row
  return { outcome: 'found', target: { device_uid: uid, tenant_id: row.tenant_id, host, port } }
}
