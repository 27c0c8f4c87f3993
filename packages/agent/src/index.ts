// What other programs may know of the agent. Nothing here needs Bun to be imported.
export { bad, type Finding, findingsText, good, isHealthy, warning } from './doctor/finding.ts'
export { reachServer } from './doctor/reach-server.ts'
export { agentCommand, agentMain, type AgentTarget, agentTargets, buildAgent, isAgentCurrent } from './build.ts'
export {
  type AgentFlag,
  agentFlags,
  type AgentFlags,
  describeAgentFlags,
  type Flag,
  parseAgentFlags,
  parseServerAddress,
  UsageError,
} from './flags.ts'
export { findBun } from './runtime.ts'
export { agentVersion } from './version.ts'
