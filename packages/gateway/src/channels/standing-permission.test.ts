import { expect, it } from 'vitest'
import { createTestServer, testDevice } from '../test-server-api.ts'
import { TestClock } from '../test-clock.ts'
import { StandingPermission } from './standing-permission.ts'

function standing() {
  const server = createTestServer()
  const clock = new TestClock()
  const faults: unknown[] = []
  const who = { client: server.client, device: testDevice, username: 'root', ipAddress: '203.0.113.9' }
  const permission = new StandingPermission(who, clock, (error) => faults.push(error))
  const answer = (value: object) => void server.answers.set('/internal/connections/resolve', value)
  return { permission, clock, faults, answer, asked: () => server.callsTo(/resolve$/) }
}

it('is asked by the uid of the device, once for all that want it within a second', async () => {
  const { permission, clock, asked, answer } = standing()
  expect(await Promise.all([permission.denial(), permission.denial()])).toEqual([undefined, undefined])
  expect(asked()).toEqual([{ address: testDevice.uid, username: 'root', ip_address: '203.0.113.9' }])
  answer({ outcome: 'denied', reason: 'Not now.' })
  await clock.pass(0.999)
  expect(await permission.denial()).toBeUndefined()
  await clock.pass(0.001)
  expect(await permission.denial()).toBe('Not now.')
  expect(asked()).toHaveLength(2)
})

it('stays as it was while the server cannot be asked', async () => {
  const { permission, clock, faults, answer } = standing()
  answer(new Error('no database'))
  expect(await permission.denial()).toBeUndefined()
  answer({ outcome: 'denied', reason: 'Not now.' })
  await clock.pass(1)
  expect(await permission.denial()).toBe('Not now.')
  answer(new Error('no database'))
  await clock.pass(1)
  expect(await permission.denial()).toBe('Not now.')
  expect(faults).toHaveLength(2)
  answer({ outcome: 'offline', last_seen: '0001-01-01T00:00:00Z' })
  await clock.pass(1)
  expect(await permission.denial()).toBeUndefined()
})
