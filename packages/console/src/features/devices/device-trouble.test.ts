import { ApiError } from '@sshore/client'
import { expect, test } from 'vitest'
import { DeviceRefusal, mayPass, nameInUse, troubleOf, withTags } from './device-trouble.ts'

const device = {
  uid: '7c81' as never,
  name: 'till-3',
  identity: { mac: '02:42:ac:11:00:05' },
  info: { id: 'debian', pretty_name: 'Debian', version: '0.1.0', arch: 'arm64', platform: 'native' },
  tags: ['shop', 'camera', 'till'],
}
const failure = (code: string, status = 409) => new ApiError({ status, code, message: 'as the server says it' })
const told = (code: string, hasBilling = false) => troubleOf(failure(code), device, hasBilling)

test('each refusal of the server says what happened to this device and leads on', () => {
  expect(told('device_name_taken')).toMatchObject({
    text: { en: expect.stringContaining('An accepted device is called till-3 already.') as string },
    next: { to: '/devices', search: { q: 'till-3' } },
  })
  expect(told('device_identity_online')?.next).toMatchObject({ search: { q: '02:42:ac:11:00:05' } })
  expect(told('tag_limit_reached')?.text.en).toContain('till-3 has shop, camera, till')
  expect(told('tag_limit_reached')?.next?.to).toBe('/devices/7c81')
  expect(told('device_not_found')?.text.en).toContain('somebody has removed it')
  expect(told('device_not_found')?.next).toBeUndefined()
})

test('whoever is at the limit is led to where it can be lifted, or to what may go', () => {
  expect(told('device_limit_reached')).toMatchObject({ next: { to: '/devices' } })
  expect(told('device_limit_reached', true)).toMatchObject({ next: { to: '/billing' } })
  expect(told('payment_required', true)).toMatchObject({ next: { to: '/billing' } })
})

test('a container is shown in the list of containers', () => {
  const container = { ...device, info: { ...device.info, platform: 'connector' } }
  const codes = ['device_name_taken', 'device_identity_online', 'device_limit_reached']
  const nextOf = (code: string, one: typeof device) => troubleOf(failure(code), one, false)?.next?.to
  expect(codes.map((code) => nextOf(code, container))).toEqual(['/containers', '/containers', '/containers'])
  expect(codes.map((code) => nextOf(code, device))).toEqual(['/devices', '/devices', '/devices'])
  expect(nameInUse('till-4', container).next?.to).toBe('/containers')
})

test('what does not say which device it is about is told apart, whatever the device is called', () => {
  const named = ['device_name_taken', 'device_not_found', 'tag_limit_reached']
  expect(named.map((code) => told(code)?.namesIt)).toEqual([true, true, true])
  expect(told('device_limit_reached')?.namesIt).toBeUndefined()
})

test('tags are added to those that a device has, as long as it may carry them', () => {
  const light = { ...device, tags: ['shop', 'camera'] }
  expect(withTags(light, ['camera', 'new'])).toEqual(['shop', 'camera', 'new'])
  expect(() => withTags(light, ['new', 'more'])).toThrow(DeviceRefusal)
  const trouble = nameInUse('till-4', device)
  expect(troubleOf(new DeviceRefusal(trouble), device, false)).toEqual(trouble)
})

test('what is no matter of the device is left to others, and may pass when the server is away', () => {
  expect(told('forbidden')).toBeUndefined()
  expect(troubleOf(new Error('broken'), device, false)).toBeUndefined()
  expect(
    [failure('unreachable', 0), failure('internal', 500), failure('forbidden', 403), new Error('x')].map(mayPass),
  ).toEqual([true, true, false, false])
})
