// The files and directories a client has open. A handle is a number that is never given twice, so a stale one is refused
// rather than meaning another file.
import { closeSync, readFileSync } from 'node:fs'
import type { DirectoryStream } from './directory-stream.ts'
import type { PacketReader } from './packet-reader.ts'
import { type StatusCode, statusCode } from './protocol.ts'
import { SftpFailure } from './sftp-failure.ts'

export interface OpenFile {
  readonly kind: 'file'
  readonly path: Buffer
  readonly descriptor: number
  readonly appends: boolean
  readBytes: number
  writtenBytes: number
}

export interface OpenDirectory {
  readonly kind: 'directory'
  readonly path: Buffer
  readonly stream: DirectoryStream
}

export type OpenEntry = OpenFile | OpenDirectory

/** Kept for the three standard streams, the runtime's own files, and look-ups in passing. */
const reservedDescriptors = 32
const mostHandles = 8192
const wordRange = 2 ** 32

/** How many handles this process may give out, from the limit on its open files. */
export function handleLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1]
    return limit === undefined ? mostHandles : Math.max(1, Math.min(mostHandles, Number(limit) - reservedDescriptors))
  } catch {
    return mostHandles
  }
}

export class OpenHandles implements Disposable {
  readonly limit: number
  readonly #entries = new Map<number, OpenEntry>()
  readonly #onClosed: (entry: OpenEntry, forced: boolean) => void
  #last = -1

  constructor(limit: number, onClosed: (entry: OpenEntry, forced: boolean) => void) {
    this.limit = limit
    this.#onClosed = onClosed
  }

  /** Fails before anything is opened that could not be kept. */
  requireRoom(): void {
    if (this.#entries.size >= this.limit) {
      throw new SftpFailure(statusCode.failure, `too many open handles: ${this.limit} is the limit`)
    }
  }

  add(entry: OpenEntry): number {
    do this.#last = (this.#last + 1) % wordRange
    while (this.#entries.has(this.#last))
    this.#entries.set(this.#last, entry)
    return this.#last
  }

  /** Reads a handle out of a request. Fails, with `missing`, where it does not name an open file. */
  getFile(packet: PacketReader, missing: StatusCode = statusCode.failure): OpenFile {
    const entry = this.#entries.get(readHandle(packet))
    if (entry?.kind !== 'file') throw new SftpFailure(missing, 'no such open file')
    return entry
  }

  /** Reads a handle out of a request. Fails where it does not name an open directory. */
  getDirectory(packet: PacketReader): OpenDirectory {
    const entry = this.#entries.get(readHandle(packet))
    if (entry?.kind !== 'directory') throw new SftpFailure(statusCode.failure, 'no such open directory')
    return entry
  }

  /** Reads a handle out of a request and closes what it names; the close's own failure is thrown after that. */
  close(packet: PacketReader): void {
    const handle = readHandle(packet)
    const entry = this.#entries.get(handle)
    // What OpenSSH answers to a handle it does not know.
    if (entry === undefined) throw new SftpFailure(statusCode.noSuchFile)
    this.#entries.delete(handle)
    this.#release(entry, false)
  }

  [Symbol.dispose](): void {
    for (const entry of this.#entries.values()) {
      try {
        this.#release(entry, true)
      } catch {
        // The client is gone: nobody is left to be told that the last bytes of a network file were lost.
      }
    }
    this.#entries.clear()
  }

  #release(entry: OpenEntry, forced: boolean): void {
    try {
      if (entry.kind === 'file') closeSync(entry.descriptor)
      else entry.stream[Symbol.dispose]()
    } finally {
      this.#onClosed(entry, forced)
    }
  }
}

/** Handles are four bytes; any other length is one that was never given out. */
function readHandle(packet: PacketReader): number {
  const handle = packet.string()
  return handle.length === 4 ? handle.readUInt32BE(0) : -1
}
