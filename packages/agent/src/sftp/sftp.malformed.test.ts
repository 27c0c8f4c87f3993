// Streams that are not SFTP, and requests that are only just: the server answers each one or ends, and never crashes.
import { mkdirSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxAcceptedPacketBytes, openFlag, packetType, protocolVersion } from './protocol.ts'
import { connect, long, packet, PacketClient, string, word } from './testing/packet-client.ts'
import { createScratchFolder, onBun, onNode, type ServerUnderTest } from './testing/servers.ts'

/** Whatever the file system makes of names without a slash stays inside the scratch folder. */
const harmlessBytes = (bytes: Uint8Array): Buffer => Buffer.from(bytes.map((byte) => (byte === 0x2f ? 0x2e : byte)))

const extensionNames = [
  'posix-rename@openssh.com', 'statvfs@openssh.com', 'fstatvfs@openssh.com', 'hardlink@openssh.com', 'fsync@openssh.com',
  'lsetstat@openssh.com', 'limits@openssh.com', 'expand-path@openssh.com', 'copy-data', 'home-directory',
  'users-groups-by-id@openssh.com', '',
] // prettier-ignore

const field = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map(harmlessBytes),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => string(harmlessBytes(bytes))),
  fc.constantFrom('file', 'folder', 'link', '', '.', 'missing').map(string),
  fc.constantFrom(0, 1, 2, 0xffffffff).map(word),
  fc.constantFrom(0n, 1n, 2n ** 33n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n).map(long),
  fc.constantFrom(...extensionNames).map(string),
)
const requestType = fc.oneof(
  fc.integer({ min: packetType.open, max: packetType.symlink }),
  fc.constant(packetType.extended),
  fc.integer({ min: 2, max: 255 }),
)
const request = fc.tuple(requestType, fc.array(field, { maxLength: 6 }))

async function endingOf(server: ServerUnderTest, ...stream: readonly Buffer[]) {
  using folder = createScratchFolder()
  await using client = new PacketClient(server, folder.path)
  for (const bytes of stream) client.send(bytes)
  client.process.stdin.end()
  while ((await client.receive()) !== undefined) await nextTurn()
  return await client.ended
}

describe.each([onBun, onNode])('$name', (server) => {
  it('answers every well-framed request, whatever is in it', async () => {
    using folder = createScratchFolder()
    // One level down, as the requests do find out what `..` is.
    mkdirSync(folder.file('cage'))
    await using client = await connect(server, folder.file('cage'))
    await client.open('file', openFlag.write | openFlag.create)
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 20 }), async (requests) => {
        // FIFOs cannot be made by any request, so no OPEN can wait for ever.
        for (const [type, fields] of requests) {
          const answer = await client.ask(type, ...fields)
          expect(Object.keys(answer)).toHaveLength(1)
        }
        expect(await client.ask(packetType.stat, string('.'))).toHaveProperty('attributes')
      }),
      { numRuns: 300 },
    )
  })

  it('ends cleanly on any stream of bytes', async () => {
    const hello = packet(packetType.init, word(protocolVersion))
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.uint8Array({ maxLength: 200 }), async (greets, bytes) => {
        const ending = await endingOf(server, ...(greets ? [hello] : []), harmlessBytes(bytes))
        expect(ending.signal).toBeNull()
        expect([0, 1]).toContain(ending.code)
        expect(ending.standardError).not.toContain('    at ')
      }),
      { numRuns: 15 },
    )
  })

  it.each([
    ['a packet beyond 257 KiB', word(maxAcceptedPacketBytes + 1)],
    ['a packet of 4 GiB', word(0xffffffff)],
    ['a packet of nothing', word(0)],
    ['a request without an id', Buffer.concat([word(2), Buffer.of(packetType.stat, 0)])],
  ])('ends on %s, and says so', async (_, bytes) => {
    const ending = await endingOf(server, packet(packetType.init, word(protocolVersion)), bytes)
    expect(ending).toMatchObject({ code: 1, signal: null })
    expect(ending.standardError).toMatch(/^sftp: .+\n$/)
  })

  it('ends on a request before INIT', async () => {
    const ending = await endingOf(server, packet(packetType.stat, word(1), string('.')))
    expect(ending).toMatchObject({ code: 1, standardError: 'sftp: a packet of type 17 came before INIT\n' })
  })

  it('ends without a complaint inside a packet that the client did not finish', async () => {
    const ending = await endingOf(server, packet(packetType.init, word(protocolVersion)), word(1000), Buffer.of(1, 2))
    expect(ending).toEqual({ code: 0, signal: null, standardError: '' })
  })
})
