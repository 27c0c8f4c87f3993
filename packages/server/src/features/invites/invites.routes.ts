import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { themselves } from '../../http/themselves.ts'
import { scopeOf } from '../../platform/scope.ts'
import { getRole } from '../namespaces/index.ts'
import { accept, decline, look } from './answering.ts'
import { invite } from './inviting.ts'

export const inviteRoutes = [
  implement(contract.inviteMember, async ({ params, body, caller, request, change, services }) => {
    const scope = scopeOf(params.tenant)
    const { user: inviter } = caller
    // Whoever may not invite starts no transaction.
    await getRole(services.database, scope, inviter.id, 'member:add')
    const path = await change(scope, async (inside) => {
      const own = await getRole(inside.database, scope, inviter.id, 'member:add')
      return invite(services, inside, { ...body, own, inviter, language: request.language }, 'link')
    })
    return { link: `${services.options.publicUrl ?? `http://${request.host}`}${path}` }
  }),
  implement(contract.acceptInvite, ({ params, body, caller, change, services }) =>
    change(scopeOf(params.tenant), (inside) => accept(services, inside, { userId: themselves(caller), sig: body.sig })),
  ),
  implement(contract.declineInvite, ({ params, body, caller, change, services }) =>
    change(scopeOf(params.tenant), (inside) =>
      decline(services, inside, { userId: themselves(caller), sig: body.sig }),
    ),
  ),
  implement(contract.getInvite, ({ params, query, services }) =>
    look(services, scopeOf(params.tenant), { userId: params.id, sig: query.sig }),
  ),
]
