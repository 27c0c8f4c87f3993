import { once } from 'node:events'
import { expect, it } from 'vitest'
import { endingOf } from '../exit-codes.ts'
import { startDemoAgent } from './demo-agent.ts'
import { until } from './until.ts'

it('tells in one line how the agent of the demo ended, without a stack', async () => {
  const program = { path: '/bin/sh', argv: ['-c', 'echo first >&2; echo no server >&2; exit 3'] }
  await using agent = startDemoAgent({ program, flags: [], environment: {} })
  if (!agent.ended.aborted) await once(agent.ended, 'abort')
  const message = 'The agent ended with code 3. It said last: no server'
  expect(endingOf(agent.ended.reason)).toMatchObject({ message, unexpected: false, exitCode: 1 })
})

it('ends a wait with the reason of the signal', async () => {
  const stop = new AbortController()
  const waiting = until(async () => undefined, { seconds: 5, what: 'It', signal: stop.signal })
  setTimeout(() => stop.abort(new Error('over')), 10)
  await expect(waiting).rejects.toThrow('over')
})
