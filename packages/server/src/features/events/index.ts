import type { NamespaceEvent } from '@sshore/contract'
import type { FeatureManifest } from '../../feature.ts'
import { transact } from '../../platform/database/transaction.ts'
import { repetitions } from '../../platform/repetitions.ts'
import { scopeOf } from '../../platform/scope.ts'
import { eventRoutes } from './events.routes.ts'
import { eventOf, presenceEvents } from './events.ts'

export const events: FeatureManifest = {
  id: 'events',
  implementations: eventRoutes,
  hooks({ hooks, bus, clock, database: outside, log }) {
    const told = repetitions()
    hooks.add('changed', async ({ database, actor, scope, fact, afterCommit }) => {
      const now = clock.now()
      const event = scope && eventOf(scope.tenantId, actor, fact, now)
      // Anybody can have these by the second, which would fill every queue of webhooks and push out what is in it.
      if (!event || told.has({ fact, actor }, now)) return
      for (const hook of hooks.list('event')) await hook(database, scope, event)
      afterCommit(() => {
        told.remember({ fact, actor }, now)
        bus.publish('namespace.event', event)
      })
    })
    const tell = async (event: NamespaceEvent): Promise<void> => {
      bus.publish('namespace.event', event)
      const write = async (database: typeof outside): Promise<void> => {
        for (const hook of hooks.list('event')) await hook(database, scopeOf(event.tenant_id), event)
      }
      await transact(outside, write, event.tenant_id)
    }
    hooks.add('device.presence', ({ devices, online }) => {
      for (const event of presenceEvents(devices, online, clock.now())) {
        tell(event).catch((error: unknown) => log.error({ err: error, event: event.type }, 'an event was not told'))
      }
    })
  },
}
