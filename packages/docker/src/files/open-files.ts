// Handles of one SFTP client: files with what was read ahead of them, and directories with what is left to tell of them.
import type { ContainerFiles } from './container-files.ts'
import { FileFailure, type NamedFile, statusCode } from './sftp-packets.ts'

/** What is written to a file so far at its end, where that is known: only then bytes can be appended. */
export interface OpenFile {
  readonly kind: 'file'
  readonly path: string
  readonly append: boolean
  endBytes: number | undefined
  /** Read ahead. */
  window: { readonly offset: number; readonly bytes: Buffer } | undefined
  /** Where a reader that goes on would read next. */
  nextOffset: number
}

export interface OpenDirectory {
  readonly kind: 'directory'
  readonly path: string
  readonly left: NamedFile[]
}

const handlesMost = 256
const noHandle = () => new FileFailure(statusCode.failure, 'No such handle')

export class OpenFiles {
  readonly #open = new Map<string, OpenFile | OpenDirectory>()
  #last = 0

  add(opened: OpenFile | OpenDirectory): string {
    if (this.#open.size >= handlesMost) throw new FileFailure(statusCode.failure, 'Too many open files')
    this.#last += 1
    const handle = String(this.#last)
    this.#open.set(handle, opened)
    return handle
  }

  get(handle: string): OpenFile | OpenDirectory {
    const found = this.#open.get(handle)
    if (!found) throw noHandle()
    return found
  }

  file(handle: string): OpenFile {
    const found = this.get(handle)
    if (found.kind !== 'file') throw noHandle()
    return found
  }

  directory(handle: string): OpenDirectory {
    const found = this.get(handle)
    if (found.kind !== 'directory') throw noHandle()
    return found
  }

  close(handle: string): void {
    if (!this.#open.delete(handle)) throw noHandle()
  }

  /** What was read ahead of a file is not what it holds any more. */
  forget(path: string): void {
    for (const opened of this.#open.values()) {
      if (opened.kind === 'file' && opened.path === path) opened.window = undefined
    }
  }
}

/** Undefined at the end of the file. Less than asked for only there. */
export async function readOpen(
  files: ContainerFiles,
  file: OpenFile,
  offset: number,
  length: number,
): Promise<Buffer | undefined> {
  const within = (window: OpenFile['window']) =>
    window && offset >= window.offset
      ? window.bytes.subarray(offset - window.offset, offset - window.offset + length)
      : undefined
  let bytes = within(file.window)
  // A part at the end of what was read may be followed by more in the file.
  if (bytes === undefined || bytes.length < length) {
    file.window = await files.read(file.path, offset, length, offset === file.nextOffset)
    bytes = within(file.window)
  }
  if (bytes === undefined || bytes.length === 0) return undefined
  file.nextOffset = offset + bytes.length
  return bytes
}

export async function writeOpen(files: ContainerFiles, file: OpenFile, offset: number, bytes: Buffer): Promise<void> {
  file.window = undefined
  const atEnd = file.append || file.endBytes === offset
  const end = file.endBytes
  // Unknown while it is not certain how much of it arrived.
  file.endBytes = undefined
  await files.write(file.path, atEnd ? 'end' : offset, bytes)
  file.endBytes = atEnd ? offset + bytes.length : end !== undefined && offset + bytes.length <= end ? end : undefined
}
