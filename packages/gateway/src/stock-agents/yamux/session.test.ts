import { once } from 'node:events'
import { type Duplex, duplexPair } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { TestClock } from '../../test-clock.ts'
import { until } from '../../test-stack.ts'
import { encodeFrame, flags, frameTypes } from './frames.ts'
import { YamuxSession } from './session.ts'

const { data, windowUpdate, ping, goAway } = frameTypes

describe('a yamux session', () => {
  let clock: TestClock
  let agent: Duplex
  let session: YamuxSession
  let sent: Buffer
  let over: string | undefined
  const send = (type: number, flag: number, stream: number, length: number, bytes?: Uint8Array): void =>
    void agent.write(encodeFrame({ type, flags: flag, stream, length }, bytes))
  const ended = (): Promise<void> => until(() => over !== undefined, 'the session is over')

  beforeEach(() => {
    clock = new TestClock()
    sent = Buffer.alloc(0)
    over = undefined
    const [near, far] = duplexPair()
    agent = far
    far.on('data', (chunk: Buffer) => {
      // What an earlier test left behind arrives late.
      if (agent === far) sent = Buffer.concat([sent, chunk])
    })
    agent.on('error', () => undefined)
    session = new YamuxSession(near, clock)
    session.onClose = (reason) => {
      over = reason
    }
  })

  it('opens streams and answers pings in the bytes that are known from agents', async () => {
    session.open().write('x')
    send(ping, flags.syn, 0, 0x0a0b0c0d)
    await until(() => sent.length === 12 + 13 + 12, 'all is sent')
    expect(sent.toString('hex')).toBe(
      ['000100010000000100000000', '00000000000000010000000178', '00020002000000000a0b0c0d'].join(''),
    )
    expect(session.open().id).toBe(3)
  })

  it('sends no more than the agent gives room for, and goes on when it gives more', async () => {
    const stream = session.open()
    stream.write(Buffer.alloc(300 * 1024))
    await until(() => sent.length > 256 * 1024, 'the first window is sent')
    const payload = (): number => sent.length - 12 * Math.ceil(sent.length / (32 * 1024 + 12)) - 12
    expect(payload()).toBeLessThanOrEqual(256 * 1024)
    send(windowUpdate, 0, stream.id, 1024 * 1024)
    await until(() => sent.length > 300 * 1024, 'the rest is sent')
  })

  it('gives an agent room again as its bytes are read, and ends when it takes more', async () => {
    const stream = session.open()
    let read = 0
    stream.on('data', (chunk: Buffer) => {
      read += chunk.length
    })
    await until(() => sent.length === 24, 'there is room for a megabyte')
    for (let index = 0; index < 64; index += 1) send(data, 0, stream.id, 16 * 1024, Buffer.alloc(16 * 1024))
    await until(() => read === 1024 * 1024, 'a megabyte is read')
    expect(over).toBeUndefined()
    stream.pause()
    send(data, 0, stream.id, 8 * 1024 * 1024, Buffer.alloc(2 * 1024 * 1024))
    await ended()
    expect(over).toBe('the agent sent more than it was allowed')
    expect(stream.readableLength).toBeLessThanOrEqual(1024 * 1024)
  })

  it('throws the data of unknown streams away, however long the frame', async () => {
    const stream = session.open()
    send(data, 0, 99, 64 * 1024 * 1024)
    for (let index = 0; index < 64; index += 1) agent.write(Buffer.alloc(1024 * 1024))
    send(data, 0, stream.id, 5, Buffer.from('after'))
    expect(String((await once(stream, 'data'))[0])).toBe('after')
    expect(over).toBeUndefined()
  })

  it.each([
    ['another version', Buffer.from('010000000000000100000000', 'hex'), 'the agent does not speak yamux'],
    ['an unknown frame', Buffer.from('000700000000000100000000', 'hex'), 'the agent does not speak yamux'],
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n'), 'the agent does not speak yamux'],
  ])('ends over %s', async (_, bytes, reason) => {
    agent.write(bytes)
    await ended()
    expect(over).toBe(reason)
  })

  it('ends over impossible credit', async () => {
    const stream = session.open()
    send(windowUpdate, 0, stream.id, 0xff_ff_ff_ff)
    await ended()
    expect(over).toBe('the agent gave impossible credit')
  })

  it('opens nothing for the agent', async () => {
    send(windowUpdate, flags.syn, 2, 0)
    await until(() => sent.length === 12, 'it is refused')
    expect(sent.readUInt16BE(2)).toBe(flags.rst)
    expect(session.size).toBe(0)
  })

  it('ends when the agent reads nothing but wants answers', async () => {
    agent.pause()
    for (let index = 0; index < 500_000 && over === undefined; index += 10_000) {
      const pings = Array.from({ length: 10_000 }, () =>
        encodeFrame({ type: ping, flags: flags.syn, stream: 0, length: 1 }),
      )
      agent.write(Buffer.concat(pings))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await ended()
    expect(over).toBe('the agent reads nothing')
  })

  it('takes the farewell of the agent: streams end by themselves, and no new one begins', async () => {
    const stream = session.open()
    stream.resume()
    send(goAway, 0, 0, 0)
    send(data, flags.fin, stream.id, 4, Buffer.from('last'))
    await once(stream, 'end')
    expect(over).toBeUndefined()
    expect(() => session.open()).toThrow('going away')
  })

  it('ends streams with the connection, and streams that the agent breaks off alone', async () => {
    const [one, other] = [session.open(), session.open()]
    send(windowUpdate, flags.rst, one.id, 0)
    await until(() => one.destroyed, 'the stream is broken off')
    expect(other.destroyed).toBe(false)
    agent.destroy()
    await ended()
    expect(other.destroyed).toBe(true)
  })

  it('has no more than 256 streams', () => {
    for (let index = 0; index < 256; index += 1) session.open()
    expect(() => session.open()).toThrow('256 streams')
  })

  it('ends when a ping is not answered, and not when it is', async () => {
    await clock.pass(30)
    await until(() => sent.length === 12, 'a ping is sent')
    send(ping, flags.ack, 0, sent.readUInt32BE(8))
    await new Promise((resolve) => setImmediate(resolve))
    await clock.pass(29)
    expect(over).toBeUndefined()
    await clock.pass(1)
    await clock.pass(15)
    expect(over).toBe('the agent does not answer')
  })
})
