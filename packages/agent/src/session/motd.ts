// The message of the day, as pam_motd(8) shows it where Debian's PAM configuration asks for it.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const dynamicFile = '/run/motd.dynamic'
/** The first that is there is shown. */
const staticFiles: readonly string[] = ['/etc/motd', '/run/motd', '/usr/lib/motd']
/** Files of the same name hide those of later folders. */
const folders: readonly string[] = ['/etc/motd.d', '/run/motd.d', '/usr/lib/motd.d']
const updateScripts = '/etc/update-motd.d'
/** What pam_motd shows at most. */
const shownBytes = 0x1_00_00
/** A script of the device that hangs must not keep people out. */
const updateSeconds = 10
const updateEnvironment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }

/** A file's text, with the line ended; nothing where it is missing, empty or too large. */
function shown(path: string): string {
  try {
    const { size } = statSync(path)
    if (size === 0 || size > shownBytes) return ''
    return readFileSync(path, 'utf8').replace(/\n?$/, '\n')
  } catch {
    return ''
  }
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function fromFolders(): string {
  const paths = new Map<string, string>()
  for (const folder of folders.toReversed()) for (const name of filesOf(folder)) paths.set(name, join(folder, name))
  return [...paths.keys()]
    .toSorted()
    .map((name) => shown(paths.get(name) ?? ''))
    .join('')
}

function runScripts(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { timeout: updateSeconds * 1000, env: updateEnvironment, maxBuffer: shownBytes, cwd: '/' }
    execFile('run-parts', ['--lsbsysinit', updateScripts], options, (failure, output) =>
      resolve(failure ? undefined : output),
    )
  })
}

/** Runs the device's scripts for the message, as PAM does at each login; only root may. */
async function update(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync(updateScripts)) return
  const text = await runScripts()
  if (text === undefined) return
  // Two logins at once must not write into one another's file.
  const fresh = `${dynamicFile}.${crypto.randomUUID()}`
  await writeFile(fresh, text, { mode: 0o644 })
  await rename(fresh, dynamicFile)
}

/** Never fails: a login goes on without a message. */
export async function messageOfTheDay(): Promise<string> {
  await update().catch(() => undefined)
  const first = staticFiles.find((path) => existsSync(path))
  return shown(dynamicFile) + (first === undefined ? '' : shown(first)) + fromFolders()
}
