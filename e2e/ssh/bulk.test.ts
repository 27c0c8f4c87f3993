// One stream of many gigabytes each way (SSHORE_LONG_TESTS=1; else a quarter of one): whole, and in bounded memory.
import { longTests, quoted, shell, sshWords } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetPeak, peakMebibytes } from '../server/resident-memory.ts'
import { createSite, type Site } from '../server/server-process.ts'
import { addDevice, type SiteDevice } from '../server/site-device.ts'

const bytes = longTests ? 10 * 1024 ** 3 : 256 * 1024 ** 2
const seconds = longTests ? 900 : 120
/** Resident, whatever goes through: what an idle process has, and the room of one stream. */
const mostMebibytes = { server: 450, agent: 200 }

/** Bytes that do not compress and are the same each time: a cipher over zeros, which `head` ends with a broken pipe. */
const generator = `(openssl enc -aes-128-ctr -K 000102030405060708090a0b0c0d0e0f -iv 00000000000000000000000000000000 -in /dev/zero 2>/dev/null | head -c ${bytes}; true)`
const hash = 'openssl dgst -sha256 -r | cut -c1-64'

const held = new AsyncDisposableStack()
let site: Site
let device: SiteDevice
let expected = ''

beforeAll(async () => {
  site = held.use(await createSite())
  device = held.use(await addDevice(site, 'bulk'))
  expected = (await shell(`${generator} | ${hash}`, { seconds })).stdout
  expect(expected).toMatch(/^[0-9a-f]{64}\n$/)
}, seconds * 1000)
afterAll(() => held.disposeAsync())

describe(`${bytes / 1024 ** 2} MiB through standard input and output`, { timeout: seconds * 1000 }, () => {
  it.each([
    ['to', (ssh: (command: string) => string) => `${generator} | ${ssh(hash)}`],
    ['from', (ssh: (command: string) => string) => `${ssh(generator)} | ${hash}`],
  ])('arrive unchanged %s the device, through processes that stay small', async (direction, pipeline) => {
    const pids = { server: site.server().process.pid, agent: device.agent.pid }
    for (const pid of Object.values(pids)) forgetPeak(pid)
    const startedAt = performance.now()
    const words = (command: string): string => sshWords(device.target, [command]).map(quoted).join(' ')
    expect((await shell(pipeline(words), { seconds })).stdout).toBe(expected)
    const rate = bytes / 1024 ** 2 / ((performance.now() - startedAt) / 1000)
    const peaks = { server: peakMebibytes(pids.server), agent: peakMebibytes(pids.agent) }
    const memory = `server ${peaks.server.toFixed(0)} MiB, agent ${peaks.agent.toFixed(0)} MiB`
    console.info(`${bytes / 1024 ** 2} MiB ${direction} the device: ${rate.toFixed(0)} MiB/s, at most ${memory}`)
    expect(peaks.server).toBeLessThan(mostMebibytes.server)
    expect(peaks.agent).toBeLessThan(mostMebibytes.agent)
  })
})
