import type { Transport } from '@sshore/ssh-transport'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Channel } from './channel.ts'
import { ConnectionService } from './connection-service.ts'
import { message } from './message-numbers.ts'
import { ProtocolViolation, Reader, Writer } from './wire.ts'

interface Sent {
  readonly type: number
  readonly payload: Buffer
}

/** A transport that writes down what is sent and can be told to be full. */
class Record {
  readonly sent: Sent[] = []
  readonly bytes: Buffer[] = []
  full = false
  packetsReceived = 0

  congested(): boolean {
    return this.full
  }

  send(payload: Uint8Array): void {
    const copy = Buffer.from(payload)
    this.sent.push({ type: copy[0] ?? 0, payload: copy })
  }

  sendChannelData(_: number, chunk: Uint8Array): void {
    this.bytes.push(Buffer.from(chunk))
  }

  rejectUnknown(): void {
    this.sent.push({ type: message.unimplemented, payload: Buffer.alloc(0) })
  }
}

function start() {
  const record = new Record()
  const channels: Channel[] = []
  const events: string[] = []
  const service = new ConnectionService(record as unknown as Transport, () => ({
    onSession: (request) => {
      const channel = request.accept()
      channels.push(channel)
      channel.serve({
        onData: (chunk) => events.push(`data ${chunk.length}`),
        onEof: () => events.push('eof'),
        onRequest: (type) => (type === 'later' ? undefined : type === 'yes'),
        onSent: (bytes) => events.push(`sent ${bytes}`),
        onClose: () => events.push('close'),
      })
    },
    onDirectTcpip: (request) => request.refuse(1, 'no'),
    onDirectSocket: (request) => request.refuse(1, 'no'),
    onGlobalRequest: (_name, _fields, reply) => reply(undefined),
  }))
  const open = (window: number, packet: number): Channel => {
    service.receive(new Writer(message.channelOpen).text('session').uint32(7).uint32(window).uint32(packet).finish())
    const channel = channels.at(-1)
    if (!channel) throw new Error('no channel')
    return channel
  }
  return { record, service, open, events }
}

const types = (sent: readonly Sent[]): number[] => sent.map(({ type }) => type)

describe('a channel', () => {
  it('sends no more than the window, in packets of the size asked for', () => {
    const { record, service, open, events } = start()
    const channel = open(600, 256)
    channel.write(Buffer.concat([Buffer.alloc(256, 'a'), Buffer.alloc(256, 'b'), Buffer.alloc(300, 'c')]))
    channel.eof()
    channel.close()
    expect(record.bytes.map((bytes) => bytes.length)).toEqual([256, 256, 88])
    expect(types(record.sent)).toEqual([message.channelOpenConfirmation])
    service.receive(new Writer(message.channelWindowAdjust).uint32(0).uint32(1000).finish())
    expect(Buffer.concat(record.bytes).toString()).toBe(`${'a'.repeat(256)}${'b'.repeat(256)}${'c'.repeat(300)}`)
    expect(types(record.sent).slice(1)).toEqual([message.channelEof, message.channelClose])
    expect(events).toEqual(['sent 600', 'sent 212'])
  })

  it('waits for a socket that is full', () => {
    const { record, service, open } = start()
    const channel = open(1000, 1000)
    record.full = true
    channel.write(Buffer.from('abc'))
    expect(record.bytes).toEqual([])
    record.full = false
    service.drain()
    expect(record.bytes.map(String)).toEqual(['abc'])
  })

  it('shares the socket with the others in turns', () => {
    const { record, service, open } = start()
    const [first, second] = [open(1_000_000, 32_000), open(1_000_000, 32_000)]
    record.full = true
    first.write(Buffer.alloc(400_000, 'a'))
    second.write(Buffer.alloc(100_000, 'b'))
    record.full = false
    service.drain()
    const order = record.bytes.map((bytes) => bytes.toString('latin1', 0, 1)).join('')
    expect(order.lastIndexOf('b')).toBeLessThan(order.lastIndexOf('a'))
    expect(order.indexOf('a')).toBeLessThan(order.lastIndexOf('b'))
    expect(record.bytes.reduce((sum, bytes) => sum + bytes.length, 0)).toBe(500_000)
  })

  it('answers requests in their order, whichever is decided first', () => {
    const { record, service, open } = start()
    const channel = open(1000, 1000)
    for (const type of ['later', 'yes', 'no']) {
      service.receive(new Writer(message.channelRequest).uint32(0).text(type).boolean(true).finish())
    }
    expect(types(record.sent)).toEqual([message.channelOpenConfirmation])
    channel.reply(true)
    expect(types(record.sent).slice(1)).toEqual([
      message.channelSuccess,
      message.channelSuccess,
      message.channelFailure,
    ])
  })

  it('gives room back only for what was passed on', () => {
    const { record, service, open } = start()
    const channel = open(1000, 1000)
    for (let i = 0; i < 4; i += 1) {
      service.receive(new Writer(message.channelData).uint32(0).bytes(Buffer.alloc(32_768)).finish())
    }
    expect(types(record.sent)).not.toContain(message.channelWindowAdjust)
    expect(() => service.receive(new Writer(message.channelData).uint32(0).bytes(Buffer.alloc(1)).finish())).toThrow(
      ProtocolViolation,
    )
    channel.grant(64 * 1024)
    const adjust = record.sent.at(-1)
    expect(adjust?.type).toBe(message.channelWindowAdjust)
    expect(new Reader(adjust?.payload ?? Buffer.alloc(0), 5).uint32()).toBe(64 * 1024)
  })

  it('has a wide window once bytes flow, as long as the connection has one left', () => {
    const { record, service, open } = start()
    const promised: number[] = []
    for (let i = 0; i < 10; i += 1) {
      const channel = open(1000, 1000)
      for (let piece = 0; piece < 4; piece += 1) {
        service.receive(new Writer(message.channelData).uint32(i).bytes(Buffer.alloc(32_768)).finish())
      }
      channel.grant(131_072)
      promised.push(new Reader(record.sent.at(-1)?.payload ?? Buffer.alloc(0), 5).uint32())
    }
    expect(promised).toEqual([...Array<number>(8).fill(2_097_152), 131_072, 131_072])
  })

  it('is not owed replies without end', () => {
    const { service, open } = start()
    open(1000, 1000)
    const ask = (): void =>
      service.receive(new Writer(message.channelRequest).uint32(0).text('later').boolean(true).finish())
    for (let i = 0; i < 256; i += 1) ask()
    expect(ask).toThrow(ProtocolViolation)
  })

  it('is free again once both sides have closed it', () => {
    const { record, service, open, events } = start()
    const channel = open(0, 1000)
    channel.write(Buffer.from('never leaves'))
    channel.close()
    expect(service.channelCount).toBe(1)
    service.receive(new Writer(message.channelClose).uint32(0).finish())
    expect(service.channelCount).toBe(0)
    expect(types(record.sent).at(-1)).toBe(message.channelClose)
    expect(events).toEqual(['close'])
  })
})

describe('the connection protocol', () => {
  it('meets any message with an answer or the end of the connection, never with a fault', () => {
    const number = fc.constantFrom(...Object.values(message), 42, 200)
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc
        .tuple(fc.integer({ min: 0, max: 3 }), fc.uint8Array({ maxLength: 40 }))
        .map(([id, rest]) => Buffer.concat([new Writer().uint32(id).finish(), rest])),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(number, body), { maxLength: 40 }), (messages) => {
        const { service, open } = start()
        open(100, 1000).write(Buffer.alloc(500))
        open(0, 1000)
        try {
          for (const [type, rest] of messages) service.receive(Buffer.concat([Buffer.from([type]), rest]))
        } catch (error) {
          if (!(error instanceof ProtocolViolation)) throw error
        }
        service.close()
        expect(service.channelCount).toBe(0)
      }),
      { numRuns: 2000 },
    )
  })
})
