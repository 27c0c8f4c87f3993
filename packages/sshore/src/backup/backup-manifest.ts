// What a backup says about itself: which files it has, and their checksums. It is written last; a backup without it is not whole.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

export const manifestName = 'backup.json'
export const manifestVersion = 1

const BackupFile = Type.Object({
  /** Within the backup, with slashes. */
  path: Type.String({ pattern: String.raw`^(?!/)(?!.*(^|/)\.\.(/|$))[^\u0000]+$` }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

const BackupManifest = Type.Object({
  sshore: Type.Literal('backup'),
  version: Type.Integer({ minimum: 1 }),
  created_at: Type.String(),
  server_version: Type.String(),
  /** embedded: a SQLite file; postgres: a dump; none: keys alone. */
  database: Type.Union([Type.Literal('embedded'), Type.Literal('postgres'), Type.Literal('none')]),
  files: Type.Array(BackupFile),
})
export type BackupFile = Static<typeof BackupFile>
export type BackupManifest = Static<typeof BackupManifest>
const check = Compile(BackupManifest)

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Paths of all plain files below a folder, relative to it, in order. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

const damaged = (message: string): CommandFailure => new CommandFailure(exitCodes.failed, 'backup_damaged', message)

/** Fails with exit code 3 where there is no backup, and with 1 where its manifest is damaged or of a newer version. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((cause: unknown) => {
    const message = `There is no whole backup in ${folder}: ${manifestName} is missing.`
    throw new CommandFailure(exitCodes.notFound, 'no_backup', message, { cause })
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw damaged(`${manifestName} in ${folder} is damaged.`)
  }
  if (!check.Check(value)) throw damaged(`${manifestName} in ${folder} is damaged.`)
  if (value.version <= manifestVersion) return value
  throw damaged(`The backup in ${folder} was made by a newer version. Use that one to restore it.`)
}

async function problemOf(folder: string, { path, bytes, sha256 }: BackupFile): Promise<string | undefined> {
  const found = await stat(join(folder, path)).catch(() => undefined)
  if (!found) return `${path} is missing`
  if (found.size !== bytes) return `${path} has ${found.size} bytes instead of ${bytes}`
  return (await sha256Of(join(folder, path))) === sha256 ? undefined : `${path} has another checksum`
}

/** Reads every file. Fails with exit code 1 and all that is wrong. */
export async function verifyFiles(folder: string, { files }: BackupManifest): Promise<void> {
  const problems: string[] = []
  for (const file of files) {
    const problem = await problemOf(folder, file)
    if (problem !== undefined) problems.push(problem)
  }
  if (problems.length > 0) throw damaged(`The backup in ${folder} is damaged: ${problems.join('; ')}.`)
}
