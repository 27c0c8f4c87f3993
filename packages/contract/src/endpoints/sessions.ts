import { Type } from 'typebox'
import { DeviceUid, SessionUid } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Session } from '../entities.ts'
import { sessionColumns, sessionProperties } from '../filters.ts'
import { Filter, OrderBy, Paging, SortBy, TotalCount } from '../schemas.ts'

const uid = Type.Object({ uid: SessionUid })

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/api/sessions',
  feature: 'sessions',
  summary: 'List sessions, newest first unless asked otherwise',
  access: { kind: 'member', apiKey: true },
  query: Type.Object({
    filter: Filter(sessionProperties),
    ...Paging,
    sort_by: SortBy(sessionColumns),
    order_by: OrderBy,
  }),
  success: { status: 200, description: 'Sessions', body: Type.Array(Session), headers: TotalCount },
  errors: [],
})

export const getSession = endpoint({
  id: 'getSession',
  method: 'GET',
  path: '/api/sessions/{uid}',
  feature: 'sessions',
  summary: 'Get one session, with the events of its course',
  access: { kind: 'member', apiKey: true },
  params: uid,
  success: { status: 200, description: 'The session', body: Session },
  errors: ['session_not_found'],
})

export const setSessionAuthenticated = endpoint({
  id: 'setSessionAuthenticated',
  method: 'POST',
  path: '/api/sessions/{uid}',
  feature: 'sessions',
  summary: 'Set whether a session counts as authenticated',
  access: { kind: 'member', permission: 'session:update', apiKey: true },
  params: uid,
  body: Type.Object({ authenticated: Type.Boolean() }),
  success: { status: 200, description: 'Set' },
  errors: ['session_not_found'],
})

export const closeSession = endpoint({
  id: 'closeSession',
  method: 'POST',
  path: '/api/sessions/{uid}/close',
  feature: 'sessions',
  summary: 'End a running session',
  access: { kind: 'member', permission: 'session:close', apiKey: true },
  params: uid,
  body: Type.Object({ device: DeviceUid }),
  success: { status: 200, description: 'Told to close' },
  errors: ['session_not_found'],
})
