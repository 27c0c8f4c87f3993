import { afterEach, beforeEach, expect, test } from 'vitest'
import { until as untilHolds } from '../test-stack.ts'
import { createTestTunnel, testAddress, testHost, type TestTunnel } from './test-tunnel.ts'

let tunnel: TestTunnel
beforeEach(async () => {
  tunnel = await createTestTunnel()
})
afterEach(() => tunnel[Symbol.asyncDispose]())

const until = (what: string, holds: () => boolean): Promise<void> => untilHolds(holds, what)

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: ${testHost}\r\n\r\n`
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0

test('a connection to the service serves one request after the other, and is closed when nobody needs it', async () => {
  tunnel.onHeard = (connection) => connection.say(ok)
  const visit = tunnel.visit()
  for (const number of [1, 2, 3]) {
    visit.socket.write(get(`/${number}`))
    await until('the answer', () => count(visit.heard, /200 OK/g) === number)
  }
  expect(tunnel.connections).toHaveLength(1)
  await tunnel.clock.pass(9)
  await until('it is closed', () => tunnel.connections[0]?.ended === true)
})

test('a service that hangs up on the next request is asked again, once, if that changes nothing', async () => {
  tunnel.onHeard = (connection) => {
    if (count(connection.heard, /HTTP\/1\.1/g) === 1) connection.say(ok)
    else connection.stream.close()
  }
  const visit = tunnel.visit()
  visit.socket.write(get('/1'))
  await until('the first', () => visit.heard.includes('ok'))
  visit.socket.write(get('/2'))
  await until('the second', () => count(visit.heard, /200 OK/g) === 2)
  expect(tunnel.connections).toHaveLength(2)
  // What may change something is never sent where it could get lost: it has a connection of its own.
  visit.socket.write(`POST /3 HTTP/1.1\r\nHost: ${testHost}\r\nContent-Length: 0\r\n\r\n`)
  await until('the third', () => count(visit.heard, /200 OK/g) === 3)
  expect(tunnel.connections).toHaveLength(3)
  expect(tunnel.connections.map(({ heard }) => count(heard, /POST \/3/g))).toEqual([0, 0, 1])
})

test('a service that says more than its answer is not asked again on that connection', async () => {
  tunnel.onHeard = (connection) => connection.say(`${ok}HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\npoisoned`)
  const visit = tunnel.visit()
  for (const number of [1, 2]) {
    visit.socket.write(get(`/${number}`))
    await until('the answer', () => count(visit.heard, /200 OK/g) === number)
  }
  expect(visit.heard).not.toContain('poisoned')
  expect(tunnel.connections).toHaveLength(2)
})

test('an answer that is none is told as such, and nothing of it shown', async () => {
  tunnel.onHeard = (connection) =>
    connection.say('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n<b>')
  const visit = tunnel.visit()
  visit.socket.write(get('/'))
  await until('the answer', () => visit.heard.includes('bad_response'))
  expect(visit.heard).toMatch(/^HTTP\/1\.1 502 /)
  expect(visit.heard).not.toContain('<b>')
  expect(tunnel.logged.at(-1)).toMatchObject({ msg: 'tunnel request', problem: 'two lengths', status: 502 })
})

test('a visitor who stops in the middle of a body is cut off, one who goes on slowly is not', async () => {
  const visit = tunnel.visit()
  visit.socket.write(`POST / HTTP/1.1\r\nHost: ${testHost}\r\nContent-Length: 10\r\n\r\n12345`)
  await until('it arrives', () => tunnel.connections[0]?.heard.endsWith('12345') === true)
  await tunnel.clock.pass(50)
  visit.socket.write('678')
  await until('it arrives', () => tunnel.connections[0]?.heard.endsWith('678') === true)
  await tunnel.clock.pass(50)
  expect(visit.closed).toBe(false)
  await tunnel.clock.pass(20)
  await until('it is cut off', () => visit.closed)
  await until('the service hears of it', () => tunnel.connections[0]?.ended === true)
  expect(tunnel.logged.at(-1)).toMatchObject({ problem: 'the visitor was too slow' })
})

test('a service that does not answer is given up', async () => {
  const visit = tunnel.visit()
  visit.socket.write(get('/'))
  await until('it arrives', () => tunnel.connections.length === 1)
  await tunnel.clock.pass(290)
  expect(visit.heard).toBe('')
  await tunnel.clock.pass(20)
  await until('it is told', () => visit.heard.includes('service_silent'))
  expect(visit.heard).toMatch(/^HTTP\/1\.1 504 /)
})

test('a device that goes away in the middle of an answer breaks it off, so that it is seen to be cut', async () => {
  tunnel.onHeard = (connection) => connection.say('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n')
  const visit = tunnel.visit()
  visit.socket.write(get('/'))
  await until('the first half', () => visit.heard.includes('half'))
  tunnel.cut()
  await tunnel.clock.pass(10)
  expect(visit.closed).toBe(false)
  await tunnel.clock.pass(20)
  await until('it is cut', () => visit.closed)
  expect(visit.heard).not.toMatch(/\r\n0\r\n/)
  expect(tunnel.logged.at(-1)).toMatchObject({ problem: 'the device went away' })
  const next = tunnel.visit()
  next.socket.write(get('/'))
  await until('it is told', () => next.heard.includes('device_offline'))
  expect(next.heard).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 10/i)
})

test('a visitor who does not read holds up the service, and only so much is kept; later they are cut off', async () => {
  const block = 'x'.repeat(64 * 1024)
  let said = 0
  tunnel.onHeard = (connection) => {
    connection.say('HTTP/1.1 200 OK\r\n\r\n')
    const pour = (): void => {
      while (said < 512 && connection.stream.write(Buffer.from(block))) said += 1
    }
    connection.stream.handler = { ...connection.stream.handler, onDrain: pour }
    pour()
  }
  const visit = tunnel.visit()
  visit.socket.pause()
  visit.socket.write(get('/'))
  let before = -1
  await until('nothing moves', () => {
    const stands = said === before && said > 0
    before = said
    return stands
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(said).toBeLessThan(256)
  await tunnel.clock.pass(310)
  await until('the service hears of it', () => tunnel.connections[0]?.ended === true)
})

test('so many requests run in one tunnel at once, and no more', async () => {
  const visits = Array.from({ length: 512 }, () => tunnel.visit())
  for (const { socket } of visits) socket.write(get('/'))
  await until('all run', () => tunnel.port.visits.runningOf(testAddress) === 512)
  const next = tunnel.visit()
  next.socket.write(get('/'))
  await until('it is told', () => next.heard.includes('too_many_requests'))
  expect(next.heard).toMatch(/^HTTP\/1\.1 503 /)
  tunnel.onHeard = () => undefined
  for (const connection of tunnel.connections) connection.say(ok)
  await until('all are served', () => visits.every(({ heard }) => heard.includes('ok')))
  expect(tunnel.port.visits.running).toBe(0)
})
