// The newest OpenSSH client that Debian has, beside this machine's own: fetched from Debian's `testing` with the
// libraries it needs, checked by apt as ever, and unpacked into a folder. Nothing is installed.
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from './repository.ts'
import { type Ran, run } from './run.ts'

export interface NewestOpenSsh {
  /** Takes ssh's arguments. */
  readonly program: string
  /** For example `OpenSSH_10.6p1`. */
  readonly version: string
}

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
const source = `deb [signed-by=${keyring}] http://deb.debian.org/debian testing main\n`
const folder = join(repositoryRoot, '.cache/newest-openssh')
const keptDays = 7
const fetchSeconds = 90

async function mustRun(program: string, argv: readonly string[], cwd?: string): Promise<Ran> {
  const ran = await run(program, argv, { seconds: fetchSeconds, ...(cwd === undefined ? {} : { cwd }) })
  if (ran.code === 0) return ran
  throw new Error(`${program} ${argv.slice(-3).join(' ')}: ${ran.stderr.trim().slice(-500)}`)
}

/** Options that keep apt to folders of its own: sources, lists, caches, and nothing installed. */
async function aptOptions(home: string): Promise<string[]> {
  for (const name of ['lists/partial', 'archives/partial', 'debs']) {
    await mkdir(join(home, name), { recursive: true })
  }
  await writeFile(join(home, 'sources.list'), source)
  await writeFile(join(home, 'status'), '')
  const settings = {
    'Dir::Etc::SourceList': join(home, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::Etc::Preferences': '/dev/null',
    'Dir::Etc::PreferencesParts': '/dev/null',
    'Dir::State::Lists': join(home, 'lists'),
    'Dir::State::status': join(home, 'status'),
    'Dir::Cache': home,
    'Acquire::Languages': 'none',
    'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled': 'false',
    'Acquire::http::Timeout': '15',
    'APT::Sandbox::User': 'root',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
}

/** The client and every library below it. */
async function packagesOf(options: readonly string[]): Promise<string[]> {
  const kinds = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map((kind) => `--no-${kind}`)
  const firstOnly = ['-o', 'APT::Cache::ShowOnlyFirstOr=true']
  const words = [...options, ...firstOnly, 'depends', '--recurse', ...kinds, 'openssh-client']
  const { stdout } = await mustRun('apt-cache', words)
  return stdout.split('\n').filter((line) => /^(lib|zlib)[\w.+-]+$/.test(line))
}

/** `ssh` by the loader and libraries that came with it, since those of this machine are too old. */
async function writeWrapper(root: string, path: string): Promise<void> {
  const libraries = join(root, 'usr/lib')
  const triplet = (await readdir(libraries)).find((name) => name.endsWith('-linux-gnu')) ?? ''
  const library = join(libraries, triplet)
  const loader = (await readdir(library)).find((name) => name.startsWith('ld-linux')) ?? ''
  const command = `exec '${join(library, loader)}' --library-path '${library}' '${join(root, 'usr/bin/ssh')}' "$@"`
  await writeFile(path, `#!/bin/sh\n${command}\n`)
  await chmod(path, 0o755)
}

async function fetch(): Promise<void> {
  const fresh = `${folder}.new`
  await rm(fresh, { recursive: true, force: true })
  const options = await aptOptions(fresh)
  await mustRun('apt-get', [...options, '-qq', 'update'])
  const debs = join(fresh, 'debs')
  await mustRun('apt-get', [...options, '-qq', 'download', 'openssh-client', ...(await packagesOf(options))], debs)
  for (const deb of await readdir(debs)) await mustRun('dpkg', ['-x', join(debs, deb), join(fresh, 'root')])
  for (const name of ['lists', 'archives', 'debs', 'pkgcache.bin', 'srcpkgcache.bin']) {
    await rm(join(fresh, name), { recursive: true, force: true })
  }
  await rm(folder, { recursive: true, force: true })
  await rename(fresh, folder)
  await writeWrapper(join(folder, 'root'), join(folder, 'ssh'))
}

async function isFresh(): Promise<boolean> {
  const made = await stat(join(folder, 'ssh')).catch(() => undefined)
  return made !== undefined && Date.now() - made.mtimeMs < keptDays * 86_400_000
}

/** Fetches it unless it was lately. Fails with the reason when Debian cannot be reached; takes some ten seconds. */
export async function newestOpenSsh(): Promise<NewestOpenSsh> {
  if (!(await isFresh())) await fetch()
  const program = join(folder, 'ssh')
  const { stderr } = await mustRun(program, ['-V'])
  return { program, version: /^OpenSSH_[\w.]+/.exec(stderr)?.[0] ?? stderr.trim() }
}
