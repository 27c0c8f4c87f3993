// Strangers who hold on to sockets: silence, and requests that trickle.
import { connect, type Socket } from 'node:net'
import { linkPath } from '@sshore/contract'
import { longTests, ssh, until } from '@sshore/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSite, type Site } from '../server/server-process.ts'
import { bearableMilliseconds, type Bystander, createBystander, tell } from './bystander.ts'

const silentSockets = 5000
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

interface Held {
  readonly sockets: Socket[]
  closed(): number
}

async function hold(port: number, count: number): Promise<Held> {
  const sockets: Socket[] = []
  let closed = 0
  // In portions: the kernel's queue of connections that wait to be accepted is short.
  for (let opened = 0; opened < count; opened += 250) {
    const portion = Array.from({ length: Math.min(250, count - opened) }, () => connect(port, '127.0.0.1'))
    sockets.push(...portion)
    await Promise.all(
      portion.map((socket) => {
        socket.on('error', () => undefined)
        socket.once('close', () => (closed += 1))
        socket.resume()
        return new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
      }),
    )
  }
  return { sockets, closed: () => closed }
}

it.each(['http', 'ssh'] as const)('5000 sockets that stay silent on the %s port hurt nobody', async (kind) => {
  let closed = 0
  const noticed = await bystander.during(async () => {
    const { sockets, closed: closedNow } = await hold(site.ports[kind], silentSockets)
    expect(sockets).toHaveLength(silentSockets)
    // Somebody who comes now still gets in, unless it is from the place that holds all those of the SSH port.
    if (kind === 'http') expect((await ssh(bystander.target, ['echo', 'in'])).stdout).toBe('in\n')
    // They are not kept for ever; the short form does not wait for that.
    if (longTests) await until('all are closed', () => closedNow() === silentSockets, { seconds: 200 })
    // At most so many wait for their login from one place.
    if (kind === 'ssh') await until('the others are turned away', () => closedNow() > silentSockets - 200)
    closed = closedNow()
    for (const socket of sockets) socket.destroy()
  })
  figures.push(tell(`5000 silent sockets, ${kind} port (${closed} closed by the server)`, noticed))
  expect(noticed.worstMilliseconds).toBeLessThan(bearableMilliseconds)
  expect(noticed.peakMebibytes - noticed.calmMebibytes).toBeLessThan(150)
})

it('upgrades that trickle byte by byte hurt nobody and end', async () => {
  const trickle = `GET ${linkPath} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Padding: `
  const noticed = await bystander.during(async () => {
    const { sockets, closed } = await hold(site.ports.http, 500)
    let at = 0
    const drip = setInterval(() => {
      for (const socket of sockets) if (!socket.destroyed) socket.write(trickle[at] ?? 'x')
      at += 1
    }, 100)
    try {
      // The server gives a request 15 s for its headers.
      const enough = longTests ? sockets.length : 0
      await until('they are sent off', () => closed() >= enough && at > 30, { seconds: 60 })
    } finally {
      clearInterval(drip)
      for (const socket of sockets) socket.destroy()
    }
  })
  figures.push(tell('500 upgrades that trickle byte by byte', noticed))
  expect(noticed.worstMilliseconds).toBeLessThan(bearableMilliseconds)
  expect(noticed.peakMebibytes - noticed.calmMebibytes).toBeLessThan(100)
})
