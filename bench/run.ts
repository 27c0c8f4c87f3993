// Measures the targets P1 to P9 of the project, and more, with real processes: `npm run bench [-- P1 P2 …] [--quick] [--json FILE]`.
// A full run writes its tables into README.md beside this file; a quick one only prints them.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeMachine } from './measure/machine.ts'
import { withSection } from './sections.ts'
import { copies } from './targets/p1-copies.ts'
import { logins } from './targets/p2-logins.ts'
import { keystrokes } from './targets/p3-keystrokes.ts'
import { manyAgents } from './targets/p4-many-agents.ts'
import { idleAgent } from './targets/p5-idle-agent.ts'
import { firewall } from './targets/firewall.ts'
import { listsAndRates } from './targets/p6-lists.ts'
import { recording } from './targets/p7-recording.ts'
import { everythingThere } from './targets/p8-console.ts'
import { tunnels } from './targets/p9-tunnels.ts'
import type { Target } from './targets/target.ts'

const targets: readonly Target[] = [
  copies,
  logins,
  keystrokes,
  manyAgents,
  idleAgent,
  listsAndRates,
  recording,
  everythingThere,
  firewall,
  tunnels,
]
const readme = join(import.meta.dirname, 'README.md')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})
const unknown = positionals.find((name) => !targets.some(({ id }) => id === name))
if (unknown !== undefined) throw new Error(`There is no target ${unknown}; there are P1 to P9 and firewall`)
if (process.getuid?.() !== 0) throw new Error('sshd lets others than its own user in only as root: run this as root')

async function temporary(parent: string): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(parent, 'sshore-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

const machine = await describeMachine()
const today = new Date().toISOString().slice(0, 10)
const figures: Record<string, unknown> = {}
for (const target of targets.filter(({ id }) => positionals.length === 0 || positionals.includes(id))) {
  await using folder = await temporary(tmpdir())
  await using memoryFolder = await temporary(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
  const measured = await target.measure({
    quick: values.quick,
    folder: folder.path,
    memoryFolder: memoryFolder.path,
    progress: (text) => console.error(`${target.id}: ${text}`),
  })
  figures[target.id] = measured.figures
  const made = `Made by \`npm run bench -- ${target.id}\` on ${today}: ${machine}.`
  const section = [`### ${target.id}. ${target.title}`, '', ...measured.lines, '', made]
  console.log(`${section.join('\n')}\n`)
  if (!values.quick) await writeFile(readme, withSection(await readFile(readme, 'utf8'), target.id, section))
}
if (values.json !== undefined) {
  await writeFile(values.json, `${JSON.stringify({ date: today, machine, quick: values.quick, figures }, null, 2)}\n`)
}
