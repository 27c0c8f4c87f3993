// One running server per data folder. SQLite's own file lock does it: the kernel frees it however the process ends, so there is
// never a stale lock to clean up, unlike with a pid file.
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { othersMask } from '@sshore/server/key-file'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

/** The folder's mode is what guards the control socket between its making and its chmod, and the lock file altogether. */
function refuseOpenFolder(dataDir: string): void {
  if ((statSync(dataDir).mode & othersMask) === 0) return
  const message = `The data folder ${dataDir} is open to other users; close it with: chmod 700 ${dataDir}`
  throw new CommandFailure(exitCodes.failed, 'data_folder_open', message)
}

/** Fails with exit code 4 when another server holds the folder, and with 1 when users other than its owner may enter it. */
export function lockDataFolder(dataDir: string): Disposable {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  refuseOpenFolder(dataDir)
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    const message = `Another server runs on ${dataDir}. Stop it first, or choose another folder with SSHORE_DATA_DIR or --data-dir.`
    throw new CommandFailure(exitCodes.conflict, 'data_folder_in_use', message, { cause })
  }
  return { [Symbol.dispose]: () => lock.close() }
}
