import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFlag, packetType } from './protocol.ts'
import { connect, long, noAttributes, type PacketClient, string, word } from './testing/packet-client.ts'
import { createScratchFolder, onBun, type ServerUnderTest } from './testing/servers.ts'

/** Writes each event to standard error, one JSON value per line. */
const telling: ServerUnderTest = {
  name: 'Sshore that tells',
  argv: [
    onBun.argv[0],
    '-e',
    `import { writeSync } from 'node:fs'
     import { runSftpServer } from '${join(import.meta.dirname, 'index.ts')}'
     const text = (_, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value)
     const onEvent = (event) => writeSync(2, JSON.stringify(event, text) + '\\n')
     process.exitCode = await runSftpServer({ onEvent })`,
  ],
}

async function eventsOf(acts: (client: PacketClient) => Promise<void>): Promise<unknown[]> {
  using folder = createScratchFolder()
  await using client = await connect(telling, folder.path)
  await acts(client)
  client.process.stdin.end()
  const { standardError } = await client.ended
  return standardError
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}

const { read, write, create } = openFlag

describe('the events of a session', () => {
  it('tell each file opened and closed, with its bytes', async () => {
    const events = await eventsOf(async (client) => {
      const file = await client.open('file', read | write | create)
      await client.ask(packetType.write, file, long(0), string('twelve bytes'))
      await client.ask(packetType.read, file, long(6), word(100))
      await client.ask(packetType.read, file, long(100), word(100))
      await client.ask(packetType.close, file)
    })
    expect(events).toEqual([
      { kind: 'open', path: 'file', writes: true },
      { kind: 'close', path: 'file', readBytes: 6, writtenBytes: 12, forced: false },
    ])
  })

  it('tell a transfer that the client broke off', async () => {
    const events = await eventsOf(async (client) => {
      const file = await client.open('upload', write | create)
      await client.ask(packetType.write, file, long(0), string('half'))
    })
    expect(events.at(-1)).toEqual({ kind: 'close', path: 'upload', readBytes: 0, writtenBytes: 4, forced: true })
  })

  it('tell what was changed, and nothing that failed', async () => {
    const events = await eventsOf(async (client) => {
      await client.ask(packetType.mkdir, string('folder'), noAttributes)
      await client.ask(packetType.mkdir, string('folder'), noAttributes)
      await client.ask(packetType.symlink, string('folder'), string('link'))
      await client.ask(packetType.rename, string('link'), string('renamed'))
      await client.ask(packetType.rename, string('missing'), string('x'))
      await client.ask(packetType.setstat, string('folder'), word(4), word(0o700))
      await client.ask(packetType.remove, string('renamed'))
      await client.ask(packetType.remove, string('renamed'))
      await client.ask(packetType.rmdir, string('folder'))
    })
    expect(events).toEqual([
      { kind: 'mkdir', path: 'folder' },
      { kind: 'symlink', from: 'folder', to: 'link' },
      { kind: 'rename', from: 'link', to: 'renamed' },
      { kind: 'setstat', path: 'folder' },
      { kind: 'remove', path: 'renamed' },
      { kind: 'rmdir', path: 'folder' },
    ])
  })
})
