// Answers the gateway: which device an SSH address means, and whether it can be reached.
import type { contract, FirewallRuleId, ReplyOf, UserId } from '@sshore/contract'
import type { Verdict, WantedConnection } from '../../hooks.ts'
import { findStanding } from '../../http/credentials.store.ts'
import { time } from '../../platform/database/codecs.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import type { Changing } from '../../http/implement.ts'
import { forwardingOf } from '../namespaces/index.ts'
import { closeNames, forgivenTypos, parseAddress } from './address.ts'
import { findNamespaceByName, namespaceNamesNear } from './connections.store.ts'
import { isOnline } from './devices.ts'
import { printable } from './identity.ts'
import { acceptedNamesNear, type DeviceRow, findByName, findDevice, locateDevice } from './devices.store.ts'

export type Resolution = ReplyOf<typeof contract.resolveAddress>

export interface Visitor {
  readonly address: string
  readonly username: string
  readonly ip_address: string
  /** A signed-in member, where it is one who asks. */
  readonly user_id?: UserId
}

type Located = { readonly device: DeviceRow } | { readonly resolution: Resolution }

const unknown = (
  outcome: 'malformed' | 'unknown_namespace' | 'unknown_device',
  suggestions: string[] = [],
): Located => ({ resolution: { outcome, suggestions } })

async function locateByUid(database: Database, uid: Parameters<typeof locateDevice>[1]): Promise<Located> {
  const scope = await locateDevice(database, uid)
  const device = scope && (await findDevice(database, scope, uid))
  return device ? { device } : unknown('unknown_device')
}

async function locateByName(database: Database, namespace: string, name: string): Promise<Located> {
  const tenantId = await findNamespaceByName(database, namespace)
  if (!tenantId) {
    const near = await namespaceNamesNear(database, namespace, forgivenTypos(namespace))
    return unknown('unknown_namespace', closeNames(namespace, near))
  }
  const scope: Scope = scopeOf(tenantId)
  const device = await findByName(database, scope, name)
  if (device) return { device }
  return unknown(
    'unknown_device',
    closeNames(name, await acceptedNamesNear(database, scope, name, forgivenTypos(name))),
  )
}

async function locate(database: Database, address: string): Promise<Located> {
  const parsed = parseAddress(address)
  switch (parsed.kind) {
    case 'malformed':
      return unknown('malformed')
    case 'uid':
      return locateByUid(database, parsed.uid)
    case 'name':
      return locateByName(database, parsed.namespace, parsed.device)
  }
}

/** Asks all checks in order; the first that denies decides. */
export async function evaluateConnection({ hooks }: Services, connection: WantedConnection): Promise<Verdict> {
  let rule: FirewallRuleId | undefined
  for (const evaluate of hooks.list('connection.evaluate')) {
    const next = await evaluate(connection)
    if (next.outcome === 'denied') return next
    rule ??= next.rule
  }
  return { outcome: 'allowed', ...(rule === undefined ? {} : { rule }) }
}

async function roleOf({ database }: Services, { tenant_id: tenantId }: DeviceRow, { user_id: userId }: Visitor) {
  const role = userId && (await findStanding(database, userId, tenantId))?.role
  return role ? { role } : {}
}

const evaluateVisit = async (services: Services, device: DeviceRow, visitor: Visitor): Promise<Verdict> =>
  evaluateConnection(services, {
    database: services.database,
    scope: scopeOf(device.tenant_id),
    deviceUid: device.uid,
    deviceName: device.name,
    username: visitor.username,
    ipAddress: visitor.ip_address,
    ...(await roleOf(services, device, visitor)),
  })

async function tellRefusal(
  change: Changing['change'],
  { uid, name, tenant_id: tenantId }: DeviceRow,
  { username, ip_address }: Visitor,
  reason: string,
): Promise<void> {
  const target = { kind: 'device', id: uid, name } as const
  const after = { username: printable(username), ip_address, reason }
  await change(scopeOf(tenantId), ({ changed }) => changed({ what: 'device.connection-refused', target, after }))
}

/** The first that holds: unknown, not accepted, denied (the first check that denies gives the reason), offline, found. */
export async function resolve(services: Services, change: Changing['change'], visitor: Visitor): Promise<Resolution> {
  const located = await locate(services.database, visitor.address)
  if ('resolution' in located) return located.resolution
  const { device } = located
  if (device.status !== 'accepted') {
    await tellRefusal(change, device, visitor, `The device is ${device.status}.`)
    return { outcome: 'not_accepted', status: device.status }
  }
  const verdict = await evaluateVisit(services, device, visitor)
  if (verdict.outcome === 'denied') {
    await tellRefusal(change, device, visitor, verdict.ground ?? verdict.reason)
    return { outcome: 'denied', reason: verdict.reason }
  }
  if (!isOnline(device, services.clock.now())) {
    return { outcome: 'offline', last_seen: time.toWire(device.last_seen_at) }
  }
  return {
    outcome: 'found',
    device: {
      uid: device.uid,
      tenant_id: device.tenant_id,
      name: device.name,
      namespace: device.namespace,
      announcement: device.announcement,
      forwarding: forwardingOf(device),
      recording: services.hooks.list('connection.recording').map((policy) => policy(device))[0] ?? 'off',
      require_mfa: services.hooks.list('connection.second-factor').some((asks) => asks(device)),
    },
  }
}
