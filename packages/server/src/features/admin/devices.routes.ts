import { contract, type DeviceUid, everyDeviceProperties, everyKeyProperties, Failure } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import type { Database } from '../../platform/database/schema.ts'
import { filterReader } from '../../platform/filter/filter.ts'
import { pageOf } from '../../platform/paging.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import {
  changeDevice,
  changeStatus,
  findDevices,
  getDevice,
  locateDevice,
  presentDevice,
  presentDevices,
  remove,
  statusOfWord,
} from '../devices/index.ts'
import { addRule, findRule, getRule, presentRule, removeRule, replaceRule } from '../firewall/index.ts'
import { getNamespace } from '../namespaces/index.ts'
import { findPublicKey, presentPublicKey, registerKey, removeKey } from '../public-keys/index.ts'
import {
  askToClose,
  findSession,
  getSession,
  locateSession,
  presentSessions,
  setAuthenticated,
} from '../sessions/index.ts'
import { listEveryDevice, listEveryKey, listEveryRule, listEverySession } from './everything.store.ts'
import { inOrder, stillThere } from './in-order.ts'

const deviceFilter = filterReader(everyDeviceProperties)
const keyFilter = filterReader(everyKeyProperties)

/** Where a device is. Fails with `device_not_found`. */
async function scopeOfDevice(database: Database, uid: DeviceUid): Promise<Scope> {
  const scope = await locateDevice(database, uid)
  if (!scope) throw new Failure('device_not_found')
  return scope
}

const devicesIn = (services: Services) => async (scope: Scope, uids: readonly DeviceUid[]) => {
  const devices = await presentDevices(services, scope, await findDevices(services.database, scope, uids))
  return new Map(devices.map((device) => [device.uid, device]))
}

async function existing(database: Database, tenantId: Scope['tenantId']): Promise<Scope> {
  const scope = scopeOf(tenantId)
  await getNamespace(database, scope)
  return scope
}

export const deviceRoutes = [
  implement(contract.adminListDevices, async ({ query, reply, services }) => {
    const { rows, total } = await listEveryDevice(services.database, {
      filter: deviceFilter(query.filter),
      tenantId: query.tenant_id,
      status: query.status,
      page: pageOf(query),
    })
    reply.header('X-Total-Count', String(total))
    return inOrder(rows, devicesIn(services))
  }),
  implement(contract.adminGetDevice, async ({ params, services }) => {
    const scope = await scopeOfDevice(services.database, params.uid)
    return presentDevice(services, scope, await getDevice(services.database, scope, params.uid))
  }),
  implement(contract.adminRenameDevice, async ({ params, body, change, services }) => {
    const scope = await scopeOfDevice(services.database, params.uid)
    await change(scope, (inside) => changeDevice(inside, params.uid, body))
  }),
  implement(contract.adminSetDeviceStatus, async ({ params, change, services }) => {
    const scope = await scopeOfDevice(services.database, params.uid)
    await change(scope, (inside) => changeStatus(services, inside, params.uid, statusOfWord[params.status]))
  }),
  implement(contract.adminRemoveDevice, async ({ params, change, services }) => {
    const scope = await scopeOfDevice(services.database, params.uid)
    await change(scope, (inside) => remove(services, inside, params.uid))
  }),
  implement(contract.adminListSessions, async ({ query, reply, services }) => {
    const { database } = services
    const { rows, total } = await listEverySession(database, query.tenant_id, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return inOrder(rows, async (scope, uids) => {
      const found = await stillThere(uids, (uid) => findSession(database, scope, uid))
      const sessions = await presentSessions(services, scope, found)
      return new Map(sessions.map((session) => [session.uid, session]))
    })
  }),
  implement(contract.adminGetSession, async ({ params, services }) => {
    const scope = await locateSession(services.database, params.uid)
    const [session] = await presentSessions(services, scope, [await getSession(services.database, scope, params.uid)])
    if (!session) throw new Failure('session_not_found')
    return session
  }),
  implement(contract.adminSetSessionAuthenticated, async ({ params, body, change, services }) => {
    const scope = await locateSession(services.database, params.uid)
    await change(scope, (inside) => setAuthenticated(inside, params.uid, body.authenticated))
  }),
  implement(contract.adminCloseSession, async ({ params, change, services }) => {
    const scope = await locateSession(services.database, params.uid)
    const { device_uid: device } = await getSession(services.database, scope, params.uid)
    await change(scope, (inside) => askToClose(services, inside, params.uid, device))
  }),
  implement(contract.adminListFirewallRules, async ({ query, reply, services: { database } }) => {
    const { rows, total } = await listEveryRule(database, query.tenant_id, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return inOrder(rows, async (scope, numbers) => {
      const rules = await stillThere(numbers, (number) => findRule(database, scope, number))
      return new Map(rules.map((rule) => [rule.number, presentRule(rule)]))
    })
  }),
  implement(contract.adminCreateFirewallRule, async ({ body, change, services }) => {
    const { tenant_id: tenantId, ...choices } = body
    const scope = await existing(services.database, tenantId)
    return change(scope, (inside) => addRule(services.hooks, inside, choices))
  }),
  implement(contract.adminGetFirewallRule, async ({ params, query, services: { database } }) =>
    presentRule(await getRule(database, scopeOf(query.tenant_id), params.id)),
  ),
  implement(contract.adminUpdateFirewallRule, ({ params, query, body, change, services: { hooks } }) =>
    change(scopeOf(query.tenant_id), (inside) => replaceRule(hooks, inside, params.id, body)),
  ),
  implement(contract.adminDeleteFirewallRule, ({ params, query, change }) =>
    change(scopeOf(query.tenant_id), (inside) => removeRule(inside, params.id)),
  ),
  implement(contract.adminListPublicKeys, async ({ query, reply, services: { database } }) => {
    const { rows, total } = await listEveryKey(database, {
      filter: keyFilter(query.filter),
      tenantId: query.tenant_id,
      page: pageOf(query),
    })
    reply.header('X-Total-Count', String(total))
    return inOrder(rows, async (scope, fingerprints) => {
      const keys = await stillThere(fingerprints, (fingerprint) => findPublicKey(database, scope, fingerprint))
      return new Map(keys.map((key) => [key.fingerprint, presentPublicKey(key)]))
    })
  }),
  implement(contract.adminCreatePublicKey, async ({ body, change, services }) => {
    const { tenant_id: tenantId, ...key } = body
    const scope = await existing(services.database, tenantId)
    return change(scope, (inside) => registerKey(services, inside, key))
  }),
  implement(contract.adminDeletePublicKey, ({ params, query, change }) =>
    change(scopeOf(query.tenant_id), (inside) => removeKey(inside, params.fingerprint)),
  ),
]
