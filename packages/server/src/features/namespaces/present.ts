import type { Member, Namespace, NamespaceBilling } from '@sshore/contract'
import { time } from '../../platform/database/codecs.ts'
import { scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { readForwardingSettings } from './forwarding-settings.ts'
import { readRecordingSettings } from './recording-policy.ts'
import { readSecondFactor } from './second-factor-setting.ts'
import { listMemberships, type MembershipWithEmail } from './memberships.store.ts'
import type { NamespaceRow } from './namespaces.store.ts'

const presentMember = (membership: MembershipWithEmail, type: NamespaceRow['type']): Member => ({
  id: membership.user_id,
  added_at: time.toWire(membership.added_at),
  expires_at: time.toWire(membership.expires_at),
  email: membership.email,
  role: membership.role,
  status: membership.status,
  type,
})

interface Facts {
  readonly members: readonly MembershipWithEmail[]
  readonly devices: number
  readonly billing: NamespaceBilling
}

const presentOne = (row: NamespaceRow, { members, devices, billing }: Facts): Namespace => ({
  name: row.name,
  owner: row.owner_id,
  tenant_id: row.tenant_id,
  members: members.map((membership) => presentMember(membership, row.type)),
  settings: {
    ...readRecordingSettings(row),
    connection_announcement: row.connection_announcement,
    ...readForwardingSettings(row),
    ...readSecondFactor(row),
  },
  max_devices: row.max_devices,
  device_count: devices,
  devices_count: devices,
  created_at: time.toWire(row.created_at),
  billing,
  type: row.type,
})

/** Namespaces as clients see them, with members and device counts, in a few queries however many there are. */
export async function presentNamespaces(services: Services, rows: readonly NamespaceRow[]): Promise<Namespace[]> {
  if (rows.length === 0) return []
  const { database, hooks } = services
  const tenants = rows.map((row) => row.tenant_id)
  const members = Map.groupBy(await listMemberships(database, tenants.map(scopeOf)), (member) => member.tenant_id)
  const counts = await Promise.all(hooks.list('namespace.count-devices').map((count) => count(database, tenants)))
  const devicesOf = (row: NamespaceRow): number =>
    counts.reduce((sum, counted) => sum + (counted.get(row.tenant_id) ?? 0), 0)
  const accounts = await Promise.all(hooks.list('namespace.billing').map((known) => known(database, tenants)))
  return rows.map((row) =>
    presentOne(row, {
      members: members.get(row.tenant_id) ?? [],
      devices: devicesOf(row),
      billing: accounts.map((known) => known.get(row.tenant_id)).find((known) => known) ?? null,
    }),
  )
}

export async function presentNamespace(services: Services, row: NamespaceRow): Promise<Namespace> {
  const [namespace] = await presentNamespaces(services, [row])
  if (!namespace) throw new Error('A namespace was lost while it was presented.')
  return namespace
}
