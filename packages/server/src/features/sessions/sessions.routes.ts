import { contract, Failure } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { pageOf } from '../../platform/paging.ts'
import { listEvents } from './session-events.store.ts'
import { listSessions, sessionFilter } from './session-list.store.ts'
import { askToClose, setAuthenticated } from './session-changes.ts'
import { staleBefore } from './sessions.ts'
import { presentSessions } from './sessions.presenter.ts'
import { getSession } from './sessions.store.ts'

export const sessionRoutes = [
  implement(contract.listSessions, async ({ query, caller, reply, services }) => {
    const { rows, total } = await listSessions(services.database, caller.scope, {
      filter: sessionFilter(query.filter),
      column: query.sort_by ?? 'started_at',
      direction: query.order_by ?? 'desc',
      page: pageOf(query),
      staleBefore: staleBefore(services.clock.now()),
    })
    reply.header('X-Total-Count', String(total))
    return presentSessions(services, caller.scope, rows)
  }),

  implement(contract.getSession, async ({ params, caller, services }) => {
    const row = await getSession(services.database, caller.scope, params.uid)
    const [session] = await presentSessions(services, caller.scope, [row])
    if (!session) throw new Failure('session_not_found')
    const items = await listEvents(services.database, caller.scope, row.uid)
    return { ...session, events: { ...session.events, items } }
  }),

  implement(contract.setSessionAuthenticated, ({ params, body, caller, change }) =>
    change(caller.scope, (inside) => setAuthenticated(inside, params.uid, body.authenticated)),
  ),

  implement(contract.closeSession, ({ params, body, caller, change, services }) =>
    change(caller.scope, (inside) => askToClose(services, inside, params.uid, body.device)),
  ),
]
