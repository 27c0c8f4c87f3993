import { Readable } from 'node:stream'
import { contract, Failure, namespaceProperties } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { filterReader } from '../../platform/filter/filter.ts'
import { pageOf } from '../../platform/paging.ts'
import { scopeOf } from '../../platform/scope.ts'
import { auditFilter, listLog, logOf, presentEntry } from '../audit/index.ts'
import { onlineSince } from '../devices/index.ts'
import {
  addNamespace,
  editNamespace,
  getNamespace,
  listEveryNamespace,
  presentNamespace,
  presentNamespaces,
  removeNamespaceOf,
  transferOwnership,
} from '../namespaces/index.ts'
import { staleBefore } from '../sessions/index.ts'
import { getUser } from '../users/index.ts'
import { everyPage } from './every-page.ts'
import { countEverything } from './everything.store.ts'
import { describeServer } from './server-facts.ts'

const namespaceFilter = filterReader(namespaceProperties)

export const namespaceRoutes = [
  implement(contract.adminListNamespaces, async ({ query, reply, services }) => {
    const filter = namespaceFilter(query.filter)
    const { rows, total } = await listEveryNamespace(services.database, filter, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return presentNamespaces(services, rows)
  }),
  implement(contract.adminGetNamespace, async ({ params, services }) =>
    presentNamespace(services, await getNamespace(services.database, scopeOf(params.tenant))),
  ),
  implement(contract.adminCreateNamespace, async ({ params, body, caller, changeServer, services }) => {
    const ownerId = body.owner ?? caller.user?.id
    if (ownerId === undefined) {
      throw new Failure('invalid_input', { fields: ['owner'], message: 'Say who owns it: the command line is nobody.' })
    }
    const row = await changeServer(async (work) => {
      await getUser(work.database, ownerId)
      const { name, type = 'team' } = body
      return addNamespace(work, { name, type, ownerId, tenantId: params.tenant }, services.clock.now())
    })
    return presentNamespace(services, row)
  }),
  implement(contract.adminUpdateNamespace, async ({ params, body, change, services }) => {
    const scope = scopeOf(params.tenant)
    const { owner, ...edit } = body
    await getNamespace(services.database, scope)
    const row = await change(scope, async (inside) => {
      if (owner !== undefined) {
        await getUser(inside.database, owner)
        await transferOwnership(services, inside, owner)
      }
      return editNamespace(inside, edit)
    })
    return presentNamespace(services, row)
  }),
  implement(contract.adminDeleteNamespace, async ({ params, change, services }) => {
    const scope = scopeOf(params.tenant)
    await getNamespace(services.database, scope)
    await removeNamespaceOf(services, change, scope)
  }),
  implement(contract.adminExportNamespaces, async ({ changeServer, services }) => {
    await changeServer(({ changed }) =>
      changed({ what: 'server.export', target: { kind: 'server', id: 'server' }, after: { of: 'namespaces' } }),
    )
    return Readable.from(
      everyPage(async (page) => {
        const all = namespaceFilter(undefined)
        const { rows } = await listEveryNamespace(services.database, all, page)
        return presentNamespaces(services, rows)
      }),
    )
  }),
  implement(contract.adminGetStats, async ({ services: { database, clock } }) => {
    const now = clock.now()
    const counts = await countEverything(database, onlineSince(now), staleBefore(now))
    return {
      registered_devices: counts.devices.get('accepted') ?? 0,
      online_devices: counts.online,
      pending_devices: counts.devices.get('pending') ?? 0,
      rejected_devices: counts.devices.get('rejected') ?? 0,
      active_sessions: counts.sessions,
      registered_users: counts.users,
      registered_namespaces: counts.namespaces,
    }
  }),
  implement(contract.adminGetServer, ({ services }) => describeServer(services)),
  implement(contract.adminListAudit, async ({ query, reply, services: { database } }) => {
    const scope = query.tenant_id === undefined ? undefined : scopeOf(query.tenant_id)
    if (scope) await getNamespace(database, scope)
    const listing = { filter: auditFilter(query.filter), direction: query.order_by ?? 'desc', page: pageOf(query) }
    const { rows, total } = await listLog(database, logOf(scope), listing)
    reply.header('X-Total-Count', String(total))
    return rows.map(presentEntry)
  }),
]
