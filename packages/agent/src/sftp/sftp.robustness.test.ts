// Clients that ask for too much, come in pieces, or do not listen: the server keeps order and stays small.
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { maxAcceptedPacketBytes, maxTransferBytes, openFlag, packetType } from './protocol.ts'
import { connect, long, noAttributes, packet, type PacketClient, string, word } from './testing/packet-client.ts'
import { createScratchFolder, onBun, onNode, type ServerUnderTest } from './testing/servers.ts'

const { read, write, create } = openFlag
const perl = '/usr/bin/perl'
const mebibyte = 1024 * 1024

function residentMebibytes(client: PacketClient): number {
  const status = readFileSync(`/proc/${client.process.pid}/status`, 'latin1')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

describe.each([onBun, onNode])('$name', (server) => {
  it('answers what it does not know as unsupported', async () => {
    await using client = await connect(server, '/')
    expect(await client.ask(99)).toEqual({ status: 8 })
    expect(await client.extension('unknown@example.com')).toEqual({ status: 8 })
  })

  it('says why a failure is one', async () => {
    using folder = createScratchFolder()
    await using client = await connect(server, folder.path)
    await client.ask(packetType.mkdir, string('folder'), noAttributes)
    expect(await client.ask(packetType.mkdir, string('folder'), noAttributes)).toEqual({ status: 4 })
    expect(client.message).toBe('file already exists')
    expect(await client.ask(packetType.remove, string('folder'))).toEqual({ status: 4 })
    expect(client.message).toBe('illegal operation on a directory')
    const full = await client.open('/dev/full', write)
    expect(await client.ask(packetType.write, full, long(0), string('x'))).toEqual({ status: 4 })
    expect(client.message).toBe('no space left on device')
  })

  it('takes the largest packet there may be', async () => {
    using folder = createScratchFolder()
    await using client = await connect(server, folder.path)
    const file = await client.open('file', read | write | create)
    const header = packet(packetType.write, word(0), file, long(0), string('')).length - 4
    const bytes = Buffer.alloc(maxAcceptedPacketBytes - header, 'largest')
    expect(await client.ask(packetType.write, file, long(0), string(bytes))).toEqual({ status: 0 })
    expect(readFileSync(folder.file('file')).equals(bytes)).toBe(true)
    const answer = await client.ask(packetType.read, file, long(0), word(0xffffffff))
    expect('bytes' in answer && answer.bytes.length).toBe(maxTransferBytes)
  })

  it('answers 2,000 pipelined requests that come in pieces of every size, in order', async () => {
    using folder = createScratchFolder()
    await using client = await connect(server, folder.path)
    const file = await client.open('file', read | write | create)
    const requests = Array.from({ length: 1000 }, (_, index) => [
      packet(packetType.write, word(10_000 + 2 * index), file, long(index * 10), string(String(index).padStart(10))),
      packet(packetType.read, word(10_001 + 2 * index), file, long(index * 10), word(10)),
    ])
    const stream = Buffer.concat(requests.flat())
    for (let from = 0, step = 1; from < stream.length; from += step, step = (step * 7 + 3) % 5000) {
      client.send(stream.subarray(from, from + step))
      if (step % 11 === 0) await nextTurn()
      if (step === 0) step = 1
    }
    for (let index = 0; index < 1000; index++) {
      expect(await client.answerTo(10_000 + 2 * index)).toEqual({ status: 0 })
      expect(await client.answerTo(10_001 + 2 * index)).toEqual({ bytes: Buffer.from(String(index).padStart(10)) })
    }
  })

  it('waits, small, for a client that asks for everything and reads nothing', async () => {
    using folder = createScratchFolder()
    closeSync(openSync(folder.file('big'), 'w'))
    truncateSync(folder.file('big'), 100 * mebibyte)
    await using client = await connect(server, folder.path)
    const file = await client.open('big', read)
    const before = residentMebibytes(client)
    client.process.stdout.pause()
    for (let index = 0; index < 400; index++) {
      client.send(
        packet(packetType.read, word(index + 1000), file, long(index * maxTransferBytes), word(maxTransferBytes)),
      )
    }
    const deadline = performance.now() + 1000
    while (performance.now() < deadline) await nextTurn()
    expect(residentMebibytes(client)).toBeLessThan(before + 20)
    client.process.stdout.resume()
    for (let index = 0; index < 400; index++) {
      const answer = await client.answerTo(index + 1000)
      expect('bytes' in answer && answer.bytes.length).toBe(maxTransferBytes)
    }
  })

  it('ends quietly when the client goes away in the middle of an answer', async () => {
    using folder = createScratchFolder()
    closeSync(openSync(folder.file('big'), 'w'))
    truncateSync(folder.file('big'), 100 * mebibyte)
    await using client = await connect(server, folder.path)
    const file = await client.open('big', read)
    for (let id = 1; id < 100; id++) {
      client.send(packet(packetType.read, word(id), file, long(0), word(maxTransferBytes)))
    }
    client.process.stdout.destroy()
    expect(await client.ended).toEqual({ code: 0, signal: null, standardError: '' })
  })

  it.skipIf(!existsSync(perl))('serves on descriptors that somebody left in non-blocking mode', async () => {
    using folder = createScratchFolder()
    const unblock =
      'use Fcntl; fcntl($_, F_SETFL, fcntl($_, F_GETFL, 0) | O_NONBLOCK) for (*STDIN, *STDOUT); exec @ARGV'
    await using client = await connect({ ...server, argv: [perl, '-e', unblock, ...server.argv] }, folder.path)
    const file = await client.open('file', read | write | create)
    const bytes = Buffer.alloc(200_000, 'bytes')
    client.process.stdout.pause()
    for (let id = 1; id <= 20; id++) {
      client.send(packet(packetType.write, word(1000 + id), file, long(id * bytes.length), string(bytes)))
      client.send(packet(packetType.read, word(2000 + id), file, long(id * bytes.length), word(bytes.length)))
    }
    client.process.stdout.resume()
    for (let id = 1; id <= 20; id++) {
      expect(await client.answerTo(1000 + id)).toEqual({ status: 0 })
      expect(await client.answerTo(2000 + id)).toEqual({ bytes })
    }
  })

  it('keeps hundreds of handles apart and refuses clearly beyond the limit', async () => {
    using folder = createScratchFolder()
    const narrow: ServerUnderTest = {
      ...server,
      argv: ['/bin/sh', '-c', 'ulimit -n 256; exec "$@"', 'sh', ...server.argv],
    }
    await using client = await connect(narrow, folder.path)
    const limits = await client.extension('limits@openssh.com')
    const numbers = 'extended' in limits ? [0, 8, 16, 24].map((at) => Number(limits.extended.readBigUInt64BE(at))) : []
    expect(numbers).toEqual([262_144, maxTransferBytes, maxTransferBytes, 256 - 32])
    const handles = await Array.fromAsync({ length: 224 }, async (_, index) =>
      client.open(`file-${index}`, write | create),
    )
    const refusal = { status: 4 }
    expect(await client.ask(packetType.open, string('one-more'), word(write | create), noAttributes)).toEqual(refusal)
    expect(client.message).toBe('too many open handles: 224 is the limit')
    expect(await client.ask(packetType.opendir, string('.'))).toEqual(refusal)
    for (const [index, handle] of handles.entries()) {
      await client.ask(packetType.write, handle, long(0), string(`content ${index}`))
    }
    expect(readFileSync(folder.file('file-133'), 'utf8')).toBe('content 133')
    await client.ask(packetType.close, handles[7] ?? noAttributes)
    const again = await client.open('one-more', write | create)
    expect(again.equals(handles[7]!)).toBe(false)
    expect(await client.ask(packetType.write, handles[7]!, long(0), string('stale'))).toEqual(refusal)
  })

  it('lists a directory of 5,000 files in packets that every client takes', async () => {
    using folder = createScratchFolder()
    for (let index = 0; index < 5000; index++) writeFileSync(folder.file(`${index}`), '')
    await using client = await connect(server, folder.path)
    const listing = await client.openDirectory('.')
    const names = new Set<string>()
    for (;;) {
      client.send(packet(packetType.readdir, word(5), listing))
      const answer = await client.receive()
      expect(answer?.reader.remaining).toBeLessThan(34_000)
      if (answer?.type !== packetType.name) break
      answer.reader.word()
      for (let left = answer.reader.word(); left > 0; left--) {
        names.add(answer.reader.text())
        answer.reader.string()
        for (let words = 8; words > 0; words--) answer.reader.word()
      }
    }
    expect(names.size).toBe(5002)
  })

  it('leaves holes in files as holes', async () => {
    using folder = createScratchFolder()
    await using client = await connect(server, folder.path)
    const file = await client.open('sparse', write | create)
    await client.ask(packetType.write, file, long(6 * 2 ** 30), string('end'))
    const stats = statSync(folder.file('sparse'))
    expect(stats.size).toBe(6 * 2 ** 30 + 3)
    expect(stats.blocks * 512).toBeLessThan(mebibyte)
  })
})
