// When the last backup of a data folder was made, for `sshore doctor`.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface LastBackup {
  readonly at: string
  readonly folder: string
}

const pathIn = (dataDir: string): string => join(dataDir, 'last-backup.json')

export const writeLastBackup = (dataDir: string, last: LastBackup): Promise<void> =>
  writeFile(pathIn(dataDir), `${JSON.stringify(last)}\n`, { mode: 0o600 })

/** When that was; undefined when none is known. */
export async function readLastBackup(dataDir: string): Promise<Date | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(pathIn(dataDir), 'utf8'))
    if (typeof value !== 'object' || value === null || !('at' in value)) return undefined
    const at = new Date(String(value.at))
    return Number.isNaN(at.getTime()) ? undefined : at
  } catch {
    return undefined
  }
}
