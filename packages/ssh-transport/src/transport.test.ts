import fc from 'fast-check'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { marker, writeProposal } from './key-exchange/proposal.ts'
import { transportMessage as message } from './message-numbers.ts'
import { clientProposal, TestClient } from './testing/test-client.ts'
import { faulty, startTestServer, type TestServer, until } from './testing/test-server.ts'
import type { WorkShare } from './transport.ts'
import { Reader, Writer } from './wire.ts'

const laxProposal = { ...clientProposal, keyExchanges: ['curve25519-sha256', marker.extInfoClient] }
const ignore = new Writer(message.ignore).text('x').finish()
const endOf = async (server: TestServer): Promise<string | undefined> => {
  await until(() => (server.served[0]?.ends.length ?? 0) > 0, 'the connection is over')
  return server.served[0]?.ends[0]
}

describe('a key exchange', () => {
  it('leads to packets that both sides understand, and to word of what we can do', async () => {
    await using server = await startTestServer()
    using client = await TestClient.dial(server.port)
    await client.exchangeKeys()
    const info = new Reader(await client.next(message.extInfo), 1)
    expect(info.uint32()).toBe(3)
    expect([info.text(), info.text()]).toEqual(['server-sig-algs', 'ssh-ed25519'])
    expect([info.text(), info.text()]).toEqual(['publickey-hostbound@openssh.com', '0'])
    expect([info.text(), info.text()]).toEqual(['ping@openssh.com', '0'])
    client.writer.send(Buffer.of(5, 1, 2, 3))
    await until(() => server.served[0]?.payloads.length === 1, 'the message arrives')
    expect(server.served[0]).toMatchObject({
      payloads: [Buffer.of(5, 1, 2, 3)],
      established: ['curve25519-sha256 ssh-ed25519 aes128-gcm@openssh.com'],
    })
  })

  it.each([
    ['of ours', message.keyExchangeShare],
    ['of a method that we do not have', 34],
  ])('throws a message %s away that was guessed wrong, and takes the share behind it', async (_, guessed) => {
    await using server = await startTestServer()
    using client = await TestClient.dial(server.port)
    // Ours would be another method, so the guess is wrong although this one is agreed on (RFC 4253 section 7).
    client.writer.sendNow(writeProposal({ ...clientProposal, guess: true }))
    client.writer.sendNow(new Writer(guessed).bytes(Buffer.alloc(7)).finish())
    client.writer.sendNow(new Writer(message.keyExchangeShare).bytes(Buffer.alloc(32, 9)).finish())
    await client.next(message.keyExchangeReply)
    expect(server.served[0]?.ends).toEqual([])
  })

  it('takes a share that was guessed right', async () => {
    await using server = await startTestServer()
    using client = await TestClient.dial(server.port)
    const keyExchanges = ['mlkem768x25519-sha256', marker.strictClient]
    client.writer.sendNow(writeProposal({ ...clientProposal, keyExchanges, guess: true }))
    client.writer.sendNow(new Writer(message.keyExchangeShare).bytes(Buffer.alloc(7)).finish())
    expect(await endOf(server)).toMatch(/7 bytes instead of 1216/)
  })

  it.each([
    ['no key exchange', { keyExchanges: ['diffie-hellman-group1-sha1'] }],
    ['no host key algorithm', { hostKeys: ['ssh-dss'] }],
    ['no cipher', { toServer: { ...clientProposal.toServer, ciphers: ['3des-cbc'] } }],
    ['no compression', { toClient: { ...clientProposal.toClient, compressions: ['zlib'] } }],
  ])('ends when there is %s in common, and the client is told', async (what, part) => {
    await using server = await startTestServer()
    using client = await TestClient.dial(server.port)
    client.writer.sendNow(writeProposal({ ...clientProposal, ...part }))
    expect(await endOf(server)).toContain(`${what} in common`)
    const farewell = new Reader(await client.next(message.disconnect), 1)
    farewell.uint32()
    expect(farewell.text()).toContain(`${what} in common`)
  })

  it('may be begun again at any time, by either side, between other messages', async () => {
    await using server = await startTestServer({ bytes: 20_000 })
    using client = await TestClient.dial(server.port)
    await client.exchangeKeys()
    server.served[0]?.transport.loggedIn()
    await client.exchangeKeys()
    // More than the limit: now the server begins.
    client.writer.send(Buffer.concat([Buffer.of(5), Buffer.alloc(30_000)]))
    await until(() => client.received.some((payload) => payload[0] === message.keyExchangeInit), 'the server begins')
    server.served[0]?.transport.send(Buffer.of(80, 1))
    expect(server.served[0]?.transport.congested()).toBe(true)
    await client.exchangeKeys()
    expect(await client.next(80)).toEqual(Buffer.of(80, 1))
    client.writer.send(Buffer.of(5, 9))
    await until(() => server.served[0]?.payloads.length === 2, 'the message arrives')
    expect(server.served[0]?.ends).toEqual([])
  })

  it('is begun by the server after its time', async () => {
    await using server = await startTestServer({ seconds: 0.05 })
    using client = await TestClient.dial(server.port)
    await client.exchangeKeys()
    server.served[0]?.transport.loggedIn()
    await client.next(message.keyExchangeInit)
    expect(server.served[0]?.ends).toEqual([])
  })

  it('cannot be asked for without end by somebody who has not logged in', async () => {
    await using server = await startTestServer()
    using client = await TestClient.dial(server.port)
    await client.exchangeKeys()
    await client.exchangeKeys()
    expect(server.served[0]?.ends).toEqual([])
    await expect(client.exchangeKeys()).rejects.toThrow(/closed before/)
    expect(await endOf(server)).toBe('too many key exchanges before the login')
  })
})

describe('somebody who has logged in', () => {
  it('may ask for new keys after traffic, and not without end for nothing', async () => {
    const clock = { after: () => () => undefined }
    await using server = await startTestServer({}, clock)
    using client = await TestClient.dial(server.port)
    await client.exchangeKeys()
    server.served[0]?.transport.loggedIn()
    for (let i = 0; i < 32; i += 1) await client.exchangeKeys()
    for (let i = 0; i < 3; i += 1) client.writer.send(Buffer.concat([Buffer.of(5), Buffer.alloc(200_000)]))
    await client.exchangeKeys()
    expect(server.served[0]?.ends).toEqual([])
    await expect(client.exchangeKeys()).rejects.toThrow(/closed before/)
    expect(await endOf(server)).toBe('too many key exchanges one after the other')
  })

  it('has to end the exchange that was begun before', async () => {
    const late: (() => void)[] = []
    const clock = {
      after: (milliseconds: number, callback: () => void) => {
        if (milliseconds === 180_000) late.push(callback)
        return () => undefined
      },
    }
    await using server = await startTestServer({}, clock)
    using client = await TestClient.dial(server.port)
    await client.exchangeKeys()
    client.writer.sendNow(writeProposal(clientProposal))
    await client.next(message.keyExchangeInit)
    server.served[0]?.transport.loggedIn()
    expect(server.served[0]?.ends).toEqual([])
    for (const callback of late) callback()
    expect(await endOf(server)).toBe('the client did not exchange keys in time')
  })
})

describe('strict key exchange', () => {
  it.each([
    ['before the proposal', async (client: TestClient) => client.writer.sendNow(ignore)],
    [
      'within it',
      async (client: TestClient) => client.exchangeKeys(clientProposal, () => client.writer.sendNow(ignore)),
    ],
  ])('ends the connection for a message %s', async (when, attack) => {
    await using server = await startTestServer()
    using client = await TestClient.dial(server.port)
    await attack(client).catch(() => undefined)
    if (when === 'before the proposal') await client.exchangeKeys().catch(() => undefined)
    expect(await endOf(server)).toMatch(/strict key exchange/)
  })

  it('is not asked of a client that does not know it', async () => {
    await using server = await startTestServer()
    using client = await TestClient.dial(server.port)
    client.writer.sendNow(ignore)
    await client.exchangeKeys(laxProposal, () => client.writer.sendNow(ignore))
    client.writer.send(Buffer.of(5, 1))
    await until(() => server.served[0]?.payloads.length === 1, 'the message arrives')
  })

  it('is what keeps a later exchange from taking other messages, too', async () => {
    await using server = await startTestServer()
    using client = await TestClient.dial(server.port)
    await client.exchangeKeys()
    server.served[0]?.transport.loggedIn()
    await client.exchangeKeys(clientProposal, () => client.writer.sendNow(Buffer.of(80, 0))).catch(() => undefined)
    expect(await endOf(server)).toMatch(/message 80 during the key exchange/)
  })
})

describe('an established connection', () => {
  it('answers pings with the same bytes', async () => {
    await using server = await startTestServer()
    using client = await TestClient.dial(server.port)
    await client.exchangeKeys()
    client.writer.send(new Writer(message.ping).text('are you there').finish())
    expect(new Reader(await client.next(message.pong), 1).text()).toBe('are you there')
  })

  it('ends when something of ours throws, which is told, and not what it was to the client', async () => {
    await using server = await startTestServer()
    using client = await TestClient.dial(server.port)
    await client.exchangeKeys()
    client.writer.send(faulty)
    expect(await endOf(server)).toBe('internal error')
    expect(server.served[0]?.faults).toEqual([new Error('a fault of ours')])
    const farewell = new Reader(await client.next(message.disconnect), 1)
    expect([farewell.uint32(), farewell.text()]).toEqual([11, 'internal error'])
  })

  it('ends when a packet was changed on its way', async () => {
    await using server = await startTestServer()
    using client = await TestClient.dial(server.port)
    await client.exchangeKeys()
    client.writer.send(Buffer.of(5, 1))
    await until(() => server.served[0]?.payloads.length === 1, 'an honest packet arrives')
    const packet = Buffer.alloc(4 + 16 + 16, 7)
    packet.writeUInt32BE(16, 0)
    client.socket.write(packet)
    expect(await endOf(server)).toBe('a packet was changed on its way')
    expect(server.served[0]?.payloads).toHaveLength(1)
  })

  it('takes packets of 256 KiB after the login, of 35,000 bytes before, and no larger ones', async () => {
    const sent = async (bytes: number, loggedIn: boolean): Promise<string | number> => {
      await using server = await startTestServer()
      using client = await TestClient.dial(server.port)
      await client.exchangeKeys()
      if (loggedIn) server.served[0]?.transport.loggedIn()
      client.writer.send(Buffer.concat([Buffer.of(5), Buffer.alloc(bytes)]))
      const served = server.served[0]
      await until(() => (served?.payloads.length ?? 0) + (served?.ends.length ?? 0) > 0, 'it is taken or refused')
      return served?.payloads[0]?.length ?? served?.ends[0] ?? ''
    }
    expect(await sent(34_000, false)).toBe(34_001)
    expect(await sent(36_000, false)).toMatch(/a packet of 360\d\d bytes/)
    expect(await sent(262_000, true)).toBe(262_001)
    expect(await sent(263_000, true)).toMatch(/a packet of \d+ bytes/)
  })
})

describe('a connection that sends thousands of packets at once', () => {
  it('has as many answered in a turn as its share allows, and serves another in between', async () => {
    const perTurn = 50
    const floods = 2000
    const shares: { left: number; goOn: () => void; readonly socket: Socket }[] = []
    const shareTurns = (socket: Socket): WorkShare => {
      const share = {
        left: perTurn,
        socket,
        goOn: () => undefined,
        get spent() {
          return share.left <= 0
        },
        spend: () => {
          if ((share.left -= 1) === 0) socket.pause()
        },
      }
      shares.push(share)
      return share
    }
    const renew = (at: number): void => {
      const share = shares[at]
      if (!share) return
      share.left = perTurn
      share.goOn()
      if (share.left > 0) share.socket.resume()
    }
    await using server = await startTestServer({}, undefined, shareTurns)
    using hostile = await TestClient.dial(server.port)
    await hostile.exchangeKeys()
    await until(() => server.served[0]?.established.length === 1, 'the keys are settled')
    renew(0)
    for (let sent = 0; sent < floods; sent += 1) hostile.writer.send(Buffer.of(80, 1, 2, 3))
    await until(() => server.served[0]?.payloads.length === perTurn, 'the share is spent')
    using honest = await TestClient.dial(server.port)
    await honest.exchangeKeys()
    honest.writer.send(Buffer.of(80, 1, 2, 3))
    await until(() => server.served[1]?.payloads.length === 1, 'the other is served')
    expect(server.served[0]?.payloads.length).toBe(perTurn)
    let fullest = 0
    await until(() => {
      const before = server.served[0]?.payloads.length ?? 0
      if (shares[0]?.left === 0) renew(0)
      const after = server.served[0]?.payloads.length ?? 0
      fullest = Math.max(fullest, after - before)
      return after === floods
    }, 'all are served in the end')
    expect(fullest).toBe(perTurn)
    expect(server.served[0]?.ends).toEqual([])
  })
})

describe('a connection that has ended', () => {
  it('is not kept open by a client that goes on sending', async () => {
    const due: (() => void)[] = []
    const clock = {
      after: (_: number, callback: () => void) => {
        due.push(callback)
        return () => undefined
      },
    }
    await using server = await startTestServer({}, clock)
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined)
    socket.resume()
    socket.write('GET / HTTP/1.1\r\n')
    await once(socket, 'end')
    socket.write('more')
    expect(server.served[0]?.socket.destroyed).toBe(false)
    for (const callback of due) callback()
    expect(server.served[0]?.socket.destroyed).toBe(true)
    socket.destroy()
    expect(server.served[0]?.ends).toEqual(['no identification of an SSH 2 client'])
  })
})

describe('bytes of a stranger', () => {
  it('never harm the server, whatever they are', { timeout: 60_000 }, async () => {
    await using server = await startTestServer()
    const line = Buffer.from('SSH-2.0-Fuzz\r\n')
    const proposal = writeProposal(clientProposal)
    const packet = (payload: Buffer): Buffer => {
      const padding = 8 + (8 - ((5 + payload.length) % 8))
      const head = Buffer.alloc(5)
      head.writeUInt32BE(1 + payload.length + padding, 0)
      head[4] = padding
      return Buffer.concat([head, payload, Buffer.alloc(padding)])
    }
    const noise = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes))
    const changed = fc.tuple(fc.nat(proposal.length - 1), fc.nat(255)).map(([at, value]) => {
      const copy = Buffer.from(proposal)
      copy[at] = value
      return packet(copy)
    })
    const messages = fc.tuple(fc.nat(255), noise).map(([type, rest]) => packet(Buffer.concat([Buffer.of(type), rest])))
    const part = fc.oneof(noise, changed, messages, fc.constant(packet(proposal)), fc.constant(line))
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(part, { maxLength: 6 }), async (identified, parts) => {
        const socket = connect(server.port, '127.0.0.1')
        socket.on('error', () => undefined)
        socket.resume()
        await once(socket, 'connect')
        socket.end(Buffer.concat([...(identified ? [line] : []), ...parts]))
        await once(socket, 'close')
      }),
      { numRuns: 300 },
    )
    await until(() => server.served.every(({ ends }) => ends.length === 1), 'each has ended once')
    expect(server.served.flatMap(({ established, payloads }) => [...established, ...payloads])).toEqual([])
    // The control: an honest client is served all the same.
    using client = await TestClient.dial(server.port)
    await client.exchangeKeys()
    expect(server.served.at(-1)?.ends).toEqual([])
  })
})
