import { limits } from '@sshore/contract'
import { expect, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { acceptedDevice, register } from '../../test-device.ts'
import { startTestServer } from '../../test-server.ts'
import { countOnlineNow, thinned } from './online-counts.ts'

test('devices online over time are counted once a slot, in every namespace that has devices', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  await stack.signUp('carol')
  const { uid } = await acceptedDevice(stack, ana)
  const away = await acceptedDevice(stack, ana, { hostname: 'away' })
  await register(stack, ana, { hostname: 'waits' })
  await acceptedDevice(stack, bob)
  await stack.internal.markDeviceOffline({ params: { uid: away.uid } })
  await using open = await stack.openDatabase()
  const count = () => countOnlineNow(open.database, stack.clock.now())
  const rows = async () => (await open.database.selectFrom('online_counts').selectAll().execute()).length

  expect((await ana.client.getOnlineStats()).body).toEqual({ span: 'day', step_seconds: 300, points: [] })
  await count()
  await stack.internal.markDeviceOffline({ params: { uid } })
  await count()
  // Two namespaces, one short slot and one long slot.
  expect(await rows()).toBe(4)
  const first = (await ana.client.getOnlineStats()).body.points
  expect(first).toMatchObject([{ online: 1, registered: 2 }])
  expect(Date.parse(first[0]?.at ?? '') % minutes(5)).toBe(0)

  stack.clock.advance(minutes(5))
  await stack.internal.reportPresence({ body: { online: [uid, away.uid], offline: [] } })
  await count()
  expect((await ana.client.getOnlineStats({ query: { span: 'day' } })).body.points).toMatchObject([
    { online: 1 },
    { online: 2, registered: 2 },
  ])
  expect((await bob.client.getOnlineStats()).body.points).toMatchObject([
    { online: 1, registered: 1 },
    { online: 0, registered: 1 },
  ])
})

test('what was counted is shown by the day, the week and the month, and goes when its time is over', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await acceptedDevice(stack, ana)
  await using open = await stack.openDatabase()
  const { database } = open
  let { client } = ana
  const points = async (span: 'day' | 'week' | 'month') =>
    (await client.getOnlineStats({ query: { span } })).body.points.length
  const beginning = stack.clock.now() - (stack.clock.now() % hours(4))
  stack.clock.advance(beginning + hours(4) - stack.clock.now())
  for (let hour = 0; hour < 8; hour += 1) {
    await countOnlineNow(database, stack.clock.now())
    stack.clock.advance(hours(1))
  }
  expect(await points('day')).toBe(8)
  expect(await points('week')).toBe(8)
  expect(await points('month')).toBe(2)

  stack.clock.advance(hours(limits.onlineHistory.fine.keptHours))
  await countOnlineNow(database, stack.clock.now())
  expect(await points('day')).toBe(1)
  expect(await points('week')).toBe(9)
  const fine = database.selectFrom('online_counts').selectAll().where('step_seconds', '=', 300)
  expect(await fine.execute()).toHaveLength(1)

  stack.clock.advance(hours(limits.onlineHistory.coarse.keptHours + 1))
  await countOnlineNow(database, stack.clock.now())
  client = (await stack.signIn('ana')).client
  expect(await points('month')).toBe(1)
  expect(await database.selectFrom('online_counts').selectAll().execute()).toHaveLength(2)
})

test('thinning keeps the first count of each slot', () => {
  const at = (minute: number) => ({ at: minutes(minute), online: minute, registered: 60 })
  expect(thinned([at(0), at(5), at(59), at(65), at(180)], 3600)).toEqual([at(0), at(65), at(180)])
  expect(thinned([], 3600)).toEqual([])
})
