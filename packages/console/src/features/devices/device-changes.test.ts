import { expect, test } from 'vitest'
import { recount } from './device-changes.ts'

const stats = { registered_devices: 2, online_devices: 1, pending_devices: 3, rejected_devices: 0, active_sessions: 0 }

test('a device that changes its state is counted where it goes, and no longer where it was', () => {
  expect(recount(stats, 'pending', 'accepted')).toEqual({ ...stats, registered_devices: 3, pending_devices: 2 })
  expect(recount(stats, 'accepted')).toEqual({ ...stats, registered_devices: 1 })
})

test('a state that no list shows counts nowhere', () => {
  expect(recount(stats, 'unused', 'pending')).toEqual({ ...stats, pending_devices: 4 })
  expect(recount(stats, 'pending', 'pending')).toEqual(stats)
})
