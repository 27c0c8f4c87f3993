import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { recount, takeOut } from './device-cache.ts'
import { deviceKeys } from './device-list.ts'

const stats = { registered_devices: 2, online_devices: 1, pending_devices: 3, rejected_devices: 0, active_sessions: 0 }

test('a device that changes its state is counted where it goes, and no longer where it was', () => {
  expect(recount(stats, 'pending', 'accepted')).toEqual({ ...stats, registered_devices: 3, pending_devices: 2 })
  expect(recount(stats, 'accepted')).toEqual({ ...stats, registered_devices: 1 })
})

test('a state that no list shows counts nowhere', () => {
  expect(recount(stats, 'unused', 'pending')).toEqual({ ...stats, pending_devices: 4 })
  expect(recount(stats, 'pending', 'pending')).toEqual(stats)
})

test('devices leave every page of the lists, and what else is known of devices stays as it is', async () => {
  const [one, two] = [
    { uid: 'aa' as never, status: 'pending' as const },
    { uid: 'bb' as never, status: 'pending' as const },
  ]
  const queries = new QueryClient()
  const page = deviceKeys.page('ours', 'device', {})
  queries.setQueryData(page, { rows: [one, two], total: 60 })
  queries.setQueryData(deviceKeys.picker('ours', ''), [one, two])
  queries.setQueryData(deviceKeys.stats('ours'), stats)
  await takeOut(queries, 'ours', [one], 'accepted')
  expect(queries.getQueryData(page)).toEqual({ rows: [two], total: 59 })
  expect(queries.getQueryData(deviceKeys.picker('ours', ''))).toEqual([one, two])
  expect(queries.getQueryData(deviceKeys.stats('ours'))).toEqual(recount(stats, 'pending', 'accepted'))
})
