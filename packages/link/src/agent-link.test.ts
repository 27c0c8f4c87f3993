import { type DeviceUid, linkClose } from '@sshore/contract'
import { expect, test } from 'vitest'
import { type AgentLink, createAgentLink } from './agent-link.ts'
import type { Link, LinkSocket, LinkStream } from './link.ts'
import { createLinkRegistry, type KnownDevice, type LinkRegistry } from './link-registry.ts'
import { manualClock } from './manual-clock.ts'
import { type Recorder, recorder, sessionHeader } from './test-ends.ts'
import { networkPath, type Path } from './test-path.ts'
import { encodeText } from './text.ts'

const isUid = (text: string): text is DeviceUid => text.length === 64
const uidOf = (digit: string): DeviceUid => {
  const text = digit.repeat(64)
  if (!isUid(text)) throw new Error('not a uid')
  return text
}
const uid = uidOf('a')

/** A gateway and an agent with a network between them that can be cut, and a server that can be restarted. */
const world = (options: { verifies?: boolean; token?: string } = {}) => {
  const clock = manualClock()
  let paths: Path[] = []
  let online = true
  let links = 0
  const gatewayLinks: Link[] = []
  const agentLinks: Link[] = []
  const waits: { milliseconds: number; reason: string; code: number }[] = []
  const revoked: string[] = []
  const failures: string[] = []
  const there: Recorder = recorder()
  const streams: LinkStream[] = []
  const newRegistry = (): LinkRegistry =>
    createLinkRegistry({
      clock,
      nonce: () => `nonce ${paths.length}`,
      linkId: () => `link ${(links += 1)}`,
      onLink: (_, link) => gatewayLinks.push(link),
      onFailed: (_, code, reason) => failures.push(`${code} ${reason}`),
    })
  let registry = newRegistry()
  const device: KnownDevice = {
    uid,
    verify: (text, signature) => options.verifies !== false && signature === `signed ${text}`,
  }
  const dial = async (): Promise<LinkSocket> => {
    if (!online) throw new Error('connection refused')
    const path = networkPath({ clock, delayMilliseconds: 10, bytesPerMillisecond: 12_500 })
    paths.push(path)
    registry.accept(path.near, device)
    return path.far
  }
  const agent = (as: DeviceUid = uid): AgentLink =>
    createAgentLink({
      clock,
      random: () => 0.5,
      uid: as,
      agentVersion: '1.0.0',
      dial,
      sign: async (text) => `signed ${text}`,
      onLink: (link) => {
        agentLinks.push(link)
        link.onStream = (stream) => {
          streams.push(stream)
          stream.handler = there.handlerFor(stream)
        }
      },
      onRevoked: (reason) => revoked.push(reason),
      onWaiting: (milliseconds, reason, code) => waits.push({ milliseconds, reason, code }),
    })
  return {
    clock,
    agent,
    gatewayLinks,
    agentLinks,
    streams,
    there,
    waits,
    revoked,
    failures,
    registry: () => registry,
    dials: () => paths.length,
    goOffline: (silently = false) => {
      online = false
      for (const path of paths) path.cut(silently)
    },
    goOnline: () => {
      online = true
    },
    restartServer: () => {
      for (const path of paths) path.cut()
      paths = []
      registry = newRegistry()
    },
  }
}

test('an agent links, and a session survives half a minute without network byte for byte', async () => {
  const { clock, agent, registry, gatewayLinks, agentLinks, there, streams, goOffline, goOnline } = world()
  using linked = agent()
  await clock.advance(1000)
  expect(registry().find(uid)).toBe(gatewayLinks[0])
  const here = recorder()
  const stream = gatewayLinks[0]?.open(sessionHeader('sh'), here.handler)
  here.stream = stream
  stream?.write(encodeText('before '))
  await clock.advance(100)
  stream?.write(encodeText('lost on the way '))
  await clock.settle()
  goOffline()
  stream?.write(encodeText('while away '))
  streams[0]?.write(encodeText('answer'))
  await clock.advance(30_000)
  expect(linked.link?.connected).toBe(false)
  expect(there.events).toEqual(['0:before '])
  goOnline()
  await clock.advance(60_000)
  expect(there.events.join('').replaceAll('0:', '')).toBe('before lost on the way while away ')
  expect(here.events).toEqual(['0:answer'])
  expect(agentLinks).toHaveLength(1)
  expect(linked.link?.connected).toBe(true)
})

test('a network that dies silently is noticed and left behind', async () => {
  const { clock, agent, registry, goOffline, goOnline, gatewayLinks } = world()
  using linked = agent()
  await clock.advance(1000)
  goOffline(true)
  goOnline()
  await clock.advance(46_000)
  expect(linked.link?.connected).toBe(true)
  expect(registry().find(uid)).toBe(gatewayLinks[0])
  expect(gatewayLinks).toHaveLength(1)
})

test('a server that was restarted gets a new link, and the old sessions end', async () => {
  const { clock, agent, registry, agentLinks, gatewayLinks, restartServer, there } = world()
  using linked = agent()
  await clock.advance(1000)
  gatewayLinks[0]?.open(sessionHeader('sh'), recorder().handler)
  await clock.advance(100)
  restartServer()
  await clock.advance(5000)
  expect(there.events).toEqual(['close:link_lost the server does not know the link any more'])
  expect(agentLinks).toHaveLength(2)
  expect(linked.link).toBe(agentLinks[1])
  expect(registry().find(uid)?.connected).toBe(true)
})

test('waits between attempts grow with jitter to half a minute, and start anew after a link that stood', async () => {
  const { clock, agent, waits, goOffline, goOnline } = world()
  using _linked = agent()
  await clock.advance(60_000)
  goOffline()
  await clock.advance(200_000)
  expect(waits.map((wait) => wait.milliseconds)).toEqual([
    125,
    500,
    1000,
    2000,
    4000,
    8000,
    ...Array.from({ length: 13 }, () => 15_000),
  ])
  goOnline()
  await clock.advance(120_000)
  waits.length = 0
  goOffline()
  await clock.advance(600)
  expect(waits.map((wait) => wait.milliseconds)).toEqual([125, 500])
})

test('an agent whose streams wait to be resumed keeps trying every few seconds', async () => {
  const { clock, agent, waits, gatewayLinks, goOffline } = world()
  using _linked = agent()
  await clock.advance(1000)
  gatewayLinks[0]?.open(sessionHeader('sh'), recorder().handler)
  await clock.advance(100)
  goOffline()
  await clock.advance(110_000)
  expect(Math.max(...waits.map((wait) => wait.milliseconds))).toBe(2500)
  // Once they are given up there is nothing to hurry for.
  await clock.advance(60_000)
  expect(waits.at(-1)?.milliseconds).toBe(15_000)
})

test('a wrong proof is refused, and tried again only after a long wait', async () => {
  const { clock, agent, waits, registry, failures } = world({ verifies: false })
  using _linked = agent()
  await clock.advance(1000)
  expect(registry().find(uid)).toBeUndefined()
  expect(failures).toEqual([`${linkClose.refused} the proof of the device key is wrong`])
  expect(waits).toEqual([
    { milliseconds: 22_500, reason: 'the proof of the device key is wrong', code: linkClose.refused },
  ])
})

test('a proof made for another device does not serve', async () => {
  const { clock, agent, failures, registry } = world()
  using _linked = agent(uidOf('b'))
  await clock.advance(1000)
  expect(failures).toEqual([`${linkClose.refused} the proof of the device key is wrong`])
  expect(registry().size).toBe(0)
})

test('a removed device is told, and does not come back by itself', async () => {
  const { clock, agent, registry, revoked, dials, there, gatewayLinks } = world()
  using linked = agent()
  await clock.advance(1000)
  gatewayLinks[0]?.open(sessionHeader('sh'), recorder().handler)
  await clock.advance(100)
  registry().close(uid, linkClose.revoked, 'the device was removed')
  await clock.advance(600_000)
  expect(revoked).toEqual(['the device was removed'])
  expect(there.events).toEqual(['close:link_lost the device was removed'])
  expect(dials()).toBe(1)
  expect(linked.link).toBeUndefined()
  expect(registry().size).toBe(0)
})

test('a device that starts anew takes the place of its old link', async () => {
  const { clock, agent, registry, gatewayLinks, waits } = world()
  using _first = agent()
  await clock.advance(1000)
  const changes: string[] = []
  const [old] = gatewayLinks
  if (old !== undefined) old.onConnected = (connected) => changes.push(`old ${connected}`)
  using second = agent()
  await clock.advance(1000)
  expect(gatewayLinks).toHaveLength(2)
  expect(changes).toEqual(['old false'])
  expect(registry().find(uid)).toBe(gatewayLinks[1])
  expect(second.link?.connected).toBe(true)
  expect(waits).toEqual([{ milliseconds: 22_500, reason: 'the device started a new link', code: linkClose.replaced }])
})

test('a server that leaves sends its agents away with jitter, and keeps no arrival', async () => {
  const { clock, agent, registry, waits } = world()
  using _linked = agent()
  await clock.advance(1000)
  registry().goAway('the server is stopping')
  await clock.advance(20)
  expect(waits).toEqual([{ milliseconds: 2000, reason: 'the server is stopping', code: linkClose.goingAway }])
  await clock.advance(10_000)
  expect(waits.length).toBeGreaterThan(1)
  expect(registry().find(uid)?.connected).toBe(false)
})

test('a peer that says nothing has ten seconds', async () => {
  const { clock, registry, failures } = world()
  const path = networkPath({ clock, delayMilliseconds: 10, bytesPerMillisecond: 100 })
  registry().accept(path.near, { uid, verify: () => true })
  await clock.advance(9900)
  expect(failures).toEqual([])
  await clock.advance(200)
  expect(failures).toEqual(['1000 the handshake took too long'])
})

test('an agent that is disposed of ends its link at once, without a wait for resumption', async () => {
  const { clock, agent, registry, gatewayLinks, dials } = world()
  const linked = agent()
  await clock.advance(1000)
  let over = ''
  const [link] = gatewayLinks
  if (link !== undefined) link.onClose = (reason) => (over = reason)
  linked[Symbol.dispose]()
  await clock.advance(100)
  expect(over).toBe('the agent stops')
  expect(registry().size).toBe(0)
  await clock.advance(100_000)
  expect(dials()).toBe(1)
})

test('a dial that nobody answers is given up, and what comes of it later is closed', async () => {
  const clock = manualClock()
  const late: ((socket: LinkSocket) => void)[] = []
  const waits: string[] = []
  using _ = createAgentLink({
    clock,
    random: () => 0.5,
    uid,
    agentVersion: '1.0.0',
    dial: () => new Promise((resolve) => late.push(resolve)),
    sign: async (text) => text,
    onLink: () => undefined,
    onRevoked: () => undefined,
    onWaiting: (_milliseconds, reason) => waits.push(reason),
  })
  await clock.advance(30_000)
  expect(waits).toEqual(['no answer in time'])
  expect(late).toHaveLength(2)
  const { near, far } = networkPath({ clock, delayMilliseconds: 1, bytesPerMillisecond: 1000 })
  const closed: string[] = []
  near.onClose = (_code, reason) => closed.push(reason)
  late[0]?.(far)
  await clock.advance(100)
  expect(closed).toEqual(['no longer wanted'])
})
