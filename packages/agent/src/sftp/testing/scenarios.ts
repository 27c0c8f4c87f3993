// Requests whose answers, and the tree they leave, must be the same from every server.
import { openFlag, packetType } from '../protocol.ts'
import { type Answer, long, noAttributes, type PacketClient, string, word } from './packet-client.ts'

export type Scenario = (client: PacketClient) => Promise<Answer[]>

const { read, write, append, create, truncate, exclusive } = openFlag
const permissions = (mode: number) => Buffer.concat([word(4), word(mode)])
const size = (bytes: number | bigint) => Buffer.concat([word(1), long(bytes)])
const times = (accessed: number, modified: number) => Buffer.concat([word(8), word(accessed), word(modified)])
const owner = (uid: number, gid: number) => Buffer.concat([word(2), word(uid), word(gid)])
const wrongHandle = string('no handle')

const repeat = async (
  client: PacketClient,
  requests: readonly (readonly [number, ...Buffer[]])[],
): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (const [type, ...fields] of requests) answers.push(await client.ask(type, ...fields))
  return answers
}

const paths = [
  '', '.', '..', '/', 'text', 'text/', 'text/below', 'folder', 'folder/', 'folder/../text', 'missing', 'missing/below',
  'link', 'dangling', 'circle-a', 'folder-link', 'folder-link/inner', './././text', '//', '/../..', `./${'n'.repeat(300)}`,
  `./${'deep/'.repeat(1200)}`,
] // prettier-ignore

const onEach =
  (type: number): Scenario =>
  (client) =>
    repeat(
      client,
      paths.map((path) => [type, string(path)] as const),
    )

/** Without times, which the files that the server itself made cannot have in common. */
const withoutTimes = (answers: Answer[]): Answer[] =>
  answers.map((answer) => {
    if (!('attributes' in answer)) return answer
    const { accessed: _, modified: __, ...attributes } = answer.attributes
    return { attributes }
  })

/** By what they try; all work on the tree of the test. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'STAT of files of every kind': async (client) => withoutTimes(await onEach(packetType.stat)(client)),
  'LSTAT of files of every kind': async (client) => withoutTimes(await onEach(packetType.lstat)(client)),
  'STAT with fixed times': (client) =>
    repeat(
      client,
      ['text', 'set-user-id', 'sparse', 'link'].map((path) => [packetType.stat, string(path)] as const),
    ),
  'REALPATH of whatever': onEach(packetType.realpath),
  'READLINK of whatever': onEach(packetType.readlink),
  'RMDIR of whatever is not a folder to remove': (client) =>
    repeat(
      client,
      ['text', 'missing', 'folder', 'link', '', '/'].map((path) => [packetType.rmdir, string(path)] as const),
    ),
  'REMOVE of whatever': (client) =>
    repeat(
      client,
      ['text', 'text', 'folder', 'dangling', 'folder-link', '', 'pipe'].map(
        (path) => [packetType.remove, string(path)] as const,
      ),
    ),
  'MKDIR with and without a mode': (client) =>
    repeat(client, [
      [packetType.mkdir, string('plain'), noAttributes],
      [packetType.mkdir, string('private'), permissions(0o700)],
      [packetType.mkdir, string('sticky'), permissions(0o41777)],
      [packetType.mkdir, string('text'), noAttributes],
      [packetType.mkdir, string('missing/below'), noAttributes],
    ]),
  'OPEN with every combination of flags': async (client) => {
    const answers: Answer[] = []
    for (const path of ['text', 'fresh', 'missing/below', 'dangling', 'circle-a']) {
      for (let flags = 0; flags < 0x40; flags++) {
        const answer = await client.ask(packetType.open, string(path), word(flags), permissions(0o640))
        answers.push('handle' in answer ? { status: 0 } : answer)
        if ('handle' in answer) await client.ask(packetType.close, string(answer.handle))
        if (path !== 'text') await client.ask(packetType.remove, string(path === 'dangling' ? 'nowhere' : path))
      }
    }
    return answers
  },
  'READ at, across and behind the end': async (client) => {
    const handle = await client.open('text', read)
    return repeat(client, [
      [packetType.read, handle, long(0), word(5)],
      [packetType.read, handle, long(4), word(100)],
      [packetType.read, handle, long(19), word(1)],
      [packetType.read, handle, long(1000), word(1)],
      [packetType.read, handle, long(0), word(0)],
      [packetType.read, handle, long(0), word(0xffffffff)],
      [packetType.read, wrongHandle, long(0), word(1)],
      [packetType.close, handle],
      [packetType.read, handle, long(0), word(1)],
      [packetType.close, handle],
      [packetType.close, wrongHandle],
    ])
  },
  'READ and WRITE above 4 GiB': async (client) => {
    const handle = await client.open('sparse', read | write)
    return repeat(client, [
      [packetType.write, handle, long(5 * 2 ** 30 - 2), string('edge')],
      [packetType.read, handle, long(5 * 2 ** 30 - 4), word(100)],
      [packetType.write, handle, long(2n ** 63n), string('beyond')],
      [packetType.read, handle, long(2n ** 64n - 1n), word(1)],
    ])
  },
  'WRITE over, behind and at the end': async (client) => {
    const over = await client.open('text', write)
    const behind = await client.open('text-again', read | write | append)
    return repeat(client, [
      [packetType.write, over, long(4), string('slow!')],
      [packetType.write, behind, long(0), string(' jumps')],
      [packetType.write, over, long(40), string('')],
      [packetType.write, over, long(40), string('far')],
      [packetType.read, behind, long(0), word(100)],
      [packetType.read, over, long(0), word(1)],
      [packetType.write, wrongHandle, long(0), string('x')],
    ])
  },
  'a folder opened as a file': async (client) => {
    const handle = await client.open('folder', read)
    const listing = await client.openDirectory('folder')
    return repeat(client, [
      [packetType.read, handle, long(0), word(10)],
      [packetType.read, listing, long(0), word(10)],
      [packetType.readdir, handle],
      [packetType.fstat, listing],
      [packetType.fsetstat, listing, permissions(0o700)],
      [packetType.close, listing],
      [packetType.readdir, listing],
      [packetType.opendir, string('text')],
      [packetType.opendir, string('missing')],
    ])
  },
  'FSTAT and FSETSTAT': async (client) => {
    const handle = await client.open('text', read | write)
    return repeat(client, [
      [packetType.fstat, handle],
      [packetType.fsetstat, handle, size(3)],
      [packetType.fsetstat, handle, permissions(0o100600)],
      [packetType.fsetstat, handle, times(4_000_000_000, 86_400)],
      [packetType.fstat, handle],
      [packetType.fstat, wrongHandle],
    ])
  },
  'SETSTAT of each attribute': (client) =>
    repeat(client, [
      [packetType.setstat, string('text'), size(1000)],
      [packetType.setstat, string('text'), permissions(0o7777)],
      [packetType.setstat, string('folder-link'), permissions(0o500)],
      [packetType.setstat, string('link'), times(1, 4_294_967_295)],
      [packetType.stat, string('text')],
      [packetType.setstat, string('missing'), permissions(0o600)],
      [packetType.setstat, string('folder'), size(0)],
      [packetType.setstat, string('text'), noAttributes],
      [packetType.setstat, string('text'), Buffer.concat([word(0x80000000), word(1), string('a@b'), string('c')])],
    ]),
  'SETSTAT that does what it can': (client) =>
    repeat(client, [
      [packetType.setstat, string('folder'), Buffer.concat([word(1 | 4), long(0), word(0o711)])],
      [packetType.setstat, string('text'), Buffer.concat([word(2 | 4), word(0), word(0), word(0o6755)])],
      [packetType.setstat, string('text'), owner(0, 0)],
    ]),
  'RENAME never replaces': (client) =>
    repeat(client, [
      [packetType.rename, string('text'), string('moved')],
      [packetType.rename, string('moved'), string('set-user-id')],
      [packetType.rename, string('folder'), string('moved-folder')],
      [packetType.rename, string('moved-folder'), string('moved')],
      [packetType.rename, string('dangling'), string('moved')],
      [packetType.rename, string('link'), string('moved-link')],
      [packetType.rename, string('missing'), string('other')],
      [packetType.rename, string('moved'), string('missing/below')],
      [packetType.rename, string('moved'), string('moved')],
    ]),
  'SYMLINK takes the target first': (client) =>
    repeat(client, [
      [packetType.symlink, string('anything at all'), string('new-link')],
      [packetType.symlink, string('text'), string('link')],
      [packetType.symlink, string(''), string('empty-link')],
      [packetType.readlink, string('new-link')],
    ]),
  'a request of a type that does not exist as an extension': (client) =>
    repeat(client, [[packetType.extended, string('nobody@example.com'), string('anything')]]),
  'posix-rename replaces': async (client) => [
    await client.extension('posix-rename@openssh.com', string('text'), string('set-user-id')),
    await client.extension('posix-rename@openssh.com', string('set-user-id'), string('folder')),
    await client.extension('posix-rename@openssh.com', string('missing'), string('x')),
  ],
  'hardlink, fsync and lsetstat': async (client) => [
    await client.extension('hardlink@openssh.com', string('text'), string('third-name')),
    await client.extension('hardlink@openssh.com', string('text'), string('link')),
    await client.extension('hardlink@openssh.com', string('folder'), string('folder-again')),
    await client.extension('fsync@openssh.com', await client.open('text', write)),
    await client.extension('fsync@openssh.com', wrongHandle),
    await client.extension('lsetstat@openssh.com', string('link'), times(1_000_000_000, 1_000_000_000)),
    await client.extension('lsetstat@openssh.com', string('link'), permissions(0o600)),
    await client.extension('lsetstat@openssh.com', string('text'), permissions(0o600)),
    await client.extension('lsetstat@openssh.com', string('link'), size(0)),
    await client.extension('lsetstat@openssh.com', string('dangling'), owner(0, 0)),
    await client.extension('lsetstat@openssh.com', string('missing'), permissions(0o600)),
    await client.ask(packetType.lstat, string('link')),
  ],
  'copy-data between offsets, to the end, and short': async (client) => {
    const from = await client.open('text', read)
    const to = await client.open('copy', read | write | create)
    const same = await client.open('text', write)
    const copy = (source: Buffer, at: number, length: number, target: Buffer, offset: number) =>
      client.extension('copy-data', source, long(at), long(length), target, long(offset))
    return [
      await copy(from, 0, 0, to, 0),
      await copy(from, 4, 5, to, 30),
      await copy(from, 4, 100, to, 100),
      await copy(from, 0, 0, from, 0),
      await copy(from, 0, 0, same, 0),
      await copy(wrongHandle, 0, 0, to, 0),
      await copy(to, 0, 0, from, 0),
      await client.ask(packetType.read, to, long(0), word(1000)),
    ]
  },
  'expand-path and home-directory': async (client) => [
    await client.extension('expand-path@openssh.com', string('~')),
    await client.extension('expand-path@openssh.com', string('~/sub/..')),
    await client.extension('expand-path@openssh.com', string('~root/x')),
    await client.extension('expand-path@openssh.com', string('text')),
    await client.extension('expand-path@openssh.com', string('folder-link/inner')),
    await client.extension('expand-path@openssh.com', string('/usr/../etc')),
    await client.extension('home-directory', string('root')),
    await client.extension('home-directory', string('no-such-user')),
  ],
  'users-groups-by-id': async (client) => [
    await client.extension(
      'users-groups-by-id@openssh.com',
      string(Buffer.concat([word(0), word(4_000_000)])),
      string(word(0)),
    ),
    await client.extension('users-groups-by-id@openssh.com', string(''), string('')),
  ],
  'an exclusive file, twice': async (client) => {
    const flags = word(write | create | truncate | exclusive)
    const first = await client.ask(packetType.open, string('mine'), flags, noAttributes)
    return [
      'handle' in first ? { status: 0 } : first,
      await client.ask(packetType.open, string('mine'), flags, noAttributes),
    ]
  },
}
