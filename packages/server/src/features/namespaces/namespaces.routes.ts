import { contract, Failure, type TenantId } from '@sshore/contract'
import type { MemberKeyCaller, UserCaller } from '../../http/caller.ts'
import { implement } from '../../http/implement.ts'
import { pageOf } from '../../platform/paging.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { findUser, getUserByLogin } from '../users/index.ts'
import { namespaceFilter } from './namespaces.filter.ts'
import { listEveryNamespace, listNamespacesOf } from './namespaces.store.ts'
import {
  addNamespace,
  createNamespace,
  editNamespace,
  getNamespace,
  getNamespaceByName,
  getRole,
  removeNamespaceOf,
} from './namespaces.ts'
import { transferOwnership } from './ownership.ts'
import { requireOwnFactor } from './second-factor-setting.ts'
import { presentNamespace, presentNamespaces } from './present.ts'

/** The namespace of a path, for whoever belongs to it. Fails with `namespace_not_found`. */
async function scopeFor(services: Services, caller: UserCaller | MemberKeyCaller, tenant: TenantId): Promise<Scope> {
  const scope = scopeOf(tenant)
  if (caller.kind === 'user') await getRole(services.database, scope, caller.user.id)
  else if (caller.tenantId !== tenant) throw new Failure('namespace_not_found')
  return scope
}

const newNamespace = (tenantId: TenantId | undefined) => (tenantId === undefined ? {} : { tenantId })

export const implementations = [
  implement(contract.listNamespaces, async ({ query, caller, reply, services }) => {
    const whose = caller.kind === 'user' ? { userId: caller.user.id } : { scope: caller.scope }
    const listing = { filter: namespaceFilter(query.filter), page: pageOf(query) }
    const { rows, total } = await listNamespacesOf(services.database, whose, listing)
    reply.header('X-Total-Count', String(total))
    return presentNamespaces(services, rows)
  }),
  implement(contract.createNamespace, async ({ body, caller, changeServer, services }) => {
    const row = await changeServer(async (work) => {
      const user = await findUser(work.database, caller.user.id)
      if (!user) throw new Failure('unauthenticated')
      const { name, tenant, type = 'team' } = body
      return createNamespace(work, user, { name, type, ...newNamespace(tenant) }, services.clock.now())
    })
    return presentNamespace(services, row)
  }),
  implement(contract.getNamespace, async ({ params, caller, services }) => {
    const scope = await scopeFor(services, caller, params.tenant)
    return presentNamespace(services, await getNamespace(services.database, scope))
  }),
  implement(contract.updateNamespace, async ({ body, caller, change, services }) =>
    presentNamespace(
      services,
      await change(caller.scope, async (inside) => {
        requireOwnFactor(caller, await getNamespace(inside.database, inside.scope), body.settings)
        return editNamespace(inside, body)
      }),
    ),
  ),
  implement(contract.deleteNamespace, ({ caller, change, services }) =>
    removeNamespaceOf(services, change, caller.scope),
  ),
  implement(contract.listAllNamespaces, async ({ query, reply, services }) => {
    const { rows, total } = await listEveryNamespace(services.database, namespaceFilter(undefined), pageOf(query))
    reply.header('X-Total-Count', String(total))
    return presentNamespaces(services, rows)
  }),
  implement(contract.createNamespaceFor, async ({ body, changeServer, services }) => {
    const owner = await getUserByLogin(services.database, body.owner)
    const { name, type = 'team', tenant_id: tenant } = body
    const input = { name, type, ownerId: owner.id, ...newNamespace(tenant) }
    return presentNamespace(services, await changeServer((work) => addNamespace(work, input, services.clock.now())))
  }),
  implement(contract.getNamespaceByName, async ({ params, services }) =>
    presentNamespace(services, await getNamespaceByName(services.database, params.name)),
  ),
  implement(contract.updateNamespaceByName, async ({ params, body, change, services }) => {
    const namespace = await getNamespaceByName(services.database, params.name)
    const { owner: login, ...edit } = body
    const owner = login === undefined ? undefined : await getUserByLogin(services.database, login)
    const row = await change(scopeOf(namespace.tenant_id), async (inside) => {
      if (owner) await transferOwnership(services, inside, owner.id)
      return editNamespace(inside, edit)
    })
    return presentNamespace(services, row)
  }),
  implement(contract.deleteNamespaceByName, async ({ params, change, services }) => {
    const namespace = await getNamespaceByName(services.database, params.name)
    await removeNamespaceOf(services, change, scopeOf(namespace.tenant_id))
  }),
]
