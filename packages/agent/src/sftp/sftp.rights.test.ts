// The server has the rights of its process and no others, as OpenSSH's has.
import { chmodSync, chownSync, mkdirSync, statfsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openFlag, packetType } from './protocol.ts'
import { type Answer, connect, long, noAttributes, type PacketClient, string, word } from './testing/packet-client.ts'
import {
  createScratchFolder,
  describeTree,
  onBun,
  onNode,
  openSsh,
  readOnlyOnBun,
  type ScratchFolder,
  type ServerUnderTest,
} from './testing/servers.ts'

const nobody = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0
const { read, write, create, truncate } = openFlag
const permissions = (mode: number) => Buffer.concat([word(4), word(mode)])
const owner = (uid: number, gid: number) => Buffer.concat([word(2), word(uid), word(gid)])

function plant(folder: ScratchFolder): void {
  folder.clear()
  chmodSync(folder.path, 0o755)
  writeFileSync(folder.file('secret'), 'secret', { mode: 0o600 })
  writeFileSync(folder.file('readable'), 'readable', { mode: 0o644 })
  mkdirSync(folder.file('locked/inside'), { recursive: true })
  chmodSync(folder.file('locked'), 0o700)
  mkdirSync(folder.file('own'))
  chownSync(folder.file('own'), nobody.uid, nobody.gid)
  symlinkSync('/etc/shadow', folder.file('own/shadow'))
  // In a folder of one's own, but not to be linked to where the kernel protects hard links.
  writeFileSync(folder.file('own/foreign'), 'foreign', { mode: 0o600 })
}

async function attempts(client: PacketClient): Promise<Answer[]> {
  const open = (path: string, flags: number) => client.ask(packetType.open, string(path), word(flags), noAttributes)
  const handle = await client.open('own/mine', read | write | create)
  return [
    await open('secret', read),
    await open('readable', read | write),
    await open('readable', read | truncate),
    await open('new', write | create),
    await open('locked/inside/x', read),
    await open('own/shadow', read),
    await client.ask(packetType.opendir, string('locked')),
    await client.ask(packetType.stat, string('locked/inside')),
    await client.ask(packetType.remove, string('readable')),
    await client.ask(packetType.rmdir, string('locked/inside')),
    await client.ask(packetType.mkdir, string('folder'), noAttributes),
    await client.ask(packetType.rename, string('readable'), string('own/taken')),
    await client.ask(packetType.setstat, string('readable'), permissions(0o777)),
    await client.ask(packetType.setstat, string('own/mine'), owner(0, 0)),
    await client.ask(
      packetType.setstat,
      string('own/mine'),
      Buffer.concat([word(2 | 4), word(0), word(0), word(0o640)]),
    ),
    await client.ask(packetType.fsetstat, handle, owner(0, 0)),
    await client.ask(packetType.rename, string('own/foreign'), string('own/mine')),
    await client.ask(packetType.rename, string('own/foreign'), string('own/renamed')),
    await client.ask(packetType.realpath, string('locked/inside')),
    await client.ask(packetType.readlink, string('own/shadow')),
    await client.extension('posix-rename@openssh.com', string('secret'), string('own/secret')),
    await client.extension('hardlink@openssh.com', string('/etc/shadow'), string('own/hard')),
    await client.extension('lsetstat@openssh.com', string('readable'), permissions(0o777)),
    await client.extension('statvfs@openssh.com', string('locked/inside')),
  ]
}

describe.skipIf(!isRoot || openSsh === undefined).each([onBun, onNode])('$name as another user', (server) => {
  it('is refused what OpenSSH is refused', async () => {
    using folder = createScratchFolder()
    const outcome = async (tested: ServerUnderTest) => {
      plant(folder)
      await using client = await connect(tested, folder.path, nobody)
      return { answers: await attempts(client), tree: describeTree(folder.path) }
    }
    const ours = await outcome(server)
    expect(ours).toEqual(await outcome(openSsh!))
    expect(ours.answers.filter((answer) => 'status' in answer && answer.status === 3).length).toBeGreaterThan(10)
  })
})

describe.skipIf(!isRoot || openSsh === undefined).each([onBun, onNode])(
  '$name in a process that was root',
  (server) => {
    it('is refused what OpenSSH is refused, and still finds its way in /proc', async () => {
      using folder = createScratchFolder()
      const becoming = `process.setgroups([]); process.setgid(${nobody.gid}); process.setuid(${nobody.uid})`
      const main = pathToFileURL(server.argv[1]).href
      const became: ServerUnderTest = {
        ...server,
        argv: [server.argv[0], '-e', `${becoming}; await import('${main}')`],
      }
      plant(folder)
      await using reference = await connect(openSsh!, folder.path, nobody)
      const theirs = await attempts(reference)
      plant(folder)
      await using client = await connect(became, folder.path)
      expect(await attempts(client)).toEqual(theirs)
      const file = await client.open('own/mine', read)
      expect(await client.extension('fstatvfs@openssh.com', file)).toHaveProperty('extended')
      expect(await client.extension('lsetstat@openssh.com', string('own/mine'), permissions(0o611))).toEqual({
        status: 0,
      })
      expect(await client.ask(packetType.realpath, string('.'))).toMatchObject({ names: [{ name: folder.path }] })
    })
  },
)

describe('a read-only server', () => {
  it('refuses every change and still reads', async () => {
    using folder = createScratchFolder()
    writeFileSync(folder.file('file'), 'content')
    mkdirSync(folder.file('folder'))
    const before = describeTree(folder.path)
    await using client = await connect(readOnlyOnBun, folder.path)
    const refused = { status: 3 }
    for (const flags of [write, read | write, read | create, read | truncate, write | create]) {
      expect(await client.ask(packetType.open, string('file'), word(flags), noAttributes)).toEqual(refused)
    }
    expect(await client.ask(packetType.remove, string('file'))).toEqual(refused)
    expect(await client.ask(packetType.mkdir, string('new'), noAttributes)).toEqual(refused)
    expect(await client.ask(packetType.rmdir, string('folder'))).toEqual(refused)
    expect(await client.ask(packetType.rename, string('file'), string('other'))).toEqual(refused)
    expect(await client.ask(packetType.symlink, string('file'), string('link'))).toEqual(refused)
    expect(await client.ask(packetType.setstat, string('file'), permissions(0))).toEqual(refused)
    expect(await client.extension('posix-rename@openssh.com', string('file'), string('other'))).toEqual(refused)
    expect(await client.extension('hardlink@openssh.com', string('file'), string('other'))).toEqual(refused)
    expect(await client.extension('lsetstat@openssh.com', string('file'), permissions(0))).toEqual(refused)
    const file = await client.open('file', read)
    expect(await client.ask(packetType.write, file, long(0), string('x'))).toEqual(refused)
    expect(await client.ask(packetType.fsetstat, file, permissions(0))).toEqual(refused)
    expect(await client.extension('copy-data', file, long(0), long(0), file, long(0))).toEqual(refused)
    expect(await client.ask(packetType.read, file, long(0), word(100))).toEqual({ bytes: Buffer.from('content') })
    expect(describeTree(folder.path)).toBe(before)
  })
})

describe.each([onBun, onNode])('$name', (server) => {
  const numbersOf = (answer: Answer): bigint[] =>
    'extended' in answer
      ? Array.from({ length: answer.extended.length / 8 }, (_, at) => answer.extended.readBigUInt64BE(at * 8))
      : []

  it.each(['/', '/proc', '/dev', '/tmp'])('tells of the file system under %s what statvfs(3) does', async (path) => {
    await using client = await connect(server, '/')
    const [blockBytes, fragmentBytes, blocks, , , files, , , device, flags, nameBytes] = numbersOf(
      await client.extension('statvfs@openssh.com', string(path)),
    )
    const stats = statfsSync(path, { bigint: true })
    expect({ blockBytes, blocks, files, device, nameBytes }).toEqual({
      blockBytes: stats.bsize,
      blocks: stats.blocks,
      files: stats.files,
      device: statSync(path, { bigint: true }).dev,
      nameBytes: 255n,
    })
    if (openSsh === undefined) return
    await using reference = await connect(openSsh, '/')
    const theirs = numbersOf(await reference.extension('statvfs@openssh.com', string(path)))
    expect([fragmentBytes, flags]).toEqual([theirs[1], theirs[9]])
  })

  it('tells the same by handle, even when the file has lost its name', async () => {
    using folder = createScratchFolder()
    await using client = await connect(server, folder.path)
    const file = await client.open('file', write | create)
    const byName = numbersOf(await client.extension('statvfs@openssh.com', string('file')))
    await client.ask(packetType.remove, string('file'))
    const byHandle = numbersOf(await client.extension('fstatvfs@openssh.com', file))
    const fixed = (numbers: bigint[]) => [numbers[0], numbers[1], numbers[2], numbers[5], numbers[8], numbers[9]]
    expect(fixed(byHandle)).toEqual(fixed(byName))
    expect(byHandle).toHaveLength(11)
  })

  it('tells the home of the user it runs as', async () => {
    await using client = await connect(server, '/', isRoot ? { uid: 1, gid: 1 } : undefined)
    const answer = await client.extension('home-directory', string(''))
    expect(answer).toMatchObject(isRoot ? { names: [{ name: '/usr/sbin' }] } : { names: [{}] })
  })

  it('creates files and folders under the umask of its process', async () => {
    using folder = createScratchFolder()
    const careful: ServerUnderTest = {
      ...server,
      argv: ['/bin/sh', '-c', 'umask 027; exec "$@"', 'sh', ...server.argv],
    }
    await using client = await connect(careful, folder.path)
    await client.open('file', write | create)
    await client.open('wide', write | create, permissions(0o777))
    await client.ask(packetType.mkdir, string('folder'), noAttributes)
    const modeOf = (name: string) => (statSync(folder.file(name)).mode & 0o777).toString(8)
    expect([modeOf('file'), modeOf('wide'), modeOf('folder')]).toEqual(['640', '750', '750'])
  })
})
