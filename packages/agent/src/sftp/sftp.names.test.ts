// File names are bytes. Whatever a file system takes must come and go unchanged.
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openFlag, packetType } from './protocol.ts'
import { connect, long, noAttributes, type PacketClient, string } from './testing/packet-client.ts'
import { createScratchFolder, onBun, onNode } from './testing/servers.ts'

/** One character per byte. */
const oddNames: Readonly<Record<string, string>> = {
  'a line break': 'two\nlines\r\n',
  'a trailing blank': 'trailing ',
  'only a blank': ' ',
  'a leading dash': '-rf',
  quotes: `it's "quoted" \`so\` $HOME \\`,
  'a pattern': '[a-z]*?{b,c}',
  'terminal codes': '\u001b[31mred\u0007\u007f',
  'bytes that are not UTF-8': '\u00ff\u00fe\u0080\u00c0\u00af',
  'half a UTF-8 character': 'caf\u00c3',
  'a UTF-8 surrogate': '\u00ed\u00a0\u0080',
  'a byte order mark': '\u00ef\u00bb\u00bfx',
  'every byte but two': Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('').replaceAll(/[\0/]/g, '').slice(0, 254),
  '255 bytes': '\u00e9'.repeat(255),
  'three dots': '...',
  'a tilde': '~root',
} // prettier-ignore

const bytesOf = (name: string): Buffer => Buffer.from(name, 'latin1')

async function namesIn(client: PacketClient, path: string): Promise<string[]> {
  const handle = await client.openDirectory(path)
  const answer = await client.ask(packetType.readdir, handle)
  return 'names' in answer ? answer.names.map(({ name }) => name).toSorted() : []
}

describe.each([onBun, onNode])('$name', (server) => {
  it.each(Object.keys(oddNames))('keeps a name with %s through every request', async (title) => {
    const name = oddNames[title] ?? ''
    using folder = createScratchFolder()
    await using client = await connect(server, folder.path)
    const here = folder.path

    const file = await client.open(name, openFlag.write | openFlag.create | openFlag.exclusive)
    expect(await client.ask(packetType.write, file, long(0), string('content'))).toEqual({ status: 0 })
    expect(await client.ask(packetType.close, file)).toEqual({ status: 0 })
    expect(readdirSync(here, { encoding: 'latin1' })).toEqual([name])
    expect(readFileSync(Buffer.concat([bytesOf(`${here}/`), bytesOf(name)]), 'utf8')).toBe('content')

    expect(await namesIn(client, '.')).toEqual(['.', '..', name].toSorted())
    expect(await client.ask(packetType.realpath, string(name))).toMatchObject({ names: [{ name: `${here}/${name}` }] })
    expect(await client.ask(packetType.stat, string(name))).toMatchObject({ attributes: { size: 7 } })

    expect(await client.ask(packetType.rename, string(name), string('plain'))).toEqual({ status: 0 })
    expect(await client.extension('hardlink@openssh.com', string('plain'), string(name))).toEqual({ status: 0 })
    expect(await client.ask(packetType.remove, string(name))).toEqual({ status: 0 })
    expect(await client.ask(packetType.mkdir, string(name), noAttributes)).toEqual({ status: 0 })
    expect(await namesIn(client, name)).toEqual(['.', '..'])
    expect(await client.extension('posix-rename@openssh.com', string('plain'), string(`${name}/plain`))).toEqual({
      status: 0,
    })
    expect(await namesIn(client, name)).toEqual(['.', '..', 'plain'])

    expect(await client.ask(packetType.symlink, string(name), string('link'))).toEqual({ status: 0 })
    expect(readlinkSync(`${here}/link`, { encoding: 'latin1' })).toBe(name)
    expect(await client.ask(packetType.readlink, string('link'))).toMatchObject({ names: [{ name }] })
    expect(await client.ask(packetType.realpath, string('link/plain'))).toMatchObject({
      names: [{ name: `${here}/${name}/plain` }],
    })
    expect(statSync(`${here}/link`).isDirectory()).toBe(true)
  })

  it('serves a directory whose own name is not UTF-8', async () => {
    using folder = createScratchFolder()
    await using outer = await connect(server, folder.path)
    expect(await outer.ask(packetType.mkdir, string('\u00ff\u00fe'), noAttributes)).toEqual({ status: 0 })
    expect(await outer.ask(packetType.mkdir, string('\u00ff\u00fe/\u0080'), noAttributes)).toEqual({ status: 0 })
    expect(await outer.ask(packetType.realpath, string('\u00ff\u00fe/./\u0080'))).toMatchObject({
      names: [{ name: `${folder.path}/\u00ff\u00fe/\u0080` }],
    })
  })

  it('refuses a path with a zero byte and goes on', async () => {
    using folder = createScratchFolder()
    await using client = await connect(server, folder.path)
    expect(await client.ask(packetType.stat, string('a\0b'))).toEqual({ status: 5 })
    expect(await client.ask(packetType.stat, string('.'))).toHaveProperty('attributes')
  })
})
