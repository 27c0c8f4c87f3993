import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { packetType } from './protocol.ts'
import { connect, PacketClient } from './testing/packet-client.ts'
import { scenarios } from './testing/scenarios.ts'
import {
  createScratchFolder,
  describeTree,
  onBun,
  onNode,
  openSsh,
  type ScratchFolder,
  type ServerUnderTest,
} from './testing/servers.ts'

/** The same files for every server; times are fixed, because answers tell them. */
function plant(folder: ScratchFolder): void {
  folder.clear()
  writeFileSync(folder.file('text'), 'The quick brown fox')
  writeFileSync(folder.file('set-user-id'), '#!', { mode: 0o755 })
  chmodSync(folder.file('set-user-id'), 0o4755)
  mkdirSync(folder.file('folder'))
  chmodSync(folder.file('folder'), 0o1777)
  writeFileSync(folder.file('folder/inner'), 'inner')
  linkSync(folder.file('text'), folder.file('text-again'))
  symlinkSync('text', folder.file('link'))
  symlinkSync('nowhere', folder.file('dangling'))
  symlinkSync('circle-b', folder.file('circle-a'))
  symlinkSync('circle-a', folder.file('circle-b'))
  symlinkSync('folder', folder.file('folder-link'))
  execFileSync('mkfifo', [folder.file('pipe')])
  writeFileSync(folder.file('sparse'), '')
  truncateSync(folder.file('sparse'), 5 * 2 ** 30)
  const fixed = ['text', 'set-user-id', 'folder/inner', 'folder', 'sparse']
  for (const name of fixed) utimesSync(folder.file(name), 1_500_000_000, 1_400_000_000.75)
}

async function listingOf(client: PacketClient, path: string): Promise<string[]> {
  const handle = await client.openDirectory(path)
  const lines: string[] = []
  for (;;) {
    const answer = await client.ask(packetType.readdir, handle)
    if (!('names' in answer)) {
      expect(answer).toEqual({ status: 1 })
      return lines.toSorted()
    }
    // Listing a directory is an access to it, which the second server then sees.
    lines.push(
      ...answer.names.map((entry) => JSON.stringify({ ...entry, attributes: { ...entry.attributes, accessed: 0 } })),
    )
  }
}

describe.skipIf(openSsh === undefined).each([onBun, onNode])('$name beside OpenSSH', (server) => {
  it.each(Object.keys(scenarios))('answers alike: %s', async (name) => {
    using folder = createScratchFolder()
    const outcome = async (tested: ServerUnderTest) => {
      plant(folder)
      await using client = await connect(tested, folder.path)
      const answers = (await scenarios[name]?.(client)) ?? []
      return { answers, tree: describeTree(folder.path) }
    }
    const ours = await outcome(server)
    expect(ours).toEqual(await outcome(openSsh!))
    expect(ours.answers.length).toBeGreaterThan(0)
  })

  it('announces the extensions that OpenSSH does', async () => {
    await using ours = new PacketClient(server, '/')
    await using theirs = new PacketClient(openSsh!, '/')
    expect(await ours.greet()).toEqual(await theirs.greet())
  })

  it.each(['.', '/dev', '/etc', '/usr/bin/..'])('lists %s line by line as OpenSSH does', async (path) => {
    using folder = createScratchFolder()
    plant(folder)
    await using ours = await connect(server, folder.path)
    await using theirs = await connect(openSsh!, folder.path)
    const stable = (lines: string[]) =>
      lines.filter((line) => !/"(?:ptmx|pts|shm|mqueue|console|null|u?random|tty|fd|\.\.)"/.test(line))
    const listed = stable(await listingOf(ours, path))
    expect(listed).toEqual(stable(await listingOf(theirs, path)))
    expect(listed.length).toBeGreaterThan(3)
  })
})
