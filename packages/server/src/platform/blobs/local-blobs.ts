import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Blobs, BlobsUnavailable } from './blobs.ts'

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function opened(path: string, offset: number): Promise<FileHandle> {
  if (offset > 0) return open(path, 'r+')
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return open(path, 'w', 0o600)
}

async function writeAt(file: FileHandle, offset: number, bytes: Uint8Array): Promise<void> {
  await file.truncate(offset)
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, offset + done)
    done += bytesWritten
  }
}

const telling = <Result>(run: Promise<Result>): Promise<Result> =>
  run.catch((error: unknown) => {
    throw new BlobsUnavailable(error)
  })

/** Files of mode 0600 under `folder`, readable by its owner alone. Names are paths of ours, never of a request. */
export function localBlobs(folder: string): Blobs {
  const write: Blobs['write'] = async (name, offset, bytes, durable) => {
    await using file = await opened(join(folder, name), offset)
    try {
      await writeAt(file, offset, bytes)
      if (durable) await file.datasync()
    } catch (error) {
      // A full disk takes a part; the next attempt cuts it off too, but readers should not see it meanwhile.
      await file.truncate(offset).catch(() => undefined)
      throw error
    }
  }
  const read: Blobs['read'] = async (name, offset, most) => {
    try {
      await using file = await open(join(folder, name), 'r')
      const buffer = Buffer.allocUnsafe(most)
      const { bytesRead } = await file.read(buffer, 0, most, offset)
      return buffer.subarray(0, bytesRead)
    } catch (error) {
      if (isMissing(error)) return new Uint8Array()
      throw error
    }
  }
  const remove: Blobs['remove'] = async (prefix) => {
    const path = join(folder, prefix)
    if (prefix.endsWith('/')) return rm(path, { recursive: true, force: true })
    const names = await readdir(dirname(path)).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    const gone = names.filter((name) => name.startsWith(basename(path)))
    await Promise.all(gone.map((name) => rm(join(dirname(path), name), { recursive: true, force: true })))
    return undefined
  }
  return {
    write: (...words) => telling(write(...words)),
    read: (...words) => telling(read(...words)),
    compact: () => Promise.resolve(),
    remove: (...words) => telling(remove(...words)),
  }
}
