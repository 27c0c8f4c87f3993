import { limits } from '@sshore/contract'
import { expect, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { acceptedDevice, register } from '../../test-device.ts'
import { startTestServer } from '../../test-server.ts'
import { countOnlineNow, heldOver, thinned } from './online-counts.ts'

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

test('a namespace in which nothing changes takes no room, and when nobody counted is no less told', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid } = await acceptedDevice(stack, ana)
  await stack.internal.markDeviceOffline({ params: { uid } })
  await using open = await stack.openDatabase()
  const { database } = open
  const countHourly = async (times: number) => {
    for (let at = 0; at < times; at += 1) {
      await countOnlineNow(database, stack.clock.now())
      stack.clock.advance(hours(1))
    }
  }
  const rows = async () => (await database.selectFrom('online_counts').selectAll().execute()).length
  stack.clock.advance(hours(1) - (stack.clock.now() % hours(1)))
  await countHourly(limits.onlineHistory.fine.keptHours + 1)
  expect(await rows()).toBe(2)
  // The server is stopped.
  stack.clock.advance(hours(3))
  await countHourly(2)
  expect(await rows()).toBe(2)
  const { client } = await stack.signIn('ana')
  const { points } = (await client.getOnlineStats()).body
  expect(points).toHaveLength(24 - 3)
  expect(points.every(({ online, registered }) => online === 0 && registered === 1)).toBe(true)
  const steps = points.slice(1).map(({ at }, index) => Date.parse(at) - Date.parse(points[index]?.at ?? ''))
  expect(new Set(steps)).toEqual(new Set([hours(1), hours(4)]))
  // Without devices there is nothing to tell, from then on.
  await client.removeDevice({ params: { uid } })
  await countHourly(1)
  expect(await rows()).toBe(4)
  expect((await client.getOnlineStats()).body.points).toHaveLength(24 - 3 - 1)
})

test('a count holds until the next one', () => {
  const at = (moment: number, online: number, registered = 2) => ({ at: moment, online, registered })
  expect(heldOver([at(1, 2), at(4, 0), at(6, 0, 0)], [0, 2, 3, 4, 5, 6, 7])).toEqual([
    at(2, 2),
    at(3, 2),
    at(4, 0),
    at(5, 0),
  ])
  expect(heldOver([], [1, 2])).toEqual([])
})

test('thinning keeps the first count of each slot', () => {
  const at = (minute: number) => ({ at: minutes(minute), online: minute, registered: 60 })
  expect(thinned([at(0), at(5), at(59), at(65), at(180)], 3600)).toEqual([at(0), at(65), at(180)])
  expect(thinned([], 3600)).toEqual([])
})
