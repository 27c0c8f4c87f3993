// SSH clients that mean harm after a login that was theirs to make, beside a person at work on another device.
import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { longTests, rogueClient, type RogueClient, run, type SshTarget, until } from '@sshore/testkit'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSite, type Site } from '../server/server-process.ts'
import { addDevice } from '../server/site-device.ts'
import { bearableMilliseconds, type Bystander, createBystander, type Noticed, tell } from './bystander.ts'
import { exec, messages, openSession, packet, string, uint32 } from './packets.ts'

const held = new AsyncDisposableStack()
const figures: string[] = []
let site: Site
let bystander: Bystander
let target: SshTarget

beforeAll(async () => {
  site = held.use(await createSite())
  bystander = held.use(await createBystander(site))
  target = held.use(await addDevice(site, 'attacked')).target
})
afterAll(async () => {
  console.info(`\n${figures.join('\n')}\n`)
  await held.disposeAsync()
})

function expectHarmless(attack: string, noticed: Noticed, mebibytes = 150): void {
  figures.push(tell(attack, noticed))
  expect(noticed.worstMilliseconds).toBeLessThan(bearableMilliseconds)
  expect(noticed.peakMebibytes - noticed.calmMebibytes).toBeLessThan(mebibytes)
}

async function say(client: RogueClient, packets: Iterable<Uint8Array>): Promise<void> {
  let sent = 0
  for (const each of packets) {
    if (!client.open) return
    client.send(each.length < 9 ? Buffer.concat([each, Buffer.alloc(9 - each.length)]) : each)
    sent += each.length + 1000
    // Who types is in this process, too.
    if (sent < 100_000) continue
    sent = 0
    await nextTurn()
    await until('there is room', () => !client.open || client.waitingBytes < 500_000, { everyMilliseconds: 5 }).catch(
      () => undefined,
    )
  }
}

/** What an honest client says with one channel: mutations start from it. */
const honest = (): Buffer[] => [
  openSession(0),
  packet(messages.request, uint32(0), string('env'), Buffer.of(0), string('LANG'), string('C')),
  exec(0, 'cat'),
  packet(messages.data, uint32(0), string(randomBytes(100))),
  packet(messages.windowAdjust, uint32(0), uint32(100_000)),
  packet(messages.extendedData, uint32(0), uint32(1), string('x')),
  packet(messages.request, uint32(0), string('signal'), Buffer.of(0), string('TERM')),
  packet(messages.globalRequest, string('keepalive@openssh.com'), Buffer.of(1)),
  packet(messages.eof, uint32(0), Buffer.alloc(4)),
  packet(messages.close, uint32(0), Buffer.alloc(4)),
]

/** One of the honest packets with some of its bytes changed; its type stays. */
const mutatedPacket = fc
  .tuple(fc.nat(9), fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { minLength: 1, maxLength: 6 }))
  .map(([which, changes]) => {
    const victim = Buffer.from(honest()[which] ?? openSession(1))
    for (const [at, byte] of changes) victim[1 + (at % (victim.length - 1))] = byte
    return victim
  })

const arbitraryPacket = fc.oneof(
  { weight: 3, arbitrary: mutatedPacket },
  { weight: 3, arbitrary: fc.nat(9).map((at) => honest()[at] ?? openSession(1)) },
  fc.tuple(fc.nat(255), fc.uint8Array({ maxLength: 200 })).map(([type, bytes]) => packet(type, bytes)),
  fc
    .tuple(fc.constantFrom(...Object.values(messages)), fc.nat({ max: 0xff_ff_ff_ff }), fc.nat({ max: 0xff_ff_ff_ff }))
    .map(([type, one, two]) => packet(type, uint32(one), uint32(two), uint32(two))),
)

/** Types that end a connection in good order or start another key exchange are the transport's own business. */
const speaksOfChannels = (bytes: Buffer): boolean => (bytes[0] ?? 0) >= 80

describe('a hostile client', () => {
  it('that speaks at random after its login hurts nobody else', async () => {
    const connections = longTests ? 1000 : 30
    const seed = Math.floor(Math.random() * 2 ** 31)
    let said = 0
    let cutOff = 0
    const noticed = await bystander.during(async () => {
      const each = async (at: number): Promise<void> => {
        await using client = await rogueClient(target)
        const packets = [...honest().slice(0, 3), ...fc.sample(arbitraryPacket, { numRuns: 200, seed: seed + at })]
        said += packets.length
        await say(client, packets.filter(speaksOfChannels))
        await Promise.race([client.closed, pause(300)])
        cutOff += client.open ? 0 : 1
      }
      for (let at = 0; at < connections; at += 5) {
        await Promise.all(Array.from({ length: 5 }, (_, beside) => each(at + beside)))
      }
    })
    expectHarmless(`${said} arbitrary and mutated channel messages over ${connections} connections`, noticed)
    expect(cutOff, `seed ${seed}`).toBeGreaterThan(connections / 2)
    // The device it had a login on serves others as before.
    await using client = await rogueClient(target)
    expect(client.open).toBe(true)
  })

  it.each<[string, () => Iterable<Buffer>, boolean]>([
    [
      'thousands of channels',
      function* () {
        for (let channel = 0; channel < 5000; channel += 1) yield openSession(channel)
      },
      false,
    ],
    [
      'a window of four gigabytes, again and again',
      function* () {
        yield openSession(0, 0xff_ff_ff_ff)
        yield exec(0, 'cat')
        for (let grant = 0; grant < 1000; grant += 1) {
          yield packet(messages.windowAdjust, uint32(0), uint32(0xff_ff_ff_ff))
        }
      },
      false,
    ],
    [
      'data after the end of its data',
      function* () {
        yield openSession(0)
        yield exec(0, 'sleep 5')
        yield packet(messages.eof, uint32(0), Buffer.alloc(4))
        yield packet(messages.data, uint32(0), string('x'))
      },
      true,
    ],
    [
      'data after the close',
      function* () {
        yield openSession(0)
        yield exec(0, 'sleep 5')
        yield packet(messages.close, uint32(0), Buffer.alloc(4))
        yield packet(messages.data, uint32(0), string('x'))
      },
      true,
    ],
    [
      'more than its window allows',
      function* () {
        yield openSession(0)
        yield exec(0, 'sleep 5')
        for (let sent = 0; sent < 500; sent += 1) yield packet(messages.data, uint32(0), string(Buffer.alloc(32_000)))
      },
      true,
    ],
    [
      'a string longer than its packet',
      function* () {
        yield packet(messages.channelOpen, uint32(0xff_ff_ff_ff), Buffer.alloc(20))
      },
      true,
    ],
    [
      'requests without end',
      function* () {
        yield openSession(0)
        for (let sent = 0; sent < 20_000; sent += 1) {
          yield packet(messages.request, uint32(0), string('unknown@example.com'), Buffer.of(1))
        }
      },
      false,
    ],
  ])('that sends %s hurts nobody else', async (name, packets, endsConnection) => {
    const noticed = await bystander.during(async () => {
      await using client = await rogueClient(target)
      await say(client, packets())
      await Promise.race([client.closed, pause(1000)])
      if (endsConnection) expect(client.open).toBe(false)
    })
    expectHarmless(name, noticed)
  })

  it('that never reads what its programs say is not remembered for it without bounds', async () => {
    const clients = longTests ? 20 : 4
    const programs = 20
    // A number of its own, by which the programs can be counted.
    const program = `head -c 9${process.pid}${Date.now()} /dev/zero`
    const noticed = await bystander.during(async () => {
      await using undo = new AsyncDisposableStack()
      const all = await Promise.all(Array.from({ length: clients }, () => rogueClient(target)))
      const runs = async (least: number): Promise<boolean> =>
        Number((await run('pgrep', ['-c', '-f', program])).stdout) >= least
      // One client after the other: hundreds of programs that start at once would take both processors from who types.
      for (const [at, client] of all.entries()) {
        undo.use(client)
        for (let channel = 0; channel < programs; channel += 1) {
          client.send(openSession(channel, 0xff_ff_ff_ff))
          client.send(exec(channel, `exec ${program}`))
        }
        client.stopReading()
        await until('its programs run', () => runs((at + 1) * programs), { seconds: 60 })
      }
      await pause(longTests ? 30_000 : 2000)
    })
    expectHarmless(`${clients} clients with 20 programs each that never read`, noticed, longTests ? 400 : 250)
  })
})
