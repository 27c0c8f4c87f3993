// An SFTP server (version 3) whose files are those of a container. One request after the other, in their order; writes to
// one file that follow each other go to the container together.
import type { ContainerFiles, OpenMode } from './container-files.ts'
import { OpenFiles, readOpen, writeOpen } from './open-files.ts'
import { answers, FileFailure, openFlag, PacketReader, packetType, statusCode } from './sftp-packets.ts'

const extensions = ['posix-rename@openssh.com', 'hardlink@openssh.com'] as const
const pathBytesMost = 4096
const readBytesMost = 256 * 1024
const writeTogetherBytes = 1024 * 1024
const namesTogether = 100
/** Before each packet. */
const lengthBytes = 4

export interface SftpServer {
  /** Serves the packet at the head of the queue, and those that go with it; packets are without their lengths. */
  serve(queue: Buffer[]): Promise<Served>
}

export interface Served {
  readonly answer: Buffer
  /** What was taken off the queue, with the lengths of packets. */
  readonly takenBytes: number
}

interface Context {
  readonly files: ContainerFiles
  readonly open: OpenFiles
  readonly path: (text: string) => string
}

type Serve = (context: Context, id: number, packet: PacketReader) => Promise<Buffer>

const done = (id: number): Buffer => answers.status(id, statusCode.ok, 'Success')

const openFile: Serve = async ({ files, open, path }, id, packet) => {
  const file = path(packet.text())
  const flags = packet.word()
  const has = (flag: number) => (flags & flag) !== 0
  const mode: OpenMode = {
    write: has(openFlag.write) || has(openFlag.append),
    create: has(openFlag.create),
    truncate: has(openFlag.truncate),
    exclusive: has(openFlag.create) && has(openFlag.exclusive),
    mode: packet.attributes().mode,
  }
  await files.open(file, mode)
  const endBytes = mode.write && (mode.truncate || mode.exclusive) ? 0 : undefined
  const append = has(openFlag.append)
  return answers.handle(id, open.add({ kind: 'file', path: file, append, endBytes, window: undefined, nextOffset: 0 }))
}

const readFile: Serve = async ({ files, open }, id, packet) => {
  const file = open.file(packet.text())
  const offset = packet.long()
  const bytes = await readOpen(files, file, offset, Math.min(packet.word(), readBytesMost))
  return bytes ? answers.data(id, bytes) : answers.status(id, statusCode.eof, 'End of file')
}

const openDirectory: Serve = async ({ files, open, path }, id, packet) => {
  const directory = path(packet.text())
  return answers.handle(id, open.add({ kind: 'directory', path: directory, left: await files.list(directory) }))
}

const readDirectory: Serve = async ({ open }, id, packet) => {
  const names = open.directory(packet.text()).left.splice(0, namesTogether)
  return names.length > 0 ? answers.names(id, names) : answers.status(id, statusCode.eof, 'End of directory')
}

const extended: Serve = async ({ files, path }, id, packet) => {
  const name = packet.text()
  if (name === 'posix-rename@openssh.com') await files.rename(path(packet.text()), path(packet.text()), true)
  else if (name === 'hardlink@openssh.com') await files.hardlink(path(packet.text()), path(packet.text()))
  else throw new FileFailure(statusCode.opUnsupported, 'Unsupported')
  return done(id)
}

const name = (id: number, text: string): Buffer =>
  answers.names(id, [{ name: text, line: text, attributes: undefined }])

const operations: Readonly<Record<number, Serve>> = {
  [packetType.open]: openFile,
  [packetType.close]: async ({ open }, id, packet) => {
    open.close(packet.text())
    return done(id)
  },
  [packetType.read]: readFile,
  [packetType.lstat]: async ({ files, path }, id, packet) =>
    answers.attributes(id, await files.stat(path(packet.text()), false)),
  [packetType.stat]: async ({ files, path }, id, packet) =>
    answers.attributes(id, await files.stat(path(packet.text()), true)),
  [packetType.fstat]: async ({ files, open }, id, packet) =>
    answers.attributes(id, await files.stat(open.get(packet.text()).path, true)),
  [packetType.setstat]: async ({ files, open, path }, id, packet) => {
    const file = path(packet.text())
    await files.setAttributes(file, packet.attributes())
    open.forget(file)
    return done(id)
  },
  [packetType.fsetstat]: async ({ files, open }, id, packet) => {
    const opened = open.get(packet.text())
    const attributes = packet.attributes()
    await files.setAttributes(opened.path, attributes)
    if (opened.kind === 'file' && attributes.sizeBytes !== undefined) {
      opened.endBytes = undefined
      open.forget(opened.path)
    }
    return done(id)
  },
  [packetType.opendir]: openDirectory,
  [packetType.readdir]: readDirectory,
  [packetType.remove]: async ({ files, path }, id, packet) => {
    await files.remove(path(packet.text()))
    return done(id)
  },
  [packetType.mkdir]: async ({ files, path }, id, packet) => {
    await files.makeDirectory(path(packet.text()), packet.attributes().mode)
    return done(id)
  },
  [packetType.rmdir]: async ({ files, path }, id, packet) => {
    await files.removeDirectory(path(packet.text()))
    return done(id)
  },
  [packetType.realpath]: async ({ files, path }, id, packet) => name(id, await files.realPath(path(packet.text()))),
  [packetType.rename]: async ({ files, path }, id, packet) => {
    await files.rename(path(packet.text()), path(packet.text()), false)
    return done(id)
  },
  [packetType.readlink]: async ({ files, path }, id, packet) => name(id, await files.readLink(path(packet.text()))),
  // OpenSSH's server takes the target first, against the draft, and so do its clients (PROTOCOL, section 4.1).
  [packetType.symlink]: async ({ files, path }, id, packet) => {
    await files.symlink(withoutNul(packet.text()), path(packet.text()))
    return done(id)
  },
  [packetType.extended]: extended,
}

function withoutNul(text: string): string {
  if (text.includes('\0')) throw new FileFailure(statusCode.noSuchFile, 'No such file')
  return text
}

interface Write {
  readonly id: number
  readonly handle: string
  readonly offset: number
  readonly bytes: Buffer
}

function parseWrite(packet: Buffer | undefined): Write | undefined {
  if (packet?.[0] !== packetType.write || packet.length < 5) return undefined
  const reader = new PacketReader(packet.subarray(1))
  try {
    return { id: reader.word(), handle: reader.text(), offset: reader.long(), bytes: reader.bytes() }
  } catch {
    return undefined
  }
}

/** `home` is where relative paths start from, in latin1. */
export function createSftpServer(files: ContainerFiles, home: string): SftpServer {
  const open = new OpenFiles()
  const path = (text: string): string => {
    if (text.length > pathBytesMost) throw new FileFailure(statusCode.failure, 'File name too long')
    const given = withoutNul(text)
    if (given.startsWith('/')) return given
    return given === '' ? home : `${home === '/' ? '' : home}/${given}`
  }

  const failed = (id: number, failure: unknown): Buffer => {
    if (failure instanceof FileFailure) return answers.status(id, failure.code, failure.message)
    throw failure
  }

  const write = async (first: Write, queue: Buffer[]): Promise<Buffer> => {
    const together = [first]
    let bytes = first.bytes.length
    for (let next = parseWrite(queue[0]); next; next = parseWrite(queue[0])) {
      const follows = next.handle === first.handle && next.offset === first.offset + bytes
      if (!follows || bytes + next.bytes.length > writeTogetherBytes) break
      together.push(next)
      bytes += next.bytes.length
      queue.shift()
    }
    const outcome = (answer: (id: number) => Buffer) => Buffer.concat(together.map(({ id }) => answer(id)))
    try {
      const file = open.file(first.handle)
      if (bytes > 0) await writeOpen(files, file, first.offset, Buffer.concat(together.map((one) => one.bytes)))
      open.forget(file.path)
      return outcome(done)
    } catch (failure) {
      return outcome((id) => failed(id, failure))
    }
  }

  const serveOne = async (packet: Buffer, queue: Buffer[]): Promise<Buffer> => {
    const type = packet[0] ?? 0
    if (type === packetType.init) return answers.version(extensions)
    const written = parseWrite(packet)
    if (written) return write(written, queue)
    const reader = new PacketReader(packet.subarray(1))
    const id = reader.word()
    const operation = operations[type]
    if (!operation) return answers.status(id, statusCode.opUnsupported, 'Unsupported')
    try {
      return await operation({ files, open, path }, id, reader)
    } catch (failure) {
      return failed(id, failure)
    }
  }

  return {
    serve: async (queue) => {
      const before = bytesOf(queue)
      const packet = queue.shift()
      if (!packet) return { answer: Buffer.alloc(0), takenBytes: 0 }
      // What arrives meanwhile does not count: it stands behind what is taken now.
      const waiting = queue.splice(0)
      const answering = serveOne(packet, waiting)
      const takenBytes = before - bytesOf(waiting)
      queue.unshift(...waiting)
      return { answer: await answering, takenBytes }
    },
  }
}

const bytesOf = (packets: readonly Buffer[]): number =>
  packets.reduce((bytes, packet) => bytes + lengthBytes + packet.length, 0)
