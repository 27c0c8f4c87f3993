// What the gateway tells of sessions.
import { contract, Failure } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { scopeOf } from '../../platform/scope.ts'
import { finish, note, open } from './session-reports.ts'
import { presentSessions } from './sessions.presenter.ts'
import { touchSessions } from './sessions.store.ts'

export const gatewayRoutes = [
  implement(contract.createSession, async ({ body, change, services }) => {
    const row = await open(services, change, body)
    const [session] = await presentSessions(services, scopeOf(row.tenant_id), [row])
    if (!session) throw new Failure('session_not_found')
    return session
  }),

  implement(contract.updateSession, ({ params, body, change, services }) => note(services, change, params.uid, body)),

  implement(contract.keepSessions, ({ body, services: { database, clock } }) =>
    touchSessions(database, body.uids, clock.now()),
  ),

  implement(contract.finishSession, ({ params, change, services }) => finish(services, change, params.uid)),
]
