import { contract, type Invitation } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { themselves } from '../../http/themselves.ts'
import { time } from '../../platform/database/codecs.ts'
import { pageOf } from '../../platform/paging.ts'
import { scopeOf } from '../../platform/scope.ts'
import { getRole } from '../namespaces/index.ts'
import { accept, decline, look } from './answering.ts'
import { listWaiting, type WaitingRow } from './invites.store.ts'
import { invite, resend, withdraw } from './inviting.ts'

const presentInvitation = (row: WaitingRow): Invitation => ({
  id: row.user_id,
  email: row.email,
  role: row.role,
  way: row.mailed === 1 ? 'mail' : 'link',
  invited_by: row.inviter ?? '',
  created_at: time.toWire(row.created_at),
  expires_at: time.toWire(row.expires_at),
})

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
  implement(contract.listInvites, async ({ params, query, caller, reply, services: { database } }) => {
    const scope = scopeOf(params.tenant)
    await getRole(database, scope, caller.user.id, 'member:add')
    const { rows, total } = await listWaiting(database, scope, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return rows.map(presentInvitation)
  }),
  implement(contract.resendInvite, async ({ params, caller, request, change, services }) => {
    const scope = scopeOf(params.tenant)
    const { user: inviter } = caller
    await getRole(services.database, scope, inviter.id, 'member:add')
    await change(scope, async (inside) => {
      const own = await getRole(inside.database, scope, inviter.id, 'member:add')
      await resend(services, inside, { own, userId: params.id, inviter, language: request.language })
    })
  }),
  implement(contract.withdrawInvite, ({ params, caller, change }) => {
    const scope = scopeOf(params.tenant)
    return change(scope, async (inside) => {
      const own = await getRole(inside.database, scope, caller.user.id, 'member:remove')
      await withdraw(inside, own, params.id)
    })
  }),
]
