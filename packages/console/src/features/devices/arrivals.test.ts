import type { Device } from '@sshore/contract'
import { expect, test } from 'vitest'
import { arrivedAfter } from './arrivals.ts'

const at = (created_at: string): Pick<Device, 'created_at'> => ({ created_at })

test('only what registered after the newest one known has arrived', () => {
  const known = '2026-03-01T12:00:00.500Z'
  const devices = [at('2026-03-01T12:00:01Z'), at(known), at('2026-03-01T11:00:00Z')]
  expect(arrivedAfter(devices, known)).toEqual([devices[0]])
})
