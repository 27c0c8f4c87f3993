// The folder that makes a device the device it is: its key and the namespace it joined. Nobody else may look in.
import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'

const folderMode = 0o700
const fileMode = 0o600

export interface StateFolder {
  readonly path: string
  /** Text of a file, or undefined when it is not there. Fails when others could have read or changed it. */
  find(name: string): Promise<string | undefined>
  /** Replaces a file as a whole; after a crash the old or the new one is there. */
  replace(name: string, text: string): Promise<void>
  /** Makes a file only where there is none yet; false when another process was first. */
  create(name: string, text: string): Promise<boolean>
}

/** Root's state belongs to the system; a user's to the user (XDG base directory specification). */
export function defaultStateFolder(options: {
  readonly isRoot: boolean
  readonly home: string
  readonly xdgStateHome: string | undefined
}): string {
  if (options.isRoot) return '/var/lib/sshore-agent'
  return join(options.xdgStateHome || join(options.home, '.local', 'state'), 'sshore-agent')
}

const hasCode = (failure: unknown, code: string): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === code

/** Whether users other than the owner may do anything with it. */
export const isOpenToOthers = ({ mode }: { readonly mode: number }): boolean => (mode & 0o077) !== 0

async function refuseLoose(path: string, repair: string): Promise<void> {
  const found = await stat(path)
  const { uid } = found
  const own = process.getuid?.() ?? uid
  if (uid !== own) {
    throw new Error(`${path} belongs to another user (uid ${uid}); remove it, or choose another --data-dir`)
  }
  if (isOpenToOthers(found)) {
    throw new Error(`${path} is open to other users; close it with: chmod ${repair} ${path}`)
  }
}

/** Writes and syncs a file beside the real one, under a name nobody can foresee. */
async function writeAside(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
  const file = await open(path, 'wx', fileMode)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  return path
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: folderMode })
  } catch (cause) {
    throw new Error(`cannot make the folder ${path}; choose another one with --data-dir`, { cause })
  }
}

/** Opens the folder, making it where it is missing. */
export async function openStateFolder(path: string): Promise<StateFolder> {
  await makeFolder(path)
  await refuseLoose(path, '700')
  return {
    path,
    find: async (name) => {
      const file = join(path, name)
      try {
        await refuseLoose(file, '600')
        return await readFile(file, 'utf8')
      } catch (failure) {
        if (hasCode(failure, 'ENOENT')) return undefined
        throw failure
      }
    },
    replace: async (name, text) => {
      await rename(await writeAside(path, name, text), join(path, name))
    },
    create: async (name, text) => {
      const aside = await writeAside(path, name, text)
      try {
        await link(aside, join(path, name))
        return true
      } catch (failure) {
        if (hasCode(failure, 'EEXIST')) return false
        throw failure
      } finally {
        await unlink(aside)
      }
    },
  }
}
