// What the gateway tells of sessions.
import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { finish, note, open } from './session-reports.ts'
import { touchSessions } from './sessions.store.ts'

export const gatewayRoutes = [
  implement(contract.createSession, ({ body, change, services }) => open(services, change, body)),

  implement(contract.updateSession, ({ params, body, change, services }) => note(services, change, params.uid, body)),

  implement(contract.keepSessions, ({ body, services: { database, clock } }) =>
    touchSessions(database, body.uids, clock.now()),
  ),

  implement(contract.finishSession, ({ params, change, services }) => finish(services, change, params.uid)),
]
