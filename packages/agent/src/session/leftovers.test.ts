import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { until } from '../testing/client.ts'
import { isRunning } from '../testing/processes.ts'
import { endSession, holderOf, stillHolds } from './leftovers.ts'

const clock = {
  now: () => performance.now(),
  after: (milliseconds: number, callback: () => void) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}
const uid = process.getuid?.() ?? 0

const started: number[] = []
afterEach(() => {
  for (const pid of started.splice(0).filter(isRunning)) process.kill(pid, 'SIGKILL')
})

function startLeader(command: string): { child: ChildProcess; pid: number } {
  const child = spawn('sh', ['-c', command], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  const pid = child.pid ?? 0
  started.push(pid)
  return { child, pid }
}

/** A session whose leader has ended and was reaped, and the process it left. */
async function startAbandoned() {
  const { child, pid } = startLeader('sleep 300 >/dev/null & echo $!')
  const leader = holderOf(pid)
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(child, 'close')
  const left = Number(text)
  started.push(left)
  return { leader, left }
}

test('a session ends with its leader and all it started', async () => {
  const { pid } = startLeader('sleep 300 & wait')
  const leader = holderOf(pid)
  expect(stillHolds(leader)).toBe(true)
  await endSession(leader, uid + 1, clock)
  await until('the leader to end', () => !isRunning(pid))
  expect(stillHolds(leader)).toBe(false)
})

test('a session that has got the number of an ended one is left in peace', async () => {
  const { pid } = startLeader('sleep 300 & wait')
  const earlier = { pid, startTicks: 1 }
  expect(stillHolds(earlier)).toBe(false)
  await endSession(earlier, uid, clock)
  await endSession({ pid, startTicks: undefined }, uid, clock)
  expect(isRunning(pid)).toBe(true)
})

test('what outlived the leader is ended when it is the account’s', async () => {
  const { leader, left } = await startAbandoned()
  await endSession(leader, uid, clock)
  await until('it to end', () => !isRunning(left))
})

test('what outlived the leader is left in peace when it is another account’s', async () => {
  const { leader, left } = await startAbandoned()
  await endSession(leader, uid + 1, clock)
  expect(isRunning(left)).toBe(true)
})
