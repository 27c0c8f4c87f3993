import { describe, expect, test } from 'vitest'
import { json, startHttpPeer } from '../testing/http-peer.ts'
import { timers } from '../testing/test-timers.ts'
import { createEngine } from './engine.ts'
import { parseEngineAddress } from './engine-address.ts'

const id = 'a'.repeat(64)
const start = async () => {
  const peer = await startHttpPeer()
  return { peer, engine: createEngine({ address: { kind: 'socket', path: peer.path }, clock: timers }) }
}

describe('an engine', () => {
  test('is read whether its answers come in chunks, with a length or until the end', async () => {
    const { peer, engine } = await start()
    await using _peer = peer
    const listed = JSON.stringify([{ Id: id, Names: ['/web'], Image: 'bb' }])
    const [first, rest] = [listed.slice(0, 7), listed.slice(7)]
    const hex = (text: string) => text.length.toString(16)
    const forms = [
      json([{ Id: id, Names: ['/web'], Image: 'bb' }]),
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${hex(first)};x=1\r\n${first}\r\n${hex(rest)}\r\n${rest}\r\n0\r\n\r\n`,
      `HTTP/1.0 200 OK\r\n\r\n${listed}`,
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n${listed}`,
    ]
    for (const form of forms) {
      peer.answer = (_request, socket) => {
        // One byte at a time is as good as all at once.
        for (const character of form.slice(0, 60)) socket.write(character)
        socket.end(form.slice(60))
      }
      expect(await engine.list()).toEqual([{ id, name: 'web', image: 'bb' }])
    }
    await engine.list('app=shop')
    expect(peer.asked.at(-1)).toBe(`GET /containers/json?filters=${encodeURIComponent('{"label":["app=shop"]}')}`)
  })

  test.each([
    ['nothing', ''],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
    ['an endless head', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`],
    ['a head without names', 'HTTP/1.1 200 OK\r\nnothing\r\n\r\n'],
    ['no JSON', 'HTTP/1.1 200 OK\r\n\r\n<html>'],
    ['JSON of another kind', json({ hello: 'world' })],
    ['identifiers that lead elsewhere', json([{ Id: '../../info', Names: [], Image: '' }])],
    ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['a chunk of no length', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
    ['half of an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n['],
    ['a failure of another server', 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\n\r\n<html>'],
    ['a failure of its own', json({ message: 'no\u001b[2J such thing' }, 500)],
  ])('that answers with %s is refused in a sentence', async (_title, answer) => {
    const { peer, engine } = await start()
    await using _peer = peer
    peer.answer = (_request, socket) => void socket.end(answer)
    const failure = await engine.list().catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'EngineFailure', message: expect.stringMatching(/^[^\p{Cc}]+$/u) })
  })

  test('that sends more than anybody asked for is not read to the end', async () => {
    const { peer, engine } = await start()
    await using _peer = peer
    let sent = 0
    peer.answer = (_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'x'))) sent += 65_536
        socket.once('drain', more)
      }
      more()
    }
    await expect(engine.list()).rejects.toThrow('too large')
    expect(sent).toBeLessThan(40 * 1024 * 1024)
  })

  test('whose programs write no frames is found out, and what comes before stays', async () => {
    const { peer, engine } = await start()
    await using _peer = peer
    const frame = (lane: number, text: string) => {
      const head = Buffer.alloc(8)
      head[0] = lane
      head.writeUInt32BE(text.length, 4)
      return Buffer.concat([head, Buffer.from(text)])
    }
    peer.answer = (request, socket) => {
      if (request.includes('/start')) {
        socket.write('HTTP/1.1 101 UPGRADED\r\nUpgrade: tcp\r\n\r\n')
        const bytes = Buffer.concat([frame(1, 'out'), frame(2, 'err'), Buffer.from('not a frame at all')])
        for (const byte of bytes) socket.write(Buffer.of(byte))
        socket.end()
      } else socket.end(json({ Id: 'ab' }, 201))
    }
    using running = await engine.exec(id, { command: ['true'], user: '0', environment: {} })
    const said = ['', '']
    const read = async () => {
      for await (const { lane, bytes } of running.output) said[lane] += Buffer.from(bytes).toString()
    }
    await expect(read()).rejects.toThrow('makes no sense')
    expect(said).toEqual(['out', 'err'])
  })
})

test.each([
  [undefined, { kind: 'socket', path: '/var/run/docker.sock' }],
  ['unix:///run/podman.sock', { kind: 'socket', path: '/run/podman.sock' }],
  ['/run/podman.sock', { kind: 'socket', path: '/run/podman.sock' }],
  ['tcp://box', { kind: 'tcp', host: 'box', port: 2375 }],
  ['tcp://[::1]:2376/', { kind: 'tcp', host: '::1', port: 2376 }],
  ['http://box', undefined],
  ['tcp://box/path', undefined],
  ['box', undefined],
])('%s is an address as the tools of engines take it', (text, address) => {
  expect(parseEngineAddress(text)).toEqual(address)
})
