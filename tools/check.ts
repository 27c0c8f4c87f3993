// npm run check [-- --only name[,name]]: runs the gates side by side and reports every failure.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Gate, gates } from './gates.ts'
import { type Outcome, runGate } from './run-gate.ts'

function report(gate: Gate, { passed, output, seconds }: Outcome): void {
  const mark = passed ? 'ok  ' : 'FAIL'
  console.log(`${mark}  ${gate.name.padEnd(13)} ${seconds.toFixed(1).padStart(5)} s  ${gate.heading}`)
  if (output !== '' && (!passed || output.includes('warning'))) console.log(`${output.replaceAll(/^/gm, '      ')}\n`)
}

function chosenGates(only: string | undefined): readonly Gate[] {
  if (only === undefined) return gates
  return only.split(',').map((name) => {
    const gate = gates.find((candidate) => candidate.name === name)
    if (!gate) throw new Error(`There is no gate ${name}; there are ${gates.map((each) => each.name).join(', ')}`)
    return gate
  })
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const chosen = chosenGates(values.only)
const waiting = [...chosen]
const failed: string[] = []
// The linter colours its output even when it goes to a file.
const environment = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1' }

async function lane(): Promise<void> {
  for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
    const outcome = await runGate(gate, process.cwd(), environment)
    report(gate, outcome)
    if (!outcome.passed) failed.push(gate.name)
  }
}

const lanes = Math.max(2, availableParallelism())
await Promise.all(Array.from({ length: lanes }, lane))
console.log(failed.length === 0 ? `\nAll ${chosen.length} gates passed.` : `\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
