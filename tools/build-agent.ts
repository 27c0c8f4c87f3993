// Builds the agent as one file: for this machine, or for the targets that are named.
//   npm run build:agent [-- bun-linux-arm64 …]
import { join } from 'node:path'
import { agentTargets, buildAgent } from '@sshore/agent'

const named = process.argv.slice(2)
const unknown = named.find((name) => !agentTargets.some((target) => target === name))
if (unknown !== undefined) throw new Error(`Unknown target ${unknown}; there are ${agentTargets.join(', ')}`)

/** Where `sshore agent` looks for it too. */
const folder = join(import.meta.dirname, '../packages/agent/dist')

async function build(name: string, target?: (typeof agentTargets)[number]): Promise<void> {
  const file = join(folder, name)
  await buildAgent(file, target)
  console.log(file)
}

if (named.length === 0) await build('sshore-agent')
for (const target of agentTargets.filter((each) => named.includes(each))) {
  await build(`sshore-agent-${target.replace('bun-', '')}`, target)
}
