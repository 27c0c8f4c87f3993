// Who gets a device's link when several connections claim it.
import { type DeviceUid, linkClose } from '@sshore/contract'
import { expect, test } from 'vitest'
import { type AgentLink, createAgentLink } from './agent-link.ts'
import { provingConnections } from './bounds.ts'
import type { LinkSocket } from './link.ts'
import { createLinkRegistry, type KnownDevice } from './link-registry.ts'
import { manualClock } from './manual-clock.ts'
import { networkPath, type Path } from './test-path.ts'

const isUid = (text: string): text is DeviceUid => text.length === 64
const uidOf = (digit: string): DeviceUid => {
  const text = digit.repeat(64)
  if (!isUid(text)) throw new Error('not a uid')
  return text
}

const world = () => {
  const clock = manualClock()
  const failures: string[] = []
  const twins: DeviceUid[] = []
  let links = 0
  const registry = createLinkRegistry({
    clock,
    nonce: () => 'nonce',
    linkId: () => `link ${(links += 1)}`,
    onLink: () => undefined,
    onTwin: (uid) => twins.push(uid),
    onFailed: (_, code, reason) => failures.push(`${code} ${reason}`),
  })
  const arrive = (uid: DeviceUid): Path => {
    const path = networkPath({ clock, delayMilliseconds: 10, bytesPerMillisecond: 12_500 })
    const device: KnownDevice = { uid, verify: (text, signature) => signature === `signed ${text}` }
    registry.accept(path.near, device)
    return path
  }
  const agent = (uid: DeviceUid, seed: number) => {
    let paths: Path[] = []
    const waits: { milliseconds: number; reason: string; code: number }[] = []
    const link: AgentLink = createAgentLink({
      clock,
      random: () => seed,
      uid,
      agentVersion: '1.0.0',
      dial: async (): Promise<LinkSocket> => {
        const path = arrive(uid)
        paths.push(path)
        return path.far
      },
      sign: async (text) => `signed ${text}`,
      onLink: () => undefined,
      onRevoked: () => undefined,
      onWaiting: (milliseconds, reason, code) => waits.push({ milliseconds, reason, code }),
    })
    /** Without a word: its connection goes on looking alive. */
    const kill = (): void => {
      for (const path of paths) path.cut(true)
      paths = []
      link[Symbol.dispose]()
    }
    return { link, waits, kill }
  }
  return { clock, registry, arrive, agent, failures, twins, links: () => links }
}

test('a device has two connections in their handshake at most, and the newest counts', async () => {
  const { clock, registry, arrive, failures } = world()
  for (let connection = 0; connection < 500; connection += 1) arrive(uidOf('a'))
  arrive(uidOf('b'))
  expect(registry.proving).toBe(provingConnections + 1)
  await clock.advance(9000)
  expect(registry.proving).toBe(provingConnections + 1)
  expect(failures).toHaveLength(500 - provingConnections)
  await clock.advance(2000)
  expect(registry.proving).toBe(0)
  expect(failures.at(-1)).toBe('1000 the handshake took too long')
})

test('whoever only has the token of a device cannot keep it away', async () => {
  const { clock, registry, arrive, agent } = world()
  const uid = uidOf('a')
  for (let connection = 0; connection < provingConnections; connection += 1) arrive(uid)
  const honest = agent(uid, 0.1)
  using _ = honest.link
  await clock.advance(500)
  expect(registry.find(uid)?.connected).toBe(true)
})

test('two machines with one identity do not take the link from one another for ever', async () => {
  const { clock, registry, agent, twins, links } = world()
  const uid = uidOf('c')
  const first = agent(uid, 0.1)
  using _first = first.link
  await clock.advance(1000)
  const second = agent(uid, 0.7)
  using _second = second.link
  await clock.advance(60_000)
  // The older one came back after it was replaced, and was told why it may not.
  expect(first.waits.map(({ code }) => code)).toEqual([linkClose.replaced, linkClose.twin])
  expect(first.waits.at(-1)?.reason).toMatch(/another machine/u)
  expect(first.waits.at(-1)?.milliseconds).toBeGreaterThanOrEqual(60_000)
  expect(second.waits).toEqual([])
  expect(second.link.link?.connected).toBe(true)
  expect(twins).toEqual([uid])
  const linksBefore = links()
  await clock.advance(30 * 60_000)
  expect(links()).toBe(linksBefore)
  expect(second.link.link?.connected).toBe(true)
  expect(twins.length).toBeLessThan(31)

  // Once the newer one is gone, the older one may have the device.
  second.link[Symbol.dispose]()
  await clock.advance(130_000)
  expect(registry.find(uid)?.connected).toBe(true)
  expect(first.link.link?.connected).toBe(true)
})

test('an agent that is started again and again is nobody’s twin', async () => {
  const { clock, registry, agent, twins } = world()
  const uid = uidOf('d')
  for (let start = 1; start < 20; start += 1) {
    const started = agent(uid, start / 20)
    await clock.advance(1000)
    expect(started.link.link?.connected).toBe(true)
    started.kill()
  }
  expect(twins).toEqual([])
  expect(registry.find(uid)?.connected).toBe(true)
})
