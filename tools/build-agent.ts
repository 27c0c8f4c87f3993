// Builds the agent as one file: for this machine, or for the targets that are named.
//   npm run build:agent [-- bun-linux-arm64 …]
import { agentTargets, buildAgent } from '@sshore/agent'

const named = process.argv.slice(2)
const unknown = named.find((name) => !agentTargets.some((target) => target === name))
if (unknown !== undefined) throw new Error(`Unknown target ${unknown}; there are ${agentTargets.join(', ')}`)

async function build(file: string, target?: (typeof agentTargets)[number]): Promise<void> {
  await buildAgent(file, target)
  console.log(file)
}

if (named.length === 0) await build('dist/sshore-agent')
for (const target of agentTargets.filter((each) => named.includes(each))) {
  await build(`dist/sshore-agent-${target.replace('bun-', '')}`, target)
}
