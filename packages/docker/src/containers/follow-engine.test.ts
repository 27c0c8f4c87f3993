import { expect, test } from 'vitest'
import { createEngine } from '../engine/engine.ts'
import { json, startHttpPeer } from '../testing/http-peer.ts'
import { timers } from '../testing/test-timers.ts'
import { containerKey } from './container-key.ts'
import { deviceNames } from './device-names.ts'
import { followEngine } from './follow-engine.ts'

const idOf = (letter: string) => letter.repeat(64)
const named = (letter: string, name: string) => ({ id: idOf(letter), name, image: '' })

test('names become device names, and clashes are told apart whatever the order', () => {
  const containers = [
    named('b', 'Shop.web_1'),
    named('a', 'shop web_1'),
    named('c', 'shop_web_1'),
    named('d', ''),
    named('e', '..--'),
    named('f', 'x'.repeat(80)),
    named('0', 'x'.repeat(90)),
  ]
  const expected = {
    [idOf('c')]: 'shop_web_1',
    [idOf('a')]: 'shop-web_1',
    [idOf('b')]: 'shop_web_1-bbbb',
    [idOf('d')]: 'container-dddddddddddd',
    [idOf('e')]: 'container-eeeeeeeeeeee',
    [idOf('0')]: 'x'.repeat(64),
    [idOf('f')]: `${'x'.repeat(59)}-ffff`,
  }
  expect(Object.fromEntries(deviceNames(containers))).toEqual(expected)
  expect(Object.fromEntries(deviceNames(containers.toReversed()))).toEqual(expected)
})

test('a container has the same key as long as the seed is the same', () => {
  const seed = new Uint8Array(32).fill(7)
  expect(containerKey(seed, 'a').publicKey).toBe(containerKey(seed, 'a').publicKey)
  expect(containerKey(seed, 'a').publicKey).not.toBe(containerKey(seed, 'b').publicKey)
  expect(containerKey(new Uint8Array(32), 'a').publicKey).not.toBe(containerKey(seed, 'a').publicKey)
})

/** Waits without looking at the clock. */
async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !condition(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(condition()).toBe(true)
}

test('containers are told as they come and go, through losses of the engine', async () => {
  await using peer = await startHttpPeer()
  let running = ['a', 'b', 'c']
  let happened: () => void = () => undefined
  let broken = false
  peer.answer = (request, socket) => {
    if (broken) socket.destroy()
    else if (request.startsWith('GET /events')) {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      happened = () => void socket.write('3\r\n{}\n\r\n')
    } else socket.end(json(running.map((letter) => ({ Id: idOf(letter), Names: [`/${letter}`], Image: 'bb' }))))
  }
  const told: string[] = []
  const stop = new AbortController()
  const done = followEngine({
    engine: createEngine({ address: { kind: 'socket', path: peer.path }, clock: timers }),
    clock: { ...timers, after: (milliseconds, callback) => timers.after(milliseconds / 20, callback) },
    random: () => 0,
    containersMost: 2,
    signal: stop.signal,
    onState: ({ state, message }) => told.push(`${state} ${message}`.trim()),
    onContainer: ({ deviceName }) => {
      told.push(`+${deviceName}`)
      return async (why) => void told.push(`-${deviceName} ${why}`)
    },
  })
  const next = async (...lines: readonly string[]) => {
    await until(() => told.length >= lines.length)
    expect(told.splice(0)).toEqual(lines)
  }
  await next('+a', '+b', 'connected Only 2 of its 3 containers are followed.')
  running = ['b']
  happened()
  await next('-a stopped', 'connected')
  broken = true
  peer.cut()
  await until(() => told.includes('-b lost'))
  expect(told.splice(0).filter((line) => !line.startsWith('failed The '))).toEqual(['-b lost'])
  broken = false
  await next('+b', 'connected')
  stop.abort()
  await done
  expect(told).toEqual(['-b unfollowed'])
})
