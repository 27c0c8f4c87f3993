import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { Environment } from '../config/config.ts'
import type { Config } from '../config/variables.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { type BackupManifest, filesBelow, manifestName, manifestVersion, sha256Of } from './backup-manifest.ts'
import { checkDatabase, copyDatabase } from './database-copy.ts'
import { writeLastBackup } from './last-backup.ts'
import { dumpPostgres, isInstalled } from './postgres-dump.ts'
import { copyPrivately } from './private-copy.ts'

export const databaseName = 'sshore.db'
export const dumpName = 'database.dump'

/** Made anew by each server, or copied in another way. */
const leftOut = /^(sshore\.db(-.*)?|server\.lock(-.*)?|control\.sock|last-backup\.json|.*\.part)$/

export interface BackupWork {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>
  /** Absolute. */
  readonly folder: string
  readonly version: string
  readonly environment: Environment
  readonly now: Date
  readonly progress: (sentence: string) => void
}

/** The next backup would hold this one, and the one after it both. */
function refuseWithinData({ dataDir }: BackupWork['config'], folder: string): void {
  const path = relative(resolve(dataDir), folder)
  if (isAbsolute(path) || /^\.\.(\/|$)/.test(path)) return
  const message = `${folder} lies in the data folder ${dataDir}, which is what is saved. Name a folder outside of it, at best on another disk.`
  throw new CommandFailure(exitCodes.usage, 'folder_in_data', message)
}

async function makeEmptyFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if ((await readdir(folder)).length === 0) return await chmod(folder, 0o700)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailure(exitCodes.failed, 'not_written', `${folder} cannot be made: ${reason}`, { cause })
  }
  const message = `${folder} is not empty. Name a folder that is not there yet; a backup never replaces another one.`
  throw new CommandFailure(exitCodes.conflict, 'folder_not_empty', message)
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

async function saveDatabase(work: BackupWork): Promise<BackupManifest['database']> {
  const { config, folder, environment, progress } = work
  const file = join(config.dataDir, databaseName)
  if (config.databaseUrl === undefined) {
    progress(`Copying the database, ${megabytes((await stat(file)).size)} …`)
    await copyDatabase(file, join(folder, databaseName))
    progress('Checking the copy …')
    checkDatabase(join(folder, databaseName))
    return 'embedded'
  }
  if (!(await isInstalled('pg_dump', environment))) {
    progress(
      'pg_dump is not installed here: the backup holds the keys alone. Save the database in PostgreSQL’s own way.',
    )
    return 'none'
  }
  progress('Dumping the database …')
  await dumpPostgres(config.databaseUrl, join(folder, dumpName), environment)
  await chmod(join(folder, dumpName), 0o600)
  return 'postgres'
}

async function copyFiles({ config, folder }: BackupWork): Promise<void> {
  for (const path of await filesBelow(config.dataDir)) {
    if (leftOut.test(path)) continue
    const copy = join(folder, path)
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
    await copyPrivately(join(config.dataDir, path), copy)
  }
}

async function fillFolder(work: BackupWork): Promise<BackupManifest> {
  const { folder, version, now, progress } = work
  const database = await saveDatabase(work)
  progress('Copying keys …')
  await copyFiles(work)
  const files: BackupManifest['files'] = []
  for (const path of await filesBelow(folder)) {
    files.push({ path, bytes: (await stat(join(folder, path))).size, sha256: await sha256Of(join(folder, path)) })
  }
  const manifest: BackupManifest = {
    sshore: 'backup',
    version: manifestVersion,
    created_at: now.toISOString(),
    server_version: version,
    database,
    files,
  }
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, undefined, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
  return manifest
}

/**
 * Saves all that a server keeps into a new folder, while it runs or not. Returns what is in it. When it fails the folder is empty,
 * so that the next attempt may have it.
 */
export async function createBackup(work: BackupWork): Promise<BackupManifest> {
  const { config, folder } = work
  refuseWithinData(config, folder)
  await makeEmptyFolder(folder)
  try {
    const manifest = await fillFolder(work)
    await writeLastBackup(config.dataDir, { at: manifest.created_at, folder })
    return manifest
  } catch (error) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
    throw error
  }
}
