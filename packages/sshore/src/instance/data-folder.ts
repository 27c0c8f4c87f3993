// Makes the data folder, and says in one sentence why it cannot serve as one.
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'the system allows no new folder there',
}

function refusal(what: string, cause: unknown): CommandFailure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  const message = `${what}: ${reasons[code] ?? code}. Choose another folder with SSHORE_DATA_DIR or --data-dir.`
  return new CommandFailure(exitCodes.usage, 'data_folder_unusable', message, { cause })
}

/** One folder after the other: Node's own `recursive` never ends where the system answers ENOENT below a folder, as /proc does. */
function makeFolder(path: string): void {
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeFolder(parent)
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 })
}

/** The path itself, or what is there of the folders above it. */
const firstFound = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : firstFound(dirname(path))

/** Fails with exit code 2 when what is there is no folder; nothing being there is fine. */
export function refuseFile(dataDir: string): void {
  const found = firstFound(dataDir)
  if (statSync(found).isDirectory()) return
  const where = found === dataDir ? 'it' : found
  throw refusal(`Cannot use ${dataDir} as the data folder`, `${where} is a file`)
}

/** Makes the folder when it is missing. Fails with exit code 2 when that is impossible or nothing can be written in it. */
export function makeDataFolder(dataDir: string): void {
  refuseFile(dataDir)
  try {
    makeFolder(dataDir)
  } catch (cause) {
    throw refusal(`Cannot create the folder ${dataDir}`, cause)
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw refusal(`Cannot use ${dataDir} as the data folder`, cause)
  }
}
