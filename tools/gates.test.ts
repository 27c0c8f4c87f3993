// Every gate proves itself: it lets a clean tree pass and stops each violation that is planted in it.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type Gate, gates } from './gates.ts'
import { bystanders, lines, planted } from './planted/index.ts'
import { PlantedTree } from './planted/tree.ts'
import { runGate } from './run-gate.ts'

const environment = { ...process.env, NO_COLOR: '1' }

const run = promisify(execFile)

/** A tree that passes the gate: it has just been released. */
async function cleanTree(gate: Gate): Promise<PlantedTree> {
  const tree = await PlantedTree.create()
  if (gate.name === 'generated' || gate.name === 'compatibility') {
    await run(process.execPath, [join(import.meta.dirname, 'generate.ts'), '--release'], { cwd: tree.path })
  }
  return tree
}

describe.each(gates)('the gate "$name"', { timeout: 60_000 }, (gate) => {
  it('lets a clean tree pass', async () => {
    await using tree = await cleanTree(gate)
    const { output, passed } = await runGate(gate, tree.path, environment)
    expect(passed, output).toBe(true)
  })

  it('stops what is planted', async () => {
    const violations = planted[gate.name] ?? []
    expect(violations, 'every gate has planted violations').not.toHaveLength(0)
    await using tree = await cleanTree(gate)
    const innocent = gate.name === 'boundaries' ? bystanders : []
    for (const { path, text } of [...innocent, ...violations]) await tree.plant(path, text)
    const { output, passed } = await runGate(gate, tree.path, environment)
    expect(passed).toBe(false)
    for (const { title, path, expected } of violations) {
      const told = gate.name === 'lint' ? sectionOf(output, path) : output
      expect(told, `${gate.name} does not stop ${title}`).toContain(expected)
    }
  })
})

/** The linter's report on one file. */
const sectionOf = (output: string, path: string): string =>
  output.split('\n\n').find((section) => section.trimStart().split('\n', 1)[0]?.endsWith(path)) ?? ''

it('warns of a file above 250 lines and lets it pass', async () => {
  const length = gates.find(({ name }) => name === 'length')
  await using tree = await PlantedTree.create()
  await tree.plant('packages/link/src/growing.ts', lines(251))
  const { output, passed } = await runGate(length!, tree.path, environment)
  expect(output).toContain('warning: packages/link/src/growing.ts: 251 lines')
  expect(passed).toBe(true)
})

it('checks types with TypeScript 7, although .bin/tsc is another', async () => {
  const types = gates.find(({ name }) => name === 'types')
  const { stdout } = await run(process.execPath, [types!.command[0]!, '--version'])
  expect(stdout).toMatch(/^Version 7\./)
})
