// What the gateway tells of sessions.
import { contract, Failure } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { scopeOf } from '../../platform/scope.ts'
import { finish, note, open } from './session-reports.ts'
import { presentSessions } from './sessions.presenter.ts'
import { touchSessions } from './sessions.store.ts'

export const gatewayRoutes = [
  implement(contract.createSession, async ({ body, services }) => {
    const { database, clock } = services
    const row = await open(services, body)
    const [session] = await presentSessions(database, scopeOf(row.tenant_id), [row], clock.now())
    if (!session) throw new Failure('session_not_found')
    return session
  }),

  implement(contract.updateSession, ({ params, body, services }) => note(services, params.uid, body)),

  implement(contract.keepSessions, ({ body, services: { database, clock } }) =>
    touchSessions(database, body.uids, clock.now()),
  ),

  implement(contract.finishSession, ({ params, services }) => finish(services, params.uid)),
]
