// The data folder: whose it is, whether there is room, what is in it, and when it was saved last.
import { readdir, readFile, stat, statfs } from 'node:fs/promises'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bad, type Finding, good, warning } from '@sshore/agent'
import { nativeCiphers } from '@sshore/gateway'
import { othersMask, serverKeyName } from '@sshore/server/key-file'
import { databaseName } from '../backup/create-backup.ts'
import { checkDatabase } from '../backup/database-copy.ts'
import { readLastBackup } from '../backup/last-backup.ts'
import type { Config } from '../config/variables.ts'

const millisecondsPerDay = 86_400_000
const oldBackupDays = 7
const tightBytes = 1_000_000_000
const scarceBytes = 200_000_000
const fewOpenFiles = 4096

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

async function folderFindings({ dataDir }: Config): Promise<Finding[]> {
  const found = await stat(dataDir).catch(() => undefined)
  if (!found?.isDirectory()) {
    return [bad('data', `there is no folder ${dataDir}`, 'Start the server once, or name its folder with --data-dir.')]
  }
  const loose = (found.mode & othersMask) !== 0
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const room =
    free < scarceBytes
      ? bad('disk', `${megabytes(free)} free`, 'Make room at once: a full disk stops the server from keeping anything.')
      : free < tightBytes
        ? warning('disk', `${megabytes(free)} free`, 'Make room soon.')
        : good('disk', `${megabytes(free)} free`)
  return [
    loose ? bad('data', `${dataDir} is open to other users`, `Close it: chmod 700 ${dataDir}`) : good('data', dataDir),
    room,
  ]
}

async function keyFindings({ dataDir }: Config): Promise<Finding[]> {
  const hostKeys = await readdir(join(dataDir, 'host-keys')).catch(() => [])
  const paths = [serverKeyName, ...hostKeys.map((name) => join('host-keys', name))]
  const open: string[] = []
  for (const path of paths) {
    const found = await stat(join(dataDir, path)).catch(() => undefined)
    if (found?.isFile() && (found.mode & othersMask) !== 0) open.push(path)
  }
  if (open.length > 0) {
    return [bad('keys', `others can read ${open.join(', ')}`, `Close them: chmod 600 ${open.join(' ')}`)]
  }
  if (hostKeys.length === 0) return [warning('keys', 'there are no host keys yet', 'The first start makes them.')]
  return [good('keys', 'nobody else reads them')]
}

/** Of the embedded database; without opening it for writing. */
async function databaseFindings({ dataDir, databaseUrl }: Config): Promise<Finding[]> {
  if (databaseUrl !== undefined) return []
  const path = join(dataDir, databaseName)
  const found = await stat(path).catch(() => undefined)
  if (!found) return [warning('database', 'there is none yet', 'The first start makes it.')]
  try {
    checkDatabase(path)
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      const row = database.prepare('select max(number) as latest from schema_migrations').get()
      return [good('database', `whole, ${megabytes(found.size)}, schema ${String(row?.['latest'])}`)]
    } finally {
      database.close()
    }
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error)
    return [bad('database', says, 'Stop the server, keep a copy of the folder, and restore the last backup.')]
  }
}

async function backupFinding({ dataDir }: Config, now: Date): Promise<Finding> {
  const last = await readLastBackup(dataDir)
  if (!last) return warning('backup', 'none was made with "sshore backup"', 'Make one, and then regularly.')
  const days = Math.floor((now.getTime() - last.getTime()) / millisecondsPerDay)
  if (days <= oldBackupDays) return good('backup', `the last one is of ${last.toISOString().slice(0, 10)}`)
  return warning('backup', `the last one is ${days} days old`, 'Make one with "sshore backup", regularly.')
}

/** Memory that programs can still have (proc(5)), else what nobody uses at all. */
async function memoryFinding(): Promise<Finding> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  const kibibytes = Number(/^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1] ?? '')
  const available = kibibytes > 0 ? kibibytes * 1024 : freemem()
  const says = `${megabytes(available)} available`
  return available < scarceBytes ? warning('memory', says, 'Leave the server 200 MB and more.') : good('memory', says)
}

/** Each link and each session takes one; a service of systemd has a limit of its own. */
async function filesFinding(): Promise<Finding> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const most = Number(/^Max open files\s+(\d+)/m.exec(text)?.[1] ?? Number.NaN)
  if (Number.isNaN(most) || most >= fewOpenFiles) {
    return good('open files', Number.isNaN(most) ? 'no limit' : `up to ${most}`)
  }
  const advice = 'Raise it where the server is started: ulimit -n 65536, or LimitNOFILE= in its unit.'
  return warning('open files', `no more than ${most}, one for each device and session`, advice)
}

/** Of this command, which are those of a server that is started from the same files. */
function cipherFinding(): Finding {
  if (nativeCiphers) return good('ciphers', 'native')
  const advice = 'Build them where the server is installed: npm rebuild @sshore/ssh-transport (needs a C++ compiler).'
  return warning('ciphers', 'not native: copies over SSH are slower', advice)
}

export async function dataFindings(config: Config, now: Date): Promise<Finding[]> {
  const folder = await folderFindings(config)
  const machine = [await memoryFinding(), await filesFinding(), cipherFinding()]
  if (folder.some(({ about, outcome }) => about === 'data' && outcome === 'bad' && folder.length === 1)) {
    return [...folder, ...machine]
  }
  return [
    ...folder,
    ...(await keyFindings(config)),
    ...(await databaseFindings(config)),
    await backupFinding(config, now),
    ...machine,
  ]
}
