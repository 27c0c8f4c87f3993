import { execFile } from 'node:child_process'
import type { Gate } from './gates.ts'

export interface Outcome {
  readonly passed: boolean
  /** Standard output, then standard error. */
  readonly output: string
  readonly seconds: number
}

/** Runs one gate over the given folder. */
export function runGate(gate: Gate, tree: string, environment: NodeJS.ProcessEnv): Promise<Outcome> {
  const started = performance.now()
  const options = { cwd: tree, env: environment, maxBuffer: 64 * 1024 * 1024 }
  return new Promise((resolve) => {
    execFile(process.execPath, gate.command, options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trimEnd()
      resolve({ passed: error === null, output, seconds: (performance.now() - started) / 1000 })
    })
  })
}
