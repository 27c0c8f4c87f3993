import { contract, Failure } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { pageOf } from '../../platform/paging.ts'
import { scopeOf } from '../../platform/scope.ts'
import { findUser, getUserByLogin } from '../users/index.ts'
import { listEveryNamespace, listNamespacesOf } from './namespaces.store.ts'
import {
  addNamespace,
  createNamespace,
  deleteNamespace,
  editNamespace,
  getNamespace,
  getNamespaceByName,
  getRole,
} from './namespaces.ts'
import { presentNamespace, presentNamespaces } from './present.ts'

export const implementations = [
  implement(contract.listNamespaces, async ({ query, caller, reply, services }) => {
    const { rows, total } = await listNamespacesOf(services.database, caller.user.id, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return presentNamespaces(services, rows)
  }),
  implement(contract.createNamespace, async ({ body, caller, services }) => {
    const user = await findUser(services.database, caller.user.id)
    if (!user) throw new Failure('unauthenticated')
    return presentNamespace(services, await createNamespace(services.database, user, body.name, services.clock.now()))
  }),
  implement(contract.getNamespace, async ({ params, caller, services }) => {
    const scope = scopeOf(params.tenant)
    await getRole(services.database, scope, caller.user.id)
    return presentNamespace(services, await getNamespace(services.database, scope))
  }),
  implement(contract.updateNamespace, async ({ body, caller, services }) =>
    presentNamespace(services, await editNamespace(services.database, caller.scope, body)),
  ),
  implement(contract.deleteNamespace, ({ caller, services }) => deleteNamespace(services, caller.scope)),
  implement(contract.listAllNamespaces, async ({ query, reply, services }) => {
    const { rows, total } = await listEveryNamespace(services.database, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return presentNamespaces(services, rows)
  }),
  implement(contract.createNamespaceFor, async ({ body, services }) => {
    const { database, clock } = services
    const owner = await getUserByLogin(database, body.owner)
    const { name, type = 'team', tenant_id: tenantId } = body
    const input = { name, type, ownerId: owner.id, ...(tenantId === undefined ? {} : { tenantId }) }
    return presentNamespace(services, await addNamespace(database, input, clock.now()))
  }),
  implement(contract.deleteNamespaceByName, async ({ params, services }) => {
    const namespace = await getNamespaceByName(services.database, params.name)
    await deleteNamespace(services, scopeOf(namespace.tenant_id))
  }),
]
