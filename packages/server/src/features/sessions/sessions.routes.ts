import { contract, Failure } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { pageOf } from '../../platform/paging.ts'
import { presentSessions } from './sessions.presenter.ts'
import { getSession, listSessions } from './sessions.store.ts'

export const sessionRoutes = [
  implement(contract.listSessions, async ({ query, caller, reply, services: { database, clock } }) => {
    const { rows, total } = await listSessions(database, caller.scope, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return presentSessions(database, caller.scope, rows, clock.now())
  }),

  implement(contract.getSession, async ({ params, caller, services: { database, clock } }) => {
    const row = await getSession(database, caller.scope, params.uid)
    const [session] = await presentSessions(database, caller.scope, [row], clock.now())
    if (!session) throw new Failure('session_not_found')
    return session
  }),

  implement(contract.closeSession, async ({ params, body, caller, services: { database, bus } }) => {
    const session = await getSession(database, caller.scope, params.uid)
    if (session.device_uid !== body.device) throw new Failure('session_not_found')
    bus.publish('session.close', { uid: session.uid, deviceUid: session.device_uid })
  }),
]
