import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { onlineSpans, OnlineStats, Stats } from '../entities.ts'
import { OneOf } from '../schemas.ts'

export const getStats = endpoint({
  id: 'getStats',
  method: 'GET',
  path: '/api/stats',
  feature: 'stats',
  summary: 'Count devices and sessions of the namespace',
  access: { kind: 'member', apiKey: true },
  success: { status: 200, description: 'The numbers', body: Stats },
  errors: [],
})

export const getOnlineStats = endpoint({
  id: 'getOnlineStats',
  method: 'GET',
  path: '/api/stats/online',
  feature: 'stats',
  summary: 'How many devices of the namespace were online over time',
  access: { kind: 'member', apiKey: true },
  query: Type.Object({ span: Type.Optional(OneOf(onlineSpans, 'Default: day')) }),
  success: { status: 200, description: 'The numbers', body: OnlineStats },
  errors: [],
})
