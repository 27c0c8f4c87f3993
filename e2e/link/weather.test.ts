// A shell, copies both ways, sftp and a forward over one device while its network misbehaves. The short form is out for
// seconds; with SSHORE_LONG_TESTS=1 it is out for nearly the two minutes that a link waits.
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createWeather, type Line, longTests, sshWords, terminalSession, until, type Weather } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { allRun, startActivities, startTypist } from './activities.ts'

const one = oneDevice()
const away = (shortSeconds: number): number => (longTests ? 105 : shortSeconds) * 1000
const bytes = (longTests ? 16 : 2) * 1024 * 1024
/** So thin that the copies are caught in the middle. */
const thin: Partial<Line> = { latencyMilliseconds: 5, bytesPerSecond: 2_500_000 }
const seconds = longTests ? 300 : 120

interface Case {
  readonly name: string
  readonly line?: Partial<Line>
  /** Returns when the weather has cleared. */
  readonly happens: (weather: Weather) => Promise<void>
  /** Nothing can arrive while it lasts. */
  readonly interrupts: boolean
  /** Addresses that the link came from in the end. */
  readonly addresses?: readonly string[]
}

const cases: readonly Case[] = [
  {
    name: 'is far away and shaky: 150 ms each way, up to 60 ms more',
    line: { latencyMilliseconds: 150, jitterMilliseconds: 60, bytesPerSecond: 2_500_000 },
    happens: async () => undefined,
    interrupts: false,
  },
  {
    name: 'gets thin: 8 Mbit/s',
    happens: async (weather) => weather.set({ bytesPerSecond: 1_000_000 }),
    interrupts: false,
  },
  {
    name: 'stands still',
    happens: async (weather) => {
      weather.stall()
      await pause(longTests ? 8000 : 3000)
      weather.restore()
    },
    interrupts: true,
  },
  {
    name: 'breaks with a reset and stays away',
    happens: async (weather) => {
      weather.cut()
      await pause(away(3))
      weather.restore()
    },
    interrupts: true,
  },
  {
    name: 'swallows everything without a word',
    happens: async (weather) => {
      weather.vanish()
      await pause(away(3))
      weather.restore()
    },
    interrupts: true,
  },
  {
    name: 'becomes another network',
    happens: async (weather) => {
      weather.moveTo('127.0.0.7')
      await until('the link comes from the new address', () =>
        weather.sources.some((from) => from.startsWith('127.0.0.7')),
      )
      weather.moveTo('127.0.0.8')
      if (longTests) weather.cut()
      await pause(longTests ? away(0) : 0)
      weather.restore()
    },
    interrupts: false,
    addresses: ['127.0.0.1', '127.0.0.7', '127.0.0.8'],
  },
  {
    name: 'brings the last words of an old connection after the new one',
    happens: async (weather) => {
      for (const milliseconds of [700, 2500]) {
        await weather.straggle(milliseconds)
        await pause(1500)
      }
    },
    interrupts: false,
  },
]

// Most of the time is waiting: all wait together.
describe.concurrent('a session, copies and a forward go on when the network', () => {
  it.each(cases)(
    '$name',
    async ({ name, line = thin, happens, interrupts, addresses }) => {
      await using weather = await createWeather({ port: one.stack.httpPort, line })
      await using undo = new AsyncDisposableStack()
      const hostname = `weather-${cases.findIndex((known) => known.name === name)}`
      const server = `http://127.0.0.1:${weather.port}`
      const device = undo.use(await one.stack.addDevice(one.namespace, { server, hostname }))
      await device.agent.says(/connected/)
      const folder = await mkdtemp(join(one.stack.folder, 'weather-'))
      const target = device.target()
      const typist = undo.use(await startTypist(target))
      const ground = { folder, target, bytes, here: '127.0.0.1', seconds }
      const activities = await startActivities(ground, undo)
      await until('all of it runs', () => allRun(activities), { seconds: 60 })
      const connectionsBefore = weather.sources.length
      let clear = false
      const weatherOver = happens(weather).then(() => (clear = true))
      if (interrupts) await pause(500)
      await typist.typeMeanwhile()
      if (interrupts) {
        await pause(500)
        expect(clear).toBe(false)
        expect(await typist.answered()).toBe(false)
      }
      await weatherOver
      await typist.finish()
      const results = await Promise.allSettled(activities.map(({ done }) => done))
      expect(
        results.map((result, at) => [
          activities[at]?.name,
          result.status === 'rejected' ? String(result.reason) : 'whole',
        ]),
      ).toEqual(activities.map((activity) => [activity.name, 'whole']))
      if (addresses) expect([...new Set(weather.sources.map((from) => from.split(':')[0]))]).toEqual(addresses)
      if (interrupts && name !== 'stands still') expect(weather.sources.length).toBeGreaterThan(connectionsBefore)
    },
    seconds * 1000,
  )
})

// The short form is beside the gateway: a link that waits for one second.
it.runIf(longTests)('after more than two minutes the user reads which device is gone, and for how long', async () => {
  await using weather = await createWeather({ port: one.stack.httpPort })
  const server = `http://127.0.0.1:${weather.port}`
  await using device = await one.stack.addDevice(one.namespace, { server, hostname: 'gone' })
  await device.agent.says(/connected/)
  await using terminal = await terminalSession(sshWords(device.target(), [], ['-tt']))
  await terminal.shows(/[#$]$/m, 60)
  weather.cut()
  await pause(110_000)
  expect(await terminal.ended()).toBe(false)
  const name = `${one.namespace.name}.gone`
  await terminal.shows(
    new RegExp(`^Sshore: the connection to ${name} is over: no connection to the device for 120 seconds`, 'm'),
    20,
  )
  await until('ssh has ended', () => terminal.ended())
})
