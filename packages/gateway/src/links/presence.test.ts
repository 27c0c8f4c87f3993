import type { DeviceUid } from '@sshore/contract'
import { describe, expect, it } from 'vitest'
import { TestClock } from '../test-clock.ts'
import { createTestServer } from '../test-server-api.ts'
import { Presence } from './presence.ts'

const uid = (letter: string): DeviceUid => letter.repeat(64) as DeviceUid
const [a, b] = [uid('a'), uid('b')]

function start() {
  const server = createTestServer()
  const clock = new TestClock()
  const faults: unknown[] = []
  const presence = new Presence(server.client, clock, (error) => faults.push(error))
  const told = () => server.callsTo(/presence/)
  return { server, clock, presence, told, faults }
}

describe('presence', () => {
  it('is told at once after a quiet second, then in batches of a second', async () => {
    const { clock, presence, told } = start()
    presence.arrived(a)
    await clock.pass(0)
    expect(told()).toEqual([{ online: [a], offline: [] }])
    presence.arrived(b)
    presence.left(a)
    await clock.pass(0.9)
    expect(told()).toHaveLength(1)
    await clock.pass(0.1)
    expect(told().slice(1)).toEqual([{ online: [b], offline: [a] }])
  })

  it('counts the last word only when a device comes and goes within a batch', async () => {
    const { clock, presence, told } = start()
    presence.arrived(a)
    await clock.pass(0)
    presence.left(a)
    presence.arrived(a)
    await clock.pass(2)
    expect(told().slice(1)).toEqual([{ online: [a], offline: [] }])
  })

  it('is repeated for as long as a device stays, less than a minute apart', async () => {
    const { clock, presence, told } = start()
    presence.arrived(a)
    await clock.pass(300)
    const calls = told()
    expect(calls.length).toBeGreaterThanOrEqual(6)
    expect(calls.length).toBeLessThanOrEqual(8)
    presence.left(a)
    await clock.pass(1)
    const before = told().length
    await clock.pass(300)
    expect(told()).toHaveLength(before)
  })

  it('never names more than ten thousand devices in one call', async () => {
    const { clock, presence, told } = start()
    for (let i = 0; i < 25_000; i += 1) presence.arrived(i.toString(16).padStart(64, '0') as DeviceUid)
    await clock.pass(1)
    const sizes = told().map((call) => (call as { online: string[] }).online.length)
    expect(sizes).toEqual([10_000, 10_000, 5000])
  })

  it('is told again when the server could not write it', async () => {
    const { server, clock, presence, told, faults } = start()
    server.answers.set('/internal/devices/presence', new Error('database gone'))
    presence.arrived(a)
    await clock.pass(0.5)
    server.answers.delete('/internal/devices/presence')
    await clock.pass(3)
    expect(faults).toHaveLength(1)
    expect(told()).toEqual([
      { online: [a], offline: [] },
      { online: [a], offline: [] },
    ])
  })

  it('is not told after its end, though the server could not write the last word', async () => {
    const { server, clock, presence, told, faults } = start()
    presence.arrived(a)
    await clock.pass(1)
    server.answers.set('/internal/devices/presence', new Error('database gone'))
    await presence[Symbol.asyncDispose]()
    expect(faults).toHaveLength(1)
    const before = told().length
    await clock.pass(300)
    expect(told()).toHaveLength(before)
  })

  it('ends with everybody offline', async () => {
    const { clock, presence, told } = start()
    presence.arrived(a)
    await clock.pass(1)
    await presence[Symbol.asyncDispose]()
    expect(told().at(-1)).toEqual({ online: [], offline: [a] })
  })
})
