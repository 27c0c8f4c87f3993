// Builds the web console when its sources have changed since the last time.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fingerprintOf } from './fingerprint.ts'

const sources = [
  'packages/console/src',
  'packages/console/index.html',
  'packages/console/vite.config.ts',
  'packages/console/compressed-files.ts',
  'packages/console/contract-for-browsers.ts',
  'packages/console/package.json',
  'packages/contract/src',
  'packages/client/src',
  'package-lock.json',
]

function run(program: string, argv: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const said: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`The build of the console failed:\n${Buffer.concat(said).toString().trim()}`))
    })
  })
}

/** Swapped in whole, so that a server that starts meanwhile never serves half a build. */
async function replace(dir: string, fresh: string): Promise<void> {
  const old = `${dir}.${process.pid}.old`
  await rename(dir, old).catch(() => undefined)
  await rename(fresh, dir)
  await rm(old, { recursive: true, force: true })
}

/**
 * Makes sure that `packages/console/dist` is what the sources say and tells where it is. `onBuild` is called before a build,
 * which takes a few seconds. Undefined when this installation carries no console.
 */
export async function ensureConsole(root: string, onBuild: () => void): Promise<string | undefined> {
  const folder = join(root, 'packages/console')
  const dir = join(folder, 'dist')
  if (!existsSync(join(folder, 'index.html'))) return existsSync(dir) ? dir : undefined
  const fingerprint = fingerprintOf(
    root,
    sources.filter((path) => existsSync(join(root, path))),
  )
  const stamp = join(dir, '.fingerprint')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return dir
  onBuild()
  const fresh = `${dir}.${process.pid}.new`
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  try {
    await run(process.execPath, [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], folder)
    await writeFile(join(fresh, '.fingerprint'), fingerprint)
    await replace(dir, fresh)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return dir
}
