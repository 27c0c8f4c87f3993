// A PostgreSQL server of its own in a temporary folder: reached through a Unix socket by nobody else, gone afterwards.
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { background, type Background } from './background.ts'
import { run } from './run.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { isRoot } from './unix-users.ts'

const debianFolder = '/usr/lib/postgresql'

/** Debian keeps the server's programs apart by version, in nobody's PATH; the oldest that we support is preferred. */
function programsFolder(): string {
  const versions = readdirSync(debianFolder)
    .map(Number)
    .filter((version) => version >= 15)
  return join(debianFolder, String(Math.min(...versions)), 'bin')
}

export interface PostgresServer extends AsyncDisposable {
  /** Makes an empty database and returns its address. */
  createDatabase(): Promise<string>
  /** As a crash would: no process says goodbye. */
  kill(): Promise<void>
  /** After `kill`: on the same data, at the same address. */
  start(): Promise<void>
}

export interface PostgresServerOptions {
  /** Whether a commit waits for the disk. Default false: what tests write may be lost with the machine. */
  readonly durable?: boolean
}

/** PostgreSQL refuses to run as root, so root runs it as the user that Debian's package made for it. */
async function unprivileged(): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (!isRoot) return {}
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])))
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
}

async function checked(program: string, words: readonly string[], who: object): Promise<void> {
  const { code, stderr } = await run(join(programsFolder(), program), words, who)
  if (code !== 0) throw new Error(`${program} failed. Is the package postgresql installed? It said:\n${stderr}`)
}

/** Sorts texts as people in Germany do, so that a query that relies on the order of its database does not pass unseen. */
const locale = ['--encoding', 'UTF8', '--locale', 'C.UTF-8', '--locale-provider', 'icu', '--icu-locale', 'de-DE']

export async function startPostgres({ durable = false }: PostgresServerOptions = {}): Promise<PostgresServer> {
  await using undo = new AsyncDisposableStack()
  const folder = undo.use(await temporaryFolder()).path
  const who = await unprivileged()
  const dataDir = join(folder, 'postgres')
  await mkdir(dataDir, { mode: 0o700 })
  if (who.uid !== undefined && who.gid !== undefined) {
    for (const path of [folder, dataDir]) await chown(path, who.uid, who.gid)
  }
  const trusting = ['--auth', 'trust', '--username', 'sshore', '--no-sync', '--no-instructions']
  await checked('initdb', ['-D', dataDir, ...trusting, ...locale], who)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '200',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  }
  const words = ['-D', dataDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  let server: Background | undefined
  const start = async (): Promise<void> => {
    server = background(join(programsFolder(), 'postgres'), words, who)
    await server.says(/database system is ready to accept connections/)
  }
  const kill = async (): Promise<void> => {
    server?.kill('SIGKILL')
    await server?.ended
    server = undefined
  }
  undo.defer(async () => {
    // Immediate shutdown: what it holds is thrown away.
    server?.kill('SIGQUIT')
    await server?.ended
  })
  await start()
  const address = (name: string): string => `postgresql://sshore@localhost/${name}?host=${encodeURIComponent(folder)}`
  const resources = undo.move()
  return {
    async createDatabase() {
      const name = `test_${randomBytes(6).toString('hex')}`
      await checked('createdb', ['-h', folder, '-U', 'sshore', name], who)
      return address(name)
    },
    kill,
    start,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
