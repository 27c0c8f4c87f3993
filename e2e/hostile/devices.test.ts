// Devices that mean harm, beside a person at work on an honest one: only their own sessions may suffer.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { longTests, sshInBackground, until } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { targetOf } from '../server/site-device.ts'
import { createSite, type Site } from '../server/server-process.ts'
import { endlessPings, floods, mutatedMessages, propertyMessages } from './attacks.ts'
import { bearableMilliseconds, type Bystander, createBystander, type Noticed, tell } from './bystander.ts'
import { dialRogue, dialUnproved, registerRogue, type RogueIdentity, type RogueLink } from './rogue-device.ts'

const held = new AsyncDisposableStack()
const figures: string[] = []
let site: Site
let bystander: Bystander

beforeAll(async () => {
  site = held.use(await createSite())
  bystander = held.use(await createBystander(site))
})
afterAll(async () => {
  console.info(`\n${figures.join('\n')}\n`)
  await held.disposeAsync()
})

const memoryMostMebibytes = 150

function expectHarmless(attack: string, noticed: Noticed): void {
  figures.push(tell(attack, noticed))
  expect(noticed.keys).toBeGreaterThan(0)
  expect(noticed.worstMilliseconds).toBeLessThan(bearableMilliseconds)
  expect(noticed.peakMebibytes - noticed.calmMebibytes).toBeLessThan(memoryMostMebibytes)
}

const lines = (): Record<string, unknown>[] =>
  [...site.server().process.stdout().split('\n'), ...site.server().process.stderr().split('\n')]
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const linesAbout = (uid: string): Record<string, unknown>[] => lines().filter((line) => line['device'] === uid)

/** A user's program that runs on the rogue; it belongs to the device's owner, so it may suffer. */
async function withVictim(identity: RogueIdentity, attack: (link: RogueLink, stream: number) => Promise<void>) {
  await using link = await dialRogue(site, identity)
  await using user = sshInBackground(targetOf(site, identity.name), ['cat'])
  const stream = await until('the user’s program runs', () => (user.child.exitCode === null ? link.streams[1] : 0))
  await attack(link, stream)
}

/** Waits for room, as a sender must that does not want to run out of memory itself. */
async function pour(link: RogueLink, messages: Iterable<Buffer>): Promise<void> {
  let sent = 0
  for (const message of messages) {
    if (!link.open) return
    link.send(message)
    // A message costs time however small it is, and this process has to type as well.
    sent += message.length + 1000
    if (sent > 1_000_000) {
      sent = 0
      await nextTurn()
      await until('there is room', () => !link.open || link.webSocket.bufferedAmount < 500_000, {
        everyMilliseconds: 5,
      })
    }
  }
}

describe('a hostile device', () => {
  it.each(Object.keys(floods))('that sends %s hurts nobody else', async (name) => {
    const identity = await registerRogue(site, `rogue-${Object.keys(floods).indexOf(name)}`)
    const noticed = await bystander.during(() =>
      withVictim(identity, async (link, stream) => {
        await pour(link, floods[name]?.(stream) ?? [])
        await pause(300)
      }),
    )
    expectHarmless(name, noticed)
    expect(linesAbout(identity.uid).length).toBeGreaterThan(0)
  })

  it('is cut off with a line in the log that names it and says why', async () => {
    const identity = await registerRogue(site, 'named')
    await withVictim(identity, async (link, stream) => {
      await pour(link, floods['the end twice']?.(stream) ?? [])
      await until('it is cut off', () => !link.open)
    })
    const over = linesAbout(identity.uid).find(({ msg }) => msg === 'link over')
    expect(over?.['reason']).toBe('protocol error: ended twice')
  })

  it('that never reads and never stops talking hurts nobody else', async () => {
    const identity = await registerRogue(site, 'deaf')
    const noticed = await bystander.during(async () => {
      await using link = await dialRogue(site, identity)
      link.webSocket.pause()
      await pour(link, endlessPings(longTests ? 3_000_000 : 300_000))
    })
    expectHarmless('pings without end, no answer ever read', noticed)
  })

  it('that speaks at random hurts nobody else', async () => {
    const devices = longTests ? 8 : 4
    const rounds = longTests ? 200 : 8
    let links = 0
    let messages = 0
    let cutOff = 0
    const seed = Math.floor(Math.random() * 2 ** 31)
    const identities = await Promise.all(
      Array.from({ length: devices }, (_, at) => registerRogue(site, `random-${at}`)),
    )
    const noticed = await bystander.during(async () => {
      await Promise.all(
        identities.map(async (identity, at) => {
          for (let round = 0; round < rounds; round += 1) {
            await withVictim(identity, async (link) => {
              const ids = [...link.streams]
              const mutated = mutatedMessages(ids, 300, Math.random)
              const arbitrary = propertyMessages(ids, 300, seed + at * rounds + round)
              // Nearly honest words first: nonsense ends the link at once.
              const said = round % 2 === 0 ? [...mutated, ...arbitrary] : arbitrary
              links += 1
              messages += said.length
              await pour(link, said)
              await until('it is cut off', () => !link.open, { seconds: 3 }).then(
                () => (cutOff += 1),
                () => undefined,
              )
            }).catch((failure: unknown) => {
              // The server may send a device away that comes back too often; nothing else may hinder it.
              if (!(failure instanceof Error && /closed: \d+|runs/.test(failure.message))) throw failure
            })
          }
        }),
      )
    })
    expectHarmless(`${messages} arbitrary and mutated messages over ${links} links`, noticed)
    expect(cutOff, `seed ${seed}`).toBeGreaterThan(links / 2)
    expect(lines().filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  it('that nobody accepted may not park anything before its proof, nor hold many places', async () => {
    const identity = await registerRogue(site, 'pending', false)
    const noticed = await bystander.during(async () => {
      const sockets = await Promise.all(Array.from({ length: 200 }, () => dialUnproved(site, identity)))
      await until('two are left', () => sockets.filter(({ readyState }) => readyState === 1).length <= 2)
      for (const socket of sockets) socket.terminate()
      const parking = await dialUnproved(site, identity)
      // A message of which only the beginning ever comes.
      parking.send(Buffer.alloc(200_000), { fin: false })
      await until('it is cut off', () => parking.readyState === 3)
    })
    expectHarmless('200 connections with a token and no proof', noticed)
    expect(linesAbout(identity.uid).length).toBeGreaterThanOrEqual(198)
  })
})
