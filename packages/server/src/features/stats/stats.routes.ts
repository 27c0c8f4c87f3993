import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { countByStatus, countOnline, onlineSince } from '../devices/index.ts'
import { countRunning, staleBefore } from '../sessions/index.ts'
import { onlineOver } from './online-counts.ts'

export const statsRoutes = [
  implement(contract.getStats, async ({ caller: { scope }, services: { database, clock } }) => {
    const now = clock.now()
    const counts = await countByStatus(database, scope)
    return {
      registered_devices: counts.get('accepted') ?? 0,
      online_devices: await countOnline(database, scope, onlineSince(now)),
      pending_devices: counts.get('pending') ?? 0,
      rejected_devices: counts.get('rejected') ?? 0,
      active_sessions: await countRunning(database, scope, staleBefore(now)),
    }
  }),

  implement(contract.getOnlineStats, ({ query, caller, services }) =>
    onlineOver(services, caller.scope, query.span ?? 'day'),
  ),
]
