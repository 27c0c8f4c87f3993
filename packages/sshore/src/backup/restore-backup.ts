import { chown, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Environment } from '../config/config.ts'
import type { Config } from '../config/variables.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { makeDataFolder } from '../instance/data-folder.ts'
import { lockDataFolder } from '../instance/data-lock.ts'
import { type BackupManifest, readManifest, verifyFiles } from './backup-manifest.ts'
import { databaseName, dumpName } from './create-backup.ts'
import { checkDatabase } from './database-copy.ts'
import { isInstalled, refuseFullDatabase, restorePostgres } from './postgres-dump.ts'
import { copyPrivately } from './private-copy.ts'

export interface RestoreWork {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>
  readonly folder: string
  readonly environment: Environment
  readonly progress: (sentence: string) => void
}

async function refuseData(dataDir: string): Promise<void> {
  const there = (await readdir(dataDir)).filter((name) => !name.startsWith('server.lock'))
  if (there.length === 0) return
  const message = `${dataDir} is not empty. A backup is restored into an empty folder only: name another one with --data-dir, or move this one away.`
  throw new CommandFailure(exitCodes.conflict, 'folder_not_empty', message)
}

async function prepareDatabase({ config, environment }: RestoreWork, { database }: BackupManifest): Promise<void> {
  const fail = (message: string): never => {
    throw new CommandFailure(exitCodes.usage, 'wrong_database', message)
  }
  if (database === 'postgres' && config.databaseUrl === undefined) {
    fail('The backup is of a PostgreSQL database: name an empty one with SSHORE_DATABASE_URL.')
  }
  if (database === 'embedded' && config.databaseUrl !== undefined) {
    fail('The backup is of an embedded database: restore it without SSHORE_DATABASE_URL.')
  }
  if (database !== 'postgres' || config.databaseUrl === undefined) return
  for (const program of ['pg_restore', 'psql'] as const) {
    if (await isInstalled(program, environment)) continue
    fail(`${program} is not installed here. Install the client programs of PostgreSQL, and try again.`)
  }
  await refuseFullDatabase(config.databaseUrl, environment)
}

/** As root, the files belong to whoever the folder belongs to. */
async function owned(path: string, dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dataDir)
  await chown(path, uid, gid)
}

/** The database comes last: one without its keys would be given new ones by the next start, which open nothing in it. */
const inOrder = ({ files }: BackupManifest): string[] => [
  ...files.map(({ path }) => path).filter((path) => path !== dumpName && path !== databaseName),
  ...files.map(({ path }) => path).filter((path) => path === databaseName),
]

/** Puts a checked backup into an empty data folder. Fails with exit code 4 when that is in use or not empty. */
export async function restoreBackup(work: RestoreWork): Promise<BackupManifest> {
  const { config, folder, environment, progress } = work
  const { dataDir, databaseUrl } = config
  const manifest = await readManifest(folder)
  progress('Checking the backup …')
  await verifyFiles(folder, manifest)
  if (manifest.database === 'embedded') checkDatabase(join(folder, databaseName))
  await prepareDatabase(work, manifest)
  makeDataFolder(dataDir)
  using _alone = lockDataFolder(dataDir)
  await refuseData(dataDir)
  if (manifest.database === 'postgres' && databaseUrl !== undefined) {
    progress('Filling the database …')
    await restorePostgres(databaseUrl, join(folder, dumpName), environment)
  }
  progress('Copying files …')
  for (const path of inOrder(manifest)) {
    const copy = join(dataDir, path)
    if (!(await stat(dirname(copy)).catch(() => undefined))) {
      await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
      await owned(dirname(copy), dataDir)
    }
    await copyPrivately(join(folder, path), copy)
    await owned(copy, dataDir)
  }
  await owned(join(dataDir, 'server.lock'), dataDir)
  return manifest
}
