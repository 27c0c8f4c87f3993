// The process behind the command `sshore`: hands what it has to the program and ends with its code.
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './program.ts'
import type { Surroundings } from './surroundings.ts'

const root = join(import.meta.dirname, '../../..')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const surroundings: Surroundings = {
  environment: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  root,
  version,
  user: userInfo(),
  parentId: () => process.ppid,
  onStopSignal(listener) {
    for (const signal of signals) process.on(signal, listener)
    return {
      [Symbol.dispose]() {
        for (const signal of signals) process.off(signal, listener)
      },
    }
  },
  exitNow: (code) => process.exit(code),
  become(path, argv, environment) {
    if (!process.execve) throw new Error('This system cannot replace a process by another.')
    return process.execve(path, [...argv], environment)
  },
}

// A reader that went away (`sshore … | head`) or a terminal that was closed is no fault of ours, and must not keep a server or a
// demo from ending in order.
const nobodyReads = new Set(['EPIPE', 'EIO'])
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!nobodyReads.has(error.code ?? '')) throw error
  })
}

process.exitCode = await runProgram(process.argv.slice(2), surroundings)
