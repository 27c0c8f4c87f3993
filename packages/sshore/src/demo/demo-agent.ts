// The agent of the demo: a process of its own, like on a real device.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { AgentProgram } from '../agent/agent-program.ts'
import type { Environment } from '../config/config.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

export interface DemoAgent extends AsyncDisposable {
  /** Aborted when the agent ends without having been asked to; the reason says what it said last. */
  readonly ended: AbortSignal
}

export interface DemoAgentOptions {
  readonly program: AgentProgram
  readonly flags: readonly string[]
  readonly environment: Environment
}

const lastWordsChars = 2000

/** Of util-linux. Has the kernel end the agent when the demo is killed and cannot do it any more (PR_SET_PDEATHSIG, prctl(2)). */
const setpriv = '/usr/bin/setpriv'
const tiedToUs = ['--pdeathsig', 'TERM', '--']

/** One line: what happened and the last line that the agent wrote. */
function sentence(what: string, words: string): string {
  const last = words.trim().split('\n').at(-1) ?? ''
  return `The agent ${what}.${last === '' ? '' : ` It said last: ${last}`}`
}

export function startDemoAgent({ program, flags, environment }: DemoAgentOptions): DemoAgent {
  const words = [program.path, ...program.argv, ...flags]
  const [path = '', ...argv] = existsSync(setpriv) ? [setpriv, ...tiedToUs, ...words] : words
  // A session of its own: Ctrl-C in the terminal is for the demo alone, which then stops things in order.
  const child = spawn(path, argv, {
    env: environment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new AbortController()
  let stopping = false
  let lastWords = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    lastWords = (lastWords + chunk).slice(-lastWordsChars)
  })
  const exited = new Promise<void>((resolve) => {
    const end = (what: string): void => {
      if (!stopping) ended.abort(new CommandFailure(exitCodes.failed, 'agent_ended', sentence(what, lastWords)))
      resolve()
    }
    child.once('error', (error) => end(`could not be started: ${error.message}`))
    child.once('exit', (code, signal) => end(signal ? `was ended by ${signal}` : `ended with code ${code}`))
  })
  return {
    ended: ended.signal,
    async [Symbol.asyncDispose]() {
      stopping = true
      child.kill('SIGTERM')
      const impatient = setTimeout(() => child.kill('SIGKILL'), 5000)
      await exited
      clearTimeout(impatient)
      if (!child.stderr.closed) child.stderr.destroy()
    },
  }
}
