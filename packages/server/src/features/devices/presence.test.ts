import { expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { acceptedDevice, secondServices } from '../../test-device.ts'
import { startTestServer } from '../../test-server.ts'
import { writePresence } from './presence.ts'

test('each coming and going is told once, heartbeats are not', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'lab-pi' })
  await using services = await secondServices(stack)
  const told: [boolean, string[]][] = []
  services.hooks.add('device.presence', ({ devices, online }) =>
    told.push([online, devices.map((device) => `${device.name} of ${device.tenantId}`)]),
  )
  const online = { online: [uid], offline: [] }
  const offline = { online: [], offline: [uid] }
  for (const report of [online, offline, offline, online, online]) await writePresence(services, report)
  stack.clock.advance(minutes(2))
  await writePresence(services, online)
  // Gone wins when a report has both.
  await writePresence(services, { online: [uid], offline: [uid] })
  const name = `lab-pi of ${ana.tenantId}`
  expect(told).toEqual([
    [false, [name]],
    [true, [name]],
    [true, [name]],
    [false, [name]],
  ])
  expect((await ana.client.getDevice({ params: { uid } })).body.online).toBe(false)
})
