import type { UserId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { forgetDevice, recentAtMost, recentDevices, rememberDevice } from './recent-devices.ts'

const ada = 'ada' as UserId
const shop = { id: ada, tenant: 'shop' }
const home = { id: ada, tenant: 'home' }
const another = { id: 'bob' as UserId, tenant: 'shop' }

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

test('the device opened last comes first, once, and only for its user and namespace', () => {
  const kept = memory()
  for (const uid of ['a', 'b', 'a']) rememberDevice(kept, shop, { uid, name: `device ${uid}` })
  expect(recentDevices(kept, shop).map(({ uid }) => uid)).toEqual(['a', 'b'])
  expect(recentDevices(kept, home)).toEqual([])
  expect(recentDevices(kept, another)).toEqual([])
})

test('a device that is gone is forgotten, the others stay', () => {
  const kept = memory()
  for (const uid of ['a', 'b', 'c']) rememberDevice(kept, shop, { uid, name: uid })
  rememberDevice(kept, home, { uid: 'b', name: 'b' })
  forgetDevice(kept, shop, 'b')
  expect(recentDevices(kept, shop).map(({ uid }) => uid)).toEqual(['c', 'a'])
  expect(recentDevices(kept, home)).toHaveLength(1)
})

test('no more are kept than are shown', () => {
  const kept = memory()
  for (const uid of 'abcdefgh') rememberDevice(kept, shop, { uid, name: uid })
  expect(recentDevices(kept, shop)).toHaveLength(recentAtMost)
})

test('what was not written by the console is no device', () => {
  const kept = memory()
  for (const text of ['{', '7', '[{"uid":1}]']) {
    kept.setItem('sshore.recent.ada.shop', text)
    expect(recentDevices(kept, shop)).toEqual([])
  }
})
