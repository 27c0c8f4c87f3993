import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionUid, DeviceUid } from '@sshore/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLocalBus } from './bus.ts'
import { startJobs } from './jobs.ts'

function recordingLog() {
  const lines: string[] = []
  return { lines, log: pino({}, { write: (line: string) => void lines.push(line) }) }
}

test('a job runs again and again, also after it failed, never twice at a time, and is waited for at the end', async () => {
  const { lines, log } = recordingLog()
  const seen = { runs: 0, running: 0, most: 0 }
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const run = async () => {
    seen.runs += 1
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    await sleep(5)
    seen.running -= 1
    if (seen.runs === 4) resolve()
    if (seen.runs === 1) throw new Error('planted')
  }
  {
    await using _jobs = startJobs([{ name: 'count', everySeconds: 0.001, run }], undefined, log)
    await enough
  }
  const { runs } = seen
  expect(seen).toMatchObject({ running: 0, most: 1 })
  expect(lines.join()).toContain('planted')
  await sleep(20)
  expect(seen.runs).toBe(runs)
})

test('a listener that fails disturbs neither who publishes nor the other listeners', async () => {
  const { lines, log } = recordingLog()
  const bus = createLocalBus(log)
  const heard: string[] = []
  bus.subscribe('session.close', () => {
    throw new Error('planted')
  })
  const end = bus.subscribe('session.close', ({ uid }) => heard.push(uid))
  const message = { uid: 'a' as SessionUid, deviceUid: 'b' as DeviceUid }
  bus.publish('session.close', message)
  expect(heard).toEqual([])
  await sleep(0)
  expect(heard).toEqual(['a'])
  expect(lines.join()).toContain('planted')
  end()
  bus.publish('session.close', message)
  await sleep(0)
  expect(heard).toEqual(['a'])
})
