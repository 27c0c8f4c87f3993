// Runs a case on one side and tells what it left behind.
import { chmod, lstat, mkdir, readFile, readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run, sha256 } from '@sshore/testkit'
import type { Case, Observed } from './case.ts'
import type { Side } from './side.ts'

const patienceSeconds = 40
/** Longer contents are compared by their digest. */
const shownBytes = 2000
/** Of larger files only the size is compared. */
const readBytes = 256 * 1024 * 1024

function renamed(text: string, side: Side): string {
  return side.names.reduce((changed, [what, name]) => changed.replaceAll(what, name), text)
}

async function described(path: Buffer): Promise<string> {
  const stat = await lstat(path)
  const mode = (stat.mode & 0o7777).toString(8)
  if (stat.isSymbolicLink()) return `link to ${await readlink(path)}`
  if (stat.isDirectory()) return `folder ${mode}`
  if (!stat.isFile()) return `other ${mode}`
  const size = `file ${mode} links ${stat.nlink} ${stat.size}`
  if (stat.size > readBytes) return size
  const content = await readFile(path)
  return `${size} ${stat.size > shownBytes ? sha256(content) : JSON.stringify(content.toString())}`
}

/** Names are shown byte for byte, as Latin-1. */
async function filesBelow(folder: Buffer, prefix = ''): Promise<[string, string][]> {
  const names = await readdir(folder, { encoding: 'buffer' })
  const found: [string, string][] = []
  for (const name of names.toSorted((left, right) => Buffer.compare(left, right))) {
    const path = Buffer.concat([folder, Buffer.from('/'), name])
    const shown = `${prefix}${name.toString('latin1')}`
    const what = await described(path)
    found.push([shown, what])
    if (what.startsWith('folder')) found.push(...(await filesBelow(path, `${shown}/`)))
  }
  return found
}

const environment = (side: Side): Record<string, string> => ({
  PATH: `${side.programs}:/usr/sbin:/usr/bin:/sbin:/bin`,
  HOME: '/nonexistent',
  TERM: 'xterm',
  SHELL: '/bin/bash',
  TMPDIR: '/tmp',
  LOGIN_KEY: side.key,
})

export async function observe({ name, script }: Case, side: Side, number: number): Promise<Observed> {
  const folder = join(side.folder, `c${String(number).padStart(3, '0')}`)
  // A second try begins with nothing, as the first did.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await chmod(folder, 0o777)
  const ran = await run('bash', ['-c', `umask 022\n${script}`], {
    cwd: folder,
    environment: environment(side),
    seconds: patienceSeconds,
  }).catch((cause: unknown) => {
    throw new Error(`"${name}" against ${side.name} did not end`, { cause })
  })
  const files = (await filesBelow(Buffer.from(folder))).map(([path, what]) => [path, renamed(what, side)] as const)
  return {
    exitCode: ran.code ?? -1,
    stdout: renamed(ran.stdout, side),
    stderr: renamed(ran.stderr, side),
    files: Object.fromEntries(files),
  }
}
