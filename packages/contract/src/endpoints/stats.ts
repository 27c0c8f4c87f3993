import { endpoint } from '../endpoint.ts'
import { Stats } from '../entities.ts'

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
