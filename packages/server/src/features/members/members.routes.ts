import { contract, Failure } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { getNamespace, getRole, presentNamespace, scopeNamed } from '../namespaces/index.ts'
import { getUserByLogin, type User } from '../users/index.ts'
import { changeRole, expel, join, leave, setRole } from './members.ts'

const presentScope = async (services: Services, scope: Scope) =>
  presentNamespace(services, await getNamespace(services.database, scope))

/**
 * Fails with `user_not_found`, also for an account that is only kept free for somebody, or whose address nobody has confirmed: it may
 * be that of somebody else.
 */
async function getConfirmedUser(database: Database, email: string): Promise<User> {
  const user = await getUserByLogin(database, email)
  if (user.status !== 'confirmed') throw new Failure('user_not_found')
  return user
}

export const implementations = [
  implement(contract.addMember, async ({ params, body, caller, request, change, services }) => {
    const scope = scopeOf(params.tenant)
    await getRole(services.database, scope, caller.user.id, 'member:add')
    const [invite] = services.hooks.list('member.invite')
    const user = invite ? undefined : await getConfirmedUser(services.database, body.email)
    await change(scope, async (inside) => {
      const own = await getRole(inside.database, scope, caller.user.id, 'member:add')
      if (user) return join(services, inside, own, { userId: user.id, role: body.role })
      await invite?.(services, inside, { ...body, own, inviter: caller.user, language: request.language })
    })
    return presentScope(services, scope)
  }),
  implement(contract.leaveNamespace, ({ params, caller, change, services }) => {
    const who = { user: caller.user, current: caller.tenantId }
    return leave(services, change, scopeOf(params.tenant), who)
  }),
  implement(contract.updateMember, ({ params, body, caller, change }) =>
    change(scopeOf(params.tenant), (inside) =>
      changeRole(inside, caller.user.id, { userId: params.uid, role: body.role }),
    ),
  ),
  implement(contract.removeMember, async ({ params, caller, change, services }) => {
    const scope = scopeOf(params.tenant)
    await change(scope, async (inside) => {
      const own = await getRole(inside.database, scope, caller.user.id, 'member:remove')
      await expel(inside, own, params.uid)
    })
    return presentScope(services, scope)
  }),
  implement(contract.addMemberByName, async ({ params, body, change, services }) => {
    const scope = await scopeNamed(services, params.name)
    const user = await getUserByLogin(services.database, body.user)
    await change(scope, (inside) => join(services, inside, 'owner', { userId: user.id, role: body.role }))
    return presentScope(services, scope)
  }),
  implement(contract.updateMemberByName, async ({ params, body, change, services }) => {
    const scope = await scopeNamed(services, params.name)
    const user = await getUserByLogin(services.database, params.user)
    await change(scope, (inside) => setRole(inside, 'owner', { userId: user.id, role: body.role }))
    return presentScope(services, scope)
  }),
  implement(contract.removeMemberByName, async ({ params, change, services }) => {
    const scope = await scopeNamed(services, params.name)
    const user = await getUserByLogin(services.database, params.user)
    await change(scope, (inside) => expel(inside, 'owner', user.id))
    return presentScope(services, scope)
  }),
]
