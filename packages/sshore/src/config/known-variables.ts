import { agentFlags } from '@sshore/agent'
import { variables } from './variables.ts'

/** Names of all settings, the agent's included: they share a prefix and may stand in one environment. */
export const knownVariables: readonly string[] = [
  ...Object.values(variables).map(({ name }) => name),
  ...agentFlags.map(({ environment }) => environment),
  // Of commands that call a server elsewhere.
  'SSHORE_TOKEN',
  'SSHORE_API_KEY',
]
