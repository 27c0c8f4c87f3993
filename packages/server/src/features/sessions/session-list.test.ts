import type { FilterItem } from '@sshore/contract'
import { limits } from '@sshore/contract'
import { expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { acceptedDevice, openSession } from '../../test-device.ts'
import { encodeFilter } from '../../test-filter.ts'
import { startTestServer } from '../../test-server.ts'

const where = (name: string, operator: 'eq' | 'bool' | 'contains', value: string | boolean): FilterItem => ({
  type: 'property',
  params: { name, operator, value },
})

test('sessions are found by device, by whether they run, and in the order asked for', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const pi = await acceptedDevice(stack, ana, { hostname: 'lab-pi' })
  const roof = await acceptedDevice(stack, ana, { hostname: 'roof' })
  const first = await openSession(stack, pi.uid)
  stack.clock.advance(minutes(1))
  const second = await openSession(stack, roof.uid)
  await stack.internal.finishSession({ params: { uid: second } })
  const found = async (...items: FilterItem[]) => {
    const { body, headers } = await ana.client.listSessions({ query: { filter: encodeFilter(items) } })
    expect(headers['X-Total-Count']).toBe(String(body.length))
    return body.map(({ uid }) => uid)
  }
  expect(await found()).toEqual([second, first])
  expect(await found(where('device.name', 'contains', 'PI'))).toEqual([first])
  expect(await found(where('active', 'bool', true))).toEqual([first])
  expect(await found(where('device_uid', 'eq', roof.uid))).toEqual([second])
  const oldest = await ana.client.listSessions({ query: { sort_by: 'started_at', order_by: 'asc', per_page: 1 } })
  expect([oldest.body.map(({ uid }) => uid), oldest.headers['X-Total-Count']]).toEqual([[first], '2'])
})

test('a session tells its course when it is asked for alone, within bounds', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const device = await acceptedDevice(stack, ana)
  const uid = await openSession(stack, device.uid)
  const note = (body: Parameters<typeof stack.internal.updateSession>[0]['body']) =>
    stack.internal.updateSession({ params: { uid }, body })
  const timestamp = '2026-06-01T10:00:00.000Z'
  await note({ events: [{ type: 'pty-req', timestamp, data: 'xterm\u001b', seat: 1 }] })
  await note({ event_types: ['pty-req', 'shell'], seats: [0] })
  const get = async () => (await ana.client.getSession({ params: { uid } })).body.events
  expect(await get()).toEqual({
    types: ['pty-req', 'shell'],
    seats: [0, 1],
    items: [
      { type: 'pty-req', timestamp, data: 'xterm', seat: 1 },
      { type: 'shell', timestamp: new Date(stack.clock.now()).toISOString(), data: '', seat: 0 },
    ],
  })
  expect((await ana.client.listSessions()).body[0]?.events.items).toBeUndefined()

  const many = Array.from({ length: limits.sessionEvents.perReport }, () => ({
    type: 'window-change',
    timestamp,
    data: '',
    seat: 0,
  }))
  for (let report = 0; report < 5; report += 1) await note({ events: many })
  expect((await get()).items).toHaveLength(limits.sessionEvents.perSession)
})

test('whether a session counts as authenticated can be set by those who may close it', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const uid = await openSession(stack, (await acceptedDevice(stack, ana)).uid)
  const get = async () => (await ana.client.getSession({ params: { uid } })).body.authenticated
  expect(await get()).toBe(false)
  await ana.client.setSessionAuthenticated({ params: { uid }, body: { authenticated: true } })
  expect(await get()).toBe(true)
})
