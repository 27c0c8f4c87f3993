// Which program runs as the agent, and with which words before its flags.
import { join } from 'node:path'
import { agentCommand, isAgentCurrent } from '@sshore/agent'

export interface AgentProgram {
  readonly path: string
  readonly argv: readonly string[]
}

/**
 * The agent as one compiled file, built first when there is none or its sources have changed; `onBuild` is called before that,
 * which takes a few seconds. Where it cannot be built, for example in a checkout that belongs to somebody else, its sources.
 */
export async function agentProgram(root: string, onBuild: () => void): Promise<AgentProgram> {
  const file = join(root, 'packages/agent/dist/sshore-agent')
  if (!(await isAgentCurrent(file))) onBuild()
  const [path = file, ...argv] = await agentCommand(file)
  return { path, argv }
}
