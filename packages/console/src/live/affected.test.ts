import { eventTypes } from '@sshore/contract'
import { expect, test } from 'vitest'
import { deviceKeys } from '../features/devices/device-list.ts'
import { affectedBy } from './affected.ts'

test('every event that a page shows something of makes it ask again', () => {
  const silent = eventTypes.filter((type) => affectedBy(type).length === 0)
  expect(new Set(silent.map((type) => type.split('.')[0]))).toEqual(new Set(['connection', 'webhook']))
  expect(affectedBy('device.online')).toContain('devices')
  expect(affectedBy('device.removed')).toContain(deviceKeys.picker('', '')[0])
})
