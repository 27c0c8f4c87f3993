import type { FeatureManifest } from '../../feature.ts'
import { stockAgentRoutes } from './stock-agents.routes.ts'

export const stockAgents: FeatureManifest = { id: 'stock-agents', implementations: stockAgentRoutes }
