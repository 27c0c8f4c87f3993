import { chmod, open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

/**
 * Writes the database as it is at one moment into a new file, while others go on writing. `VACUUM INTO` reads in one transaction;
 * SQLite's own backup API would begin anew at each write of another process (https://www.sqlite.org/backup.html).
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { timeout: 5000 })
  try {
    database.prepare('vacuum into ?').run(to)
  } finally {
    database.close()
  }
  await chmod(to, 0o600)
  const file = await open(to, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Fails with exit code 1 when the file is no whole database. */
export function checkDatabase(path: string): void {
  const fail = (what: string, cause?: unknown): never => {
    throw new CommandFailure(exitCodes.failed, 'database_damaged', `The database ${path} is damaged: ${what}.`, {
      cause,
    })
  }
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { readOnly: true })
    const answers = database.prepare('pragma integrity_check').all()
    const text = answers.map((row) => String(row['integrity_check'])).join('; ')
    if (text !== 'ok') fail(text.slice(0, 500))
    const broken = database.prepare('pragma foreign_key_check').all()
    if (broken.length > 0) fail(`${broken.length} rows refer to nothing`)
  } catch (cause) {
    if (cause instanceof CommandFailure) throw cause
    fail(cause instanceof Error ? cause.message : String(cause), cause)
  } finally {
    database?.close()
  }
}
