import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { holderOf, stillHolds } from './pid-holder.ts'

test('a number means the process that had it when it was looked at, until that has ended', async () => {
  const child = spawn('sleep', ['300'])
  const holder = holderOf(child.pid ?? 0)
  expect(stillHolds(holder)).toBe(true)
  expect(stillHolds({ ...holder, startTicks: 1 })).toBe(false)
  expect(stillHolds({ ...holder, startTicks: undefined })).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(stillHolds(holder)).toBe(false)
})
