import { createClient } from '@sshore/client'
import { expect, test } from 'vitest'
import { pair } from './pairing.ts'

const tenant = '3dd0d1f8-8246-4519-b11a-a3dd33717f65'
const introduction = {
  info: { id: 'debian', pretty_name: 'Debian', version: '1', arch: 'amd64', platform: 'native' },
  identity: { mac: '02:00:00:00:00:01' },
  public_key: 'key',
} as const

test('an agent that is told to wait for longer than its code lives shows a new code in time', async () => {
  let now = 0
  const clock = {
    now: () => now,
    after: (milliseconds: number, callback: () => void) => {
      now += milliseconds
      queueMicrotask(callback)
      return () => undefined
    },
  }
  const codes: { code: string; atSeconds: number }[] = []
  const client = createClient(async ({ method, path }) => {
    if (method === 'POST') {
      const code = codes.length === 0 ? 'AAAA2222' : 'BBBB3333'
      return { status: 200, header: () => undefined, text: JSON.stringify({ code, expires_in_seconds: 100 }) }
    }
    if (path.includes('BBBB3333')) {
      const text = JSON.stringify({ status: 'accepted', tenant_id: tenant })
      return { status: 200, header: () => undefined, text }
    }
    const text = JSON.stringify({ message: 'Too many requests.', code: 'rate_limited' })
    return { status: 429, header: (name) => (name === 'retry-after' ? '600' : undefined), text }
  })
  const joined = await pair({
    client,
    introduction,
    clock,
    retry: { clock, random: () => 0, signal: new AbortController().signal, onFailure: () => undefined },
    onCode: (code) => codes.push({ code, atSeconds: now / 1000 }),
  })
  expect(joined).toBe(tenant)
  expect(codes).toEqual([
    { code: 'AAAA2222', atSeconds: 0 },
    { code: 'BBBB3333', atSeconds: 100 },
  ])
})
