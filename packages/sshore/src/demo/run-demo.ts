import { setTimeout as pause } from 'node:timers/promises'
import { weighBuffersWithHeap } from '@sshore/gateway'
import { pino } from 'pino'
import { agentProgram } from '../agent/agent-program.ts'
import { ensureConsole } from '../build/console.ts'
import { createLog } from '../instance/log.ts'
import { waitForStop } from '../instance/stopping.ts'
import type { Surroundings } from '../surroundings.ts'
import { createOutput } from '../terminal/output.ts'
import { type Demo, startDemo } from './demo.ts'
import { demoBanner } from './demo-banner.ts'
import { look, newsBetween } from './happenings.ts'
import { whenOrphaned } from './orphaned.ts'

export interface DemoChoices {
  json?: true
  verbose?: true
}

/** Prints what changes, until the signal. A look that fails because things are stopping is no news. */
async function tell({ client }: Demo, note: (text: string) => void, signal: AbortSignal): Promise<void> {
  let seen = await look(client)
  while (!signal.aborted) {
    await pause(500, undefined, { signal }).catch(() => undefined)
    const now = await look(client).catch(() => seen)
    for (const news of newsBetween(seen, now)) note(`${new Date().toTimeString().slice(0, 8)}  ${news}`)
    seen = now
  }
}

/** Runs the demo until a signal, or until its agent ends by itself, which fails. */
export async function runDemo(surroundings: Surroundings, given: DemoChoices): Promise<void> {
  weighBuffersWithHeap()
  const { stderr, root } = surroundings
  const output = createOutput(surroundings, given.json === true)
  const colours = stderr.isTTY === true
  const stop = new AbortController()
  void waitForStop(surroundings).then(() => stop.abort())
  using _looking = whenOrphaned(surroundings, () => stop.abort())
  const started = performance.now()
  const done = (step: string): void => output.note(`${colours ? '\u001b[32m✓\u001b[0m' : '✓'} ${step}`)
  try {
    const consoleDir = await ensureConsole(root, () => output.note('… Building the console, a few seconds')).catch(
      () => undefined,
    )
    const log = given.verbose
      ? createLog({ logLevel: 'info', logFormat: 'auto' }, surroundings)
      : pino({ level: 'silent' })
    const program = await agentProgram(root, () => output.note('… Building the agent, a few seconds'))
    await using demo = await startDemo({ surroundings, program, consoleDir, log, signal: stop.signal, done })
    output.note(`Ready after ${((performance.now() - started) / 1000).toFixed(1)} s.`)
    const bold = surroundings.stdout.isTTY
      ? (text: string): string => `\u001b[1m${text}\u001b[0m`
      : (text: string): string => text
    output.result(demo.facts, () => demoBanner(demo.facts, bold))
    const over = AbortSignal.any([stop.signal, demo.agentEnded])
    await tell(demo, (news) => output.note(news), over)
    demo.agentEnded.throwIfAborted()
    output.note('\nStopping, and removing what was made …')
  } catch (error) {
    if (!stop.signal.aborted) throw error
  }
  output.note('Stopped; nothing is left.')
}
