// The agent as one file: how it is built from the sources, and whether a build is still what the sources say.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findBun } from './runtime.ts'

const execute = promisify(execFile)
export const agentMain: string = fileURLToPath(new URL('main.ts', import.meta.url))
const sourcePackages: readonly string[] = [
  '@sshore/agent',
  '@sshore/contract',
  '@sshore/client',
  '@sshore/link',
  '@sshore/docker',
]

/** Systems the agent is built for. Bun fetches the runtime of a target other than this machine's on first use. */
export const agentTargets = ['bun-linux-x64', 'bun-linux-arm64', 'bun-linux-x64-musl', 'bun-linux-arm64-musl'] as const
export type AgentTarget = (typeof agentTargets)[number]

async function sourceFiles(): Promise<string[]> {
  const { resolve: find } = createRequire(import.meta.url)
  const folders = sourcePackages.map((name) => dirname(find(name)))
  const lists = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true }))
        .filter((name) => /(?<!\.test)\.ts$/.test(name))
        .map((name) => join(folder, name)),
    ),
  )
  return lists.flat().toSorted()
}

/** Changes whenever a source of the agent or the runtime under it changes. */
async function sourceStamp(): Promise<string> {
  const hash = createHash('sha256').update(findBun())
  for (const file of await sourceFiles()) hash.update(`\0${file}\0`).update(await readFile(file))
  return hash.digest('hex')
}

const stampOf = (file: string): string => `${file}.stamp`

/** Whether `file` was built from the sources as they are now. */
export async function isAgentCurrent(file: string): Promise<boolean> {
  if (!existsSync(file)) return false
  const stamp = await readFile(stampOf(file), 'utf8').catch(() => '')
  return stamp === (await sourceStamp())
}

/**
 * Builds the agent into `file`, about 100 MB, in one to three seconds; for this machine unless a target is given.
 * The file is replaced as a whole, so that an agent which runs from it is not disturbed.
 */
export async function buildAgent(file: string, target?: AgentTarget): Promise<void> {
  const output = resolve(file)
  const fresh = `${output}.${randomBytes(6).toString('hex')}`
  const stamp = await sourceStamp()
  await mkdir(dirname(output), { recursive: true })
  const options = [
    '--compile',
    '--minify',
    '--bytecode',
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
  ]
  try {
    const chosen = target === undefined ? [] : [`--target=${target}`]
    await execute(findBun(), ['build', ...options, ...chosen, `--outfile=${fresh}`, agentMain], {
      cwd: dirname(output),
    })
    await rename(fresh, output)
    await writeFile(stampOf(output), stamp)
  } catch (failure) {
    await rm(fresh, { force: true })
    throw new Error('The agent could not be built', { cause: failure })
  }
}

/**
 * Command line that starts the agent: the built file when it is current, after building it when there is none or it is
 * stale; the sources under Bun when it cannot be built, which starts slower and needs more memory.
 */
export async function agentCommand(file: string): Promise<readonly string[]> {
  try {
    if (!(await isAgentCurrent(file))) await buildAgent(file)
    return [resolve(file)]
  } catch {
    return [findBun(), agentMain]
  }
}
