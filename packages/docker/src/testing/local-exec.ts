// Programs of this very machine in place of those of a container, for what is said to them and not how they are reached.
import { spawn } from 'node:child_process'
import { lanes } from '@sshore/link'
import type { Engine } from '../engine/engine.ts'
import type { RunningExec } from '../engine/exec.ts'
import type { Output } from '../engine/output-frames.ts'

/** `shell` stands for the `sh` that a container has: a program and its first words. */
export function localEngine(shell: readonly string[], environment: Record<string, string>): Pick<Engine, 'exec'> {
  return {
    exec: async (_container, { command, environment: asked }): Promise<RunningExec> => {
      const [program = '', ...words] = [...shell, ...command.slice(1)]
      const child = spawn(program, words, { env: { ...asked, ...environment } })
      child.stdin.on('error', () => undefined)
      // As engines have it for what a signal ended.
      const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 137)))
      const output = async function* (): AsyncGenerator<Output> {
        for await (const bytes of child.stdout) yield { lane: lanes.main, bytes: bytes as Uint8Array }
      }
      return {
        output: output(),
        write: (chunk) => new Promise((resolve) => child.stdin.write(chunk, (failure) => resolve(!failure))),
        end: () => void child.stdin.end(),
        resize: async () => undefined,
        exitCode: () => ended,
        [Symbol.dispose]: () => void child.kill(),
      }
    },
  }
}
