export { agentProgram, type AgentProgram } from './agent/agent-program.ts'
export { createLog } from './instance/log.ts'
export { ensureConsole } from './build/console.ts'
export { type Instance, type InstanceConfig, type InstanceOptions, startInstance } from './instance/instance.ts'
