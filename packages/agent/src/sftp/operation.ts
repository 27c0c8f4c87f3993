import { readlinkSync } from 'node:fs'
import type { Accounts } from './accounts.ts'
import type { OpenDirectoryStream } from './directory-stream.ts'
import type { OnFileEvent } from './file-event.ts'
import type { OpenHandles } from './open-handles.ts'
import type { PacketReader } from './packet-reader.ts'
import { statusCode } from './protocol.ts'
import type { ReplyWriter } from './reply-writer.ts'
import { SftpFailure } from './sftp-failure.ts'

/** What every operation works with; one per client. */
export interface SftpContext {
  readonly replies: ReplyWriter
  readonly handles: OpenHandles
  readonly accounts: Accounts
  readonly openDirectoryStream: OpenDirectoryStream
  readonly readOnly: boolean
  readonly onEvent: OnFileEvent | undefined
  /** Milliseconds since 1970. */
  readonly calendar: () => number
}

export interface Operation {
  /** Refused as a whole when the server is read-only. */
  readonly changes: boolean
  /** Reads its fields from the packet and gives exactly one answer, or throws what the answer is made of. */
  readonly serve: (context: SftpContext, id: number, packet: PacketReader) => void
}

export const reading = (serve: Operation['serve']): Operation => ({ changes: false, serve })
export const changing = (serve: Operation['serve']): Operation => ({ changes: true, serve })

/** Sizes and offsets above 2^53 are past the end of any file system; the kernel calls them invalid too. */
export function requireExact(bytes: number): number {
  if (!Number.isSafeInteger(bytes)) throw new SftpFailure(statusCode.badMessage)
  return bytes
}

/** The directory that relative paths start from, as bytes. */
export function currentDirectory(): Buffer {
  try {
    return readlinkSync('/proc/self/cwd', { encoding: 'buffer' })
  } catch {
    return Buffer.from(process.cwd())
  }
}
