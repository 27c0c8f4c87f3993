import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { getNamespace, getNamespaceByName, getRole, presentNamespace } from '../namespaces/index.ts'
import { getUserByLogin } from '../users/index.ts'
import { changeRole, expel, join, leave } from './members.ts'

const presentScope = async (services: Services, scope: Scope) =>
  presentNamespace(services, await getNamespace(services.database, scope))

const scopeNamed = async ({ database }: Services, name: string): Promise<Scope> =>
  scopeOf((await getNamespaceByName(database, name)).tenant_id)

export const implementations = [
  implement(contract.addMember, async ({ params, body, caller, services }) => {
    const scope = scopeOf(params.tenant)
    const own = await getRole(services.database, scope, caller.user.id, 'member:add')
    const user = await getUserByLogin(services.database, body.email)
    await join(services, scope, own, { userId: user.id, role: body.role })
    return presentScope(services, scope)
  }),
  implement(contract.leaveNamespace, ({ params, caller, services }) =>
    leave(services, scopeOf(params.tenant), caller.user.id, caller.tenantId),
  ),
  implement(contract.updateMember, ({ params, body, caller, services }) =>
    changeRole(services.database, scopeOf(params.tenant), caller.user.id, { userId: params.uid, role: body.role }),
  ),
  implement(contract.removeMember, async ({ params, caller, services }) => {
    const scope = scopeOf(params.tenant)
    const own = await getRole(services.database, scope, caller.user.id, 'member:remove')
    await expel(services.database, scope, own, params.uid)
    return presentScope(services, scope)
  }),
  implement(contract.addMemberByName, async ({ params, body, services }) => {
    const scope = await scopeNamed(services, params.name)
    const user = await getUserByLogin(services.database, body.user)
    await join(services, scope, 'owner', { userId: user.id, role: body.role })
    return presentScope(services, scope)
  }),
  implement(contract.removeMemberByName, async ({ params, services }) => {
    const scope = await scopeNamed(services, params.name)
    const user = await getUserByLogin(services.database, params.user)
    await expel(services.database, scope, 'owner', user.id)
    return presentScope(services, scope)
  }),
]
