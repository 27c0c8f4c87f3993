// The file server over real shells of this machine: Debian's with GNU programs, and BusyBox with its own.
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Engine } from '../engine/engine.ts'
import { localEngine } from '../testing/local-exec.ts'
import { timers } from '../testing/test-timers.ts'
import { createContainerFiles } from './container-files.ts'
import { openFlag, PacketReader, packetType } from './sftp-packets.ts'
import { createSftpServer, type SftpServer } from './sftp-server.ts'
import { openStandingShell, type StandingShell } from './standing-shell.ts'

const account = { username: 'ann', user: 'ann', uid: 0, home: '/', shell: '/bin/sh' }
const shells: readonly (readonly [string, readonly string[], string])[] = [
  ['sh with GNU programs', ['/bin/sh'], '/usr/bin:/bin'],
  ['bash', ['/bin/bash'], '/usr/bin:/bin'],
  ['BusyBox', ['/bin/busybox', 'sh'], 'APPLETS'],
]

const word = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const long = (value: number) => Buffer.concat([word(Math.floor(value / 2 ** 32)), word(value >>> 0)])
const text = (value: string | Buffer) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([word(bytes.length), bytes])
}
const none = word(0)

let folder: string
let standing: StandingShell
let server: SftpServer

/** Several packets at once, as a client sends them that does not wait. */
async function exchange(...packets: readonly (readonly [number, ...Buffer[]])[]) {
  const queue = packets.map(([type, ...fields], at) => Buffer.concat([Buffer.of(type), word(at), ...fields]))
  const replies: { type: number; reader: PacketReader }[] = []
  while (queue.length > 0) {
    const { answer } = await server.serve(queue)
    for (let at = 0; at < answer.length; at += 4 + answer.readUInt32BE(at)) {
      const packet = answer.subarray(at + 4, at + 4 + answer.readUInt32BE(at))
      const reader = new PacketReader(packet.subarray(1))
      reader.word()
      replies.push({ type: packet[0] ?? 0, reader })
    }
  }
  return replies
}
async function ask(type: number, ...fields: Buffer[]) {
  const [reply] = await exchange([type, ...fields])
  if (!reply) throw new Error('There was no reply.')
  return reply
}
const statusOf = async (type: number, ...fields: Buffer[]) => {
  const { type: kind, reader } = await ask(type, ...fields)
  return kind === 101 ? reader.word() : `type ${kind}`
}
const open = async (name: string | Buffer, flags: number) => {
  const { type, reader } = await ask(packetType.open, text(name), word(flags), none)
  return type === 102 ? text(reader.bytes()) : Buffer.alloc(0)
}
const close = (handle: Buffer) => statusOf(packetType.close, handle)
const write = openFlag.write | openFlag.create | openFlag.truncate

describe.each(shells.filter(([, [program = '']]) => existsSync(program)))('files through %s', (_name, shell, path) => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sshore-files-'))
    let searchPath = path
    if (path === 'APPLETS') {
      searchPath = join(folder, '.applets')
      await mkdir(searchPath)
      const names = 'stat dd cat find readlink mv rm mkdir rmdir ln chmod chown touch truncate true'
      for (const name of names.split(' ')) await symlink('/bin/busybox', join(searchPath, name))
    }
    const exec = localEngine(shell, { PATH: searchPath }).exec
    const engine: Pick<Engine, 'exec'> = { exec }
    standing = await openStandingShell({ engine, container: '', account, clock: timers })
    server = createSftpServer(
      createContainerFiles(standing, () => 1_800_000_000),
      folder,
    )
  })
  afterEach(async () => {
    standing[Symbol.dispose]()
    await rm(folder, { recursive: true })
  })

  test('are written and read, in order and out of it', async () => {
    const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(65_000)))
    const whole = Buffer.concat([bytes, bytes, bytes])
    const handle = await open('one', write)
    const pieces = Array.from({ length: 6 }, (_, at) => whole.subarray(at * 32_500, (at + 1) * 32_500))
    const writes = pieces.map((piece, at) => [packetType.write, handle, long(at * 32_500), text(piece)] as const)
    const replies = await exchange(...writes)
    expect(replies.map(({ reader }) => reader.word())).toEqual([0, 0, 0, 0, 0, 0])
    expect((await readFile(join(folder, 'one'))).equals(whole)).toBe(true)
    // In the middle, at an odd place, and behind the end.
    expect(await statusOf(packetType.write, handle, long(1001), text('middle'))).toBe(0)
    expect(await statusOf(packetType.write, handle, long(whole.length + 10), text('end'))).toBe(0)
    whole.write('middle', 1001)
    const expected = Buffer.concat([whole, Buffer.alloc(10), Buffer.from('end')])
    expect((await readFile(join(folder, 'one'))).equals(expected)).toBe(true)
    expect(await close(handle)).toBe(0)

    const reading = await open('one', openFlag.read)
    let read = Buffer.alloc(0)
    for (;;) {
      const { type, reader } = await ask(packetType.read, reading, long(read.length), word(32_768))
      if (type !== 103) break
      read = Buffer.concat([read, reader.bytes()])
    }
    expect(read.equals(expected)).toBe(true)
    const { reader } = await ask(packetType.read, reading, long(1001), word(6))
    expect(reader.bytes().toString()).toBe('middle')
    expect(await close(reading)).toBe(0)
    expect(await close(reading)).toBe(4)
  })

  test('have any name, and what is in a name is never run', async () => {
    const names = [
      "it's",
      '$(touch ran)',
      '`touch ran`',
      'a\nb',
      '\n',
      '-n',
      ' two  spaces ',
      '*',
      '"',
      '\\',
      'end\\\n',
    ].map((name) => Buffer.from(name))
    names.push(Buffer.from([0xe4, 0xff, 0x80]), Buffer.from('n\u00e4me'))
    for (const name of names) {
      const handle = await open(name, write)
      expect(await statusOf(packetType.write, handle, long(0), text(name)), name.toString()).toBe(0)
      await close(handle)
    }
    const { reader } = await ask(packetType.opendir, text('.'))
    const handle = text(reader.bytes())
    const list = (await ask(packetType.readdir, handle)).reader
    const found = Array.from({ length: list.word() }, () => {
      const name = list.bytes()
      list.bytes()
      list.attributes()
      return name.toString('latin1')
    })
    const wanted = names.map((name) => name.toString('latin1')).concat(path === 'APPLETS' ? ['.applets'] : [])
    expect(found.toSorted()).toEqual(wanted.toSorted())
    for (const name of names) expect(await statusOf(packetType.remove, text(name)), name.toString()).toBe(0)
    expect(existsSync(join(folder, 'ran'))).toBe(false)
    expect(await statusOf(packetType.stat, text('a\0b'))).toBe(2)
  })

  test('are renamed, linked, made and removed as SFTP has it', async () => {
    await writeFile(join(folder, 'old'), 'old')
    await writeFile(join(folder, 'other'), 'other')
    expect(await statusOf(packetType.rename, text('old'), text('other'))).toBe(4)
    expect(await statusOf(packetType.extended, text('posix-rename@openssh.com'), text('old'), text('other'))).toBe(0)
    expect(await readFile(join(folder, 'other'), 'utf8')).toBe('old')
    expect(await statusOf(packetType.rename, text('none'), text('x'))).toBe(2)
    expect(await statusOf(packetType.symlink, text('other'), text('link'))).toBe(0)
    expect((await ask(packetType.readlink, text('link'))).type).toBe(104)
    expect(await statusOf(packetType.extended, text('hardlink@openssh.com'), text('other'), text('hard'))).toBe(0)
    expect(await statusOf(packetType.extended, text('statvfs@openssh.com'), text('.'))).toBe(8)
    expect(await statusOf(packetType.mkdir, text('box'), none)).toBe(0)
    expect(await statusOf(packetType.remove, text('box'))).toBe(4)
    expect(await statusOf(packetType.rmdir, text('box'))).toBe(0)
    expect(await statusOf(packetType.rmdir, text('box'))).toBe(2)
    expect(await statusOf(packetType.remove, text('box'))).toBe(2)
    const { reader } = await ask(packetType.realpath, text('.'))
    expect([reader.word(), reader.text()]).toEqual([1, folder])
    const times = Buffer.concat([word(4 | 8 | 1), long(2), word(0o600), word(1000), word(2000)])
    expect(await statusOf(packetType.setstat, text('other'), times)).toBe(0)
    const { mode, size, mtimeMs, atimeMs } = await stat(join(folder, 'other'))
    expect([mode & 0o777, size, atimeMs, mtimeMs]).toEqual([0o600, 2, 1_000_000, 2_000_000])
  })

  test('are opened only as they were asked to be', async () => {
    await writeFile(join(folder, 'there'), 'there')
    const exclusive = write | openFlag.exclusive
    expect(await open('there', exclusive)).toHaveLength(0)
    expect(await open('none', openFlag.read)).toHaveLength(0)
    expect(await open('none', openFlag.write)).toHaveLength(0)
    expect(await open('.', openFlag.read)).toHaveLength(0)
    const appending = await open('there', openFlag.write | openFlag.append)
    expect(await statusOf(packetType.write, appending, long(0), text('!'))).toBe(0)
    expect(await readFile(join(folder, 'there'), 'utf8')).toBe('there!')
    const { type, reader } = await ask(packetType.open, text('secret'), word(exclusive), word(4), word(0o600))
    expect([type, reader.text()]).toEqual([102, '2'])
    expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
  })

  test('that cannot be written leave nothing of their bytes as commands', async () => {
    const handle = await open('gone/deep', write)
    expect(handle).toHaveLength(0)
    await mkdir(join(folder, 'gone'))
    const inside = await open('gone/deep', write)
    await rm(join(folder, 'gone'), { recursive: true })
    const evil = Buffer.from(`\ntouch ${folder}/ran\n`.repeat(2000))
    expect(await statusOf(packetType.write, inside, long(0), text(evil))).toBe(2)
    // The shell goes on where it was.
    expect(await statusOf(packetType.stat, text('gone/deep'))).toBe(2)
    expect((await ask(packetType.stat, text('.'))).type).toBe(105)
    await chmod(folder, 0o700)
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })

  test('are not written in part without a word when a program of the container fails', async () => {
    const handle = await open('one', write)
    const broken = join(folder, '.broken')
    await writeFile(broken, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const reply = await standing.run(`dd() { ${broken}; }`)
    expect(reply.status).toBe(0)
    expect(await statusOf(packetType.write, handle, long(0), text('lost'))).toBe(4)
    // What dd did not take is in the line still, and is not run.
    expect((await ask(packetType.stat, text('one'))).type).toBe(105)
  })

  test('are safe from packets that make no sense', async () => {
    expect(await statusOf(77)).toBe(8)
    expect(await statusOf(packetType.read, text('9'))).toBe(4)
    expect(await statusOf(packetType.stat, word(4000))).toBe(5)
    expect(await statusOf(packetType.open, text('x'.repeat(5000)), word(1), none)).toBe(4)
  })
})
