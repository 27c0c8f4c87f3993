// Which program runs as the agent, and with which words before its flags.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

export interface AgentProgram {
  readonly path: string
  readonly argv: readonly string[]
}

const bunPackages: Readonly<Record<string, string>> = { x64: 'bun-linux-x64', arm64: 'bun-linux-aarch64' }

/** The agent from its sources, under the Bun that this installation carries. */
export function agentProgram(root: string, architecture: string = process.arch): AgentProgram {
  const path = join(root, 'node_modules/@oven', bunPackages[architecture] ?? '', 'bin/bun')
  if (existsSync(path)) return { path, argv: [join(root, 'packages/agent/src/main.ts')] }
  const message = `The runtime of the agent is missing (${path}). Install with: npm ci --include=optional`
  throw new CommandFailure(exitCodes.failed, 'no_agent_runtime', message)
}
