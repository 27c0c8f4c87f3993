// One running server per data folder. SQLite's own file lock does it: the kernel frees it however the process ends, so there is
// never a stale lock to clean up, unlike with a pid file.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

/** Fails with exit code 4 when another server holds the folder. */
export function lockDataFolder(dataDir: string): Disposable {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    const message = `Another server runs on ${dataDir}. Stop it first, or choose another folder with SSHORE_DATA_DIR.`
    throw new CommandFailure(exitCodes.conflict, 'data_folder_in_use', message, { cause })
  }
  return { [Symbol.dispose]: () => lock.close() }
}
