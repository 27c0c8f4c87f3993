import { createClient } from '@sshore/client'
import type { TenantId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { createRegistrar, type Registration } from './registrar.ts'

const tenant = '3dd0d1f8-8246-4519-b11a-a3dd33717f65' as TenantId
const introduction = {
  info: { id: 'debian', pretty_name: 'Debian', version: '1', arch: 'amd64', platform: 'native' },
  identity: { mac: '02:00:00:00:00:01' },
  public_key: 'key',
} as const

/** Time that passes only in waits, and ends the run after so many of them; answers how long each was, in seconds. */
async function waits(count: number, statusAt: (seconds: number) => string) {
  const passed: number[] = []
  const changes: [status: string, before: string | undefined][] = []
  const stop = new AbortController()
  let now = 0
  const clock = {
    now: () => now,
    after: (milliseconds: number, callback: () => void) => {
      if (passed.length === count) queueMicrotask(() => stop.abort())
      else {
        passed.push(milliseconds / 1000)
        now += milliseconds
        queueMicrotask(callback)
      }
      return () => undefined
    },
  }
  const client = createClient(async () => ({
    status: 200,
    header: () => undefined,
    text: JSON.stringify({ uid: 'u', token: 't', name: 'attic', namespace: 'ana', status: statusAt(now / 1000) }),
  }))
  const registrar = await createRegistrar({
    client,
    introduction,
    tenant,
    retry: { clock, random: () => 0, signal: stop.signal, onFailure: () => undefined },
    onChanged: (next: Registration, before) => changes.push([next.status, before?.status]),
  })
  await registrar.keep().catch(() => undefined)
  return { passed, changes }
}

test('a device that nobody has accepted yet asks often, then less often', async () => {
  const { passed } = await waits(62, () => 'pending')
  expect(passed.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 10))
  expect(passed.slice(60)).toEqual([60, 60])
})

test('a device notices that it was accepted, and asks seldom from then on', async () => {
  const { passed, changes } = await waits(5, (seconds) => (seconds < 25 ? 'pending' : 'accepted'))
  expect(passed).toEqual([10, 10, 10, 600, 600])
  expect(changes).toEqual([
    ['pending', undefined],
    ['accepted', 'pending'],
  ])
})

test('a device that was removed and waits again does not sleep on until its old check-in', async () => {
  const waited: number[] = []
  const stop = new AbortController()
  let status = 'accepted'
  const clock = {
    now: () => 0,
    after: (milliseconds: number) => {
      waited.push(milliseconds / 1000)
      return () => undefined
    },
  }
  const client = createClient(async () => ({
    status: 200,
    header: () => undefined,
    text: JSON.stringify({ uid: 'u', token: 't', name: 'attic', namespace: 'ana', status }),
  }))
  const retry = { clock, random: () => 0, signal: stop.signal, onFailure: () => undefined }
  const registrar = await createRegistrar({ client, introduction, tenant, retry, onChanged: () => undefined })
  const kept = registrar.keep().catch(() => undefined)
  status = 'pending'
  await registrar.renew()
  await new Promise(setImmediate)
  expect(waited).toEqual([600, 10])
  stop.abort()
  await kept
})
