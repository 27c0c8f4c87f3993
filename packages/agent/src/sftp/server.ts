import { Accounts } from './accounts.ts'
import { loadDirectoryStreams } from './directory-stream.ts'
import { directoryOperations } from './directory-operations.ts'
import { extensions } from './extensions.ts'
import { failedWith, statusOf } from './failures.ts'
import type { OnFileEvent } from './file-event.ts'
import { fileOperations } from './file-operations.ts'
import { handleLimit, type OpenEntry, OpenHandles } from './open-handles.ts'
import type { Operation, SftpContext } from './operation.ts'
import { BrokenStream, PacketInput } from './packet-input.ts'
import { MalformedPacket, type PacketReader } from './packet-reader.ts'
import { pathOperations } from './path-operations.ts'
import { packetType, statusCode } from './protocol.ts'
import { ReplyWriter } from './reply-writer.ts'
import { SftpFailure } from './sftp-failure.ts'

export interface SftpServerOptions {
  /** Descriptors of the client's stream, blocking ones; standard input and output by default. */
  readonly input?: number
  readonly output?: number
  /** Refuses whatever would change a file. */
  readonly readOnly?: boolean
  /** Takes one line about a stream that made no sense. Nothing else is logged. */
  readonly log?: (line: string) => void
  readonly onEvent?: OnFileEvent
  /** Milliseconds since 1970; listings show recent times differently. */
  readonly calendar?: () => number
}

const exitCode = { ended: 0, brokenStream: 1 } as const

const operations: ReadonlyMap<number, Operation> = new Map([
  [packetType.open, fileOperations.open],
  [packetType.close, fileOperations.close],
  [packetType.read, fileOperations.read],
  [packetType.write, fileOperations.write],
  [packetType.lstat, pathOperations.lstat],
  [packetType.fstat, fileOperations.fstat],
  [packetType.setstat, pathOperations.setstat],
  [packetType.fsetstat, fileOperations.fsetstat],
  [packetType.opendir, directoryOperations.opendir],
  [packetType.readdir, directoryOperations.readdir],
  [packetType.remove, pathOperations.remove],
  [packetType.mkdir, directoryOperations.mkdir],
  [packetType.rmdir, directoryOperations.rmdir],
  [packetType.realpath, pathOperations.realpath],
  [packetType.stat, pathOperations.stat],
  [packetType.rename, pathOperations.rename],
  [packetType.readlink, pathOperations.readlink],
  [packetType.symlink, pathOperations.symlink],
])

function findOperation(type: number, packet: PacketReader): Operation | undefined {
  return type === packetType.extended ? extensions.get(packet.text())?.operation : operations.get(type)
}

function serveRequest(context: SftpContext, type: number, id: number, packet: PacketReader): void {
  try {
    const operation = findOperation(type, packet)
    if (operation === undefined) throw new SftpFailure(statusCode.opUnsupported)
    if (operation.changes && context.readOnly) throw new SftpFailure(statusCode.permissionDenied)
    operation.serve(context, id, packet)
  } catch (failure) {
    const { status, message } = statusOf(failure)
    context.replies.status(id, status, message)
  }
}

/** Serves until the client ends its stream. Throws where the stream makes no sense, or the client is gone. */
function serveStream(context: SftpContext, input: PacketInput): void {
  const flush = () => context.replies.flush()
  let greeted = false
  for (let packet = input.next(flush); packet !== undefined; packet = input.next(flush)) {
    const type = packet.byte()
    if (type === packetType.init) {
      greeted = true
      // The client's version and extensions do not matter: version 3 is all there is, and no extension needs its consent.
      packet.word()
      context.replies.version(Array.from(extensions, ([name, { revision }]) => [name, revision] as const))
    } else if (greeted) {
      serveRequest(context, type, packet.word(), packet)
    } else {
      throw new BrokenStream(`a packet of type ${type} came before INIT`)
    }
    context.replies.flushWhenFull()
  }
  flush()
}

function closingEvent(entry: OpenEntry, forced: boolean, onEvent: OnFileEvent | undefined): void {
  if (entry.kind === 'directory') return
  const { path, readBytes, writtenBytes } = entry
  onEvent?.({ kind: 'close', path, readBytes, writtenBytes, forced })
}

/**
 * Serves SFTP version 3 (draft-ietf-secsh-filexfer-02 with OpenSSH's extensions) with the rights, the umask and the current
 * directory of this process, until the client ends its stream. It blocks the thread while it waits, so it wants a process
 * of its own. Resolves with the exit code: 0 after an orderly end, 1 after a stream that is not SFTP.
 */
export async function runSftpServer(options: SftpServerOptions = {}): Promise<number> {
  const { input = 0, output = 1, readOnly = false, log, onEvent, calendar = Date.now } = options
  const openDirectoryStream = await loadDirectoryStreams()
  using handles = new OpenHandles(handleLimit(), (entry, forced) => closingEvent(entry, forced, onEvent))
  const replies = new ReplyWriter(output)
  const accounts = new Accounts()
  try {
    serveStream(
      { replies, handles, accounts, openDirectoryStream, readOnly, onEvent, calendar },
      new PacketInput(input),
    )
    return exitCode.ended
  } catch (failure) {
    if (failedWith(failure, 'EPIPE', 'ECONNRESET')) return exitCode.ended
    if (!(failure instanceof BrokenStream || failure instanceof MalformedPacket)) throw failure
    log?.(`sftp: ${failure.message}`)
    return exitCode.brokenStream
  }
}
