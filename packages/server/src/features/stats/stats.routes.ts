import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { countByStatus, onlineSince } from '../devices/index.ts'
import { countRunning, staleBefore } from '../sessions/index.ts'

export const statsRoutes = [
  implement(contract.getStats, async ({ caller: { scope }, services: { database, clock } }) => {
    const now = clock.now()
    return {
      registered_devices: await countByStatus(database, scope, 'accepted'),
      online_devices: await countByStatus(database, scope, 'accepted', { onlineSince: onlineSince(now) }),
      pending_devices: await countByStatus(database, scope, 'pending'),
      rejected_devices: await countByStatus(database, scope, 'rejected'),
      active_sessions: await countRunning(database, scope, staleBefore(now)),
    }
  }),
]
