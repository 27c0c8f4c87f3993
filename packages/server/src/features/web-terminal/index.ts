import type { FeatureManifest } from '../../feature.ts'
import { tellOfStanding } from './standing.ts'
import { webTerminalRoutes } from './web-terminal.routes.ts'

export const webTerminal: FeatureManifest = {
  id: 'web-terminal',
  implementations: webTerminalRoutes,
  hooks({ hooks, bus }) {
    hooks.add('changed', tellOfStanding(bus))
  },
}
