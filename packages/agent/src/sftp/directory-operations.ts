// Directories: sections 6.6 and 6.7 of the draft.
import { lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { readAttributes } from './attributes.ts'
import { longNameOf } from './long-name.ts'
import type { OpenDirectory } from './open-handles.ts'
import { changing, type Operation, reading, type SftpContext } from './operation.ts'
import type { PacketReader } from './packet-reader.ts'
import { maxListingBytes, statusCode } from './protocol.ts'
import { entryBytes, type NamedEntry } from './reply-writer.ts'
import { SftpFailure } from './sftp-failure.ts'

const defaultMode = 0o777
const slash = Buffer.from('/')
/** Twice the longest name that a file system of Linux has, and the rest of a line: no entry is larger. */
const largestEntryBytes = 4096

function opendir(context: SftpContext, id: number, packet: PacketReader): void {
  const path = Buffer.from(packet.path())
  context.handles.requireRoom()
  const stream = context.openDirectoryStream(path)
  context.replies.handle(id, context.handles.add({ kind: 'directory', path, stream }))
}

function describe(context: SftpContext, directory: OpenDirectory, name: Buffer): NamedEntry | undefined {
  try {
    const stats = lstatSync(Buffer.concat([directory.path, slash, name]), { bigint: true })
    const nowSeconds = Math.floor(context.calendar() / 1000)
    return { name, stats, longName: longNameOf(name, stats, context.accounts, nowSeconds) }
  } catch {
    // Removed since its name was read, or not to be looked at: OpenSSH leaves such a name out as well.
    return undefined
  }
}

function readdir(context: SftpContext, id: number, packet: PacketReader): void {
  const directory = context.handles.getDirectory(packet)
  const entries: NamedEntry[] = []
  for (let bytes = 0; bytes < maxListingBytes - largestEntryBytes;) {
    const name = directory.stream.next()
    if (name === undefined) break
    const entry = describe(context, directory, name)
    if (entry === undefined) continue
    entries.push(entry)
    bytes += entryBytes(entry)
  }
  if (entries.length === 0) throw new SftpFailure(statusCode.eof)
  context.replies.names(id, entries)
}

function mkdir(context: SftpContext, id: number, packet: PacketReader): void {
  const path = packet.path()
  const { mode = defaultMode } = readAttributes(packet)
  mkdirSync(path, mode)
  context.onEvent?.({ kind: 'mkdir', path })
  context.replies.status(id, statusCode.ok)
}

function rmdir(context: SftpContext, id: number, packet: PacketReader): void {
  const path = packet.path()
  rmdirSync(path)
  context.onEvent?.({ kind: 'rmdir', path })
  context.replies.status(id, statusCode.ok)
}

export const directoryOperations = {
  opendir: reading(opendir),
  readdir: reading(readdir),
  mkdir: changing(mkdir),
  rmdir: changing(rmdir),
} satisfies Record<string, Operation>
