import type { NamespaceEvent } from '@sshore/contract'
import type { FeatureManifest } from '../../feature.ts'
import { scopeOf } from '../../platform/scope.ts'
import { eventRoutes } from './events.routes.ts'
import { eventOf, presenceEvents } from './events.ts'

export const events: FeatureManifest = {
  id: 'events',
  implementations: eventRoutes,
  hooks({ hooks, bus, clock, database: outside, log }) {
    hooks.add('changed', async ({ database, actor, scope, fact, afterCommit }) => {
      const event = scope && eventOf(scope.tenantId, actor, fact, clock.now())
      if (!event) return
      for (const hook of hooks.list('event')) await hook(database, scope, event)
      afterCommit(() => bus.publish('namespace.event', event))
    })
    const tell = async (event: NamespaceEvent): Promise<void> => {
      bus.publish('namespace.event', event)
      for (const hook of hooks.list('event')) await hook(outside, scopeOf(event.tenant_id), event)
    }
    hooks.add('device.presence', ({ devices, online }) => {
      for (const event of presenceEvents(devices, online, clock.now())) {
        tell(event).catch((error: unknown) => log.error({ err: error, event: event.type }, 'an event was not told'))
      }
    })
  },
}
