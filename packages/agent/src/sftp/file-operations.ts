// Open files: section 6.3, 6.4 and parts of 6.8 and 6.9 of the draft.
import { constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { changeDescriptor } from './apply-attributes.ts'
import { readAttributes } from './attributes.ts'
import { changing, type Operation, reading, requireExact, type SftpContext } from './operation.ts'
import type { PacketReader } from './packet-reader.ts'
import { maxTransferBytes, openFlag, statusCode } from './protocol.ts'
import { SftpFailure } from './sftp-failure.ts'

const defaultMode = 0o666

function openFlagsOf(flags: number): number {
  const both = openFlag.read | openFlag.write
  const access =
    (flags & both) === both ? constants.O_RDWR : flags & openFlag.write ? constants.O_WRONLY : constants.O_RDONLY
  return (
    access |
    (flags & openFlag.append ? constants.O_APPEND : 0) |
    (flags & openFlag.create ? constants.O_CREAT : 0) |
    (flags & openFlag.truncate ? constants.O_TRUNC : 0) |
    (flags & openFlag.exclusive ? constants.O_EXCL : 0) |
    // This program leads its session, and a terminal that it merely opens must not become its own.
    constants.O_NOCTTY
  )
}

const changingFlags = openFlag.write | openFlag.create | openFlag.truncate

function open(context: SftpContext, id: number, packet: PacketReader): void {
  const path = Buffer.from(packet.path())
  const flags = packet.word()
  const { mode = defaultMode } = readAttributes(packet)
  if (context.readOnly && flags & changingFlags) throw new SftpFailure(statusCode.permissionDenied)
  context.handles.requireRoom()
  const descriptor = openSync(path, openFlagsOf(flags), mode)
  const appends = (flags & openFlag.append) !== 0
  const handle = context.handles.add({ kind: 'file', path, descriptor, appends, readBytes: 0, writtenBytes: 0 })
  context.onEvent?.({ kind: 'open', path, writes: (flags & openFlag.write) !== 0 })
  context.replies.handle(id, handle)
}

function close(context: SftpContext, id: number, packet: PacketReader): void {
  context.handles.close(packet)
  context.replies.status(id, statusCode.ok)
}

function read(context: SftpContext, id: number, packet: PacketReader): void {
  const file = context.handles.getFile(packet)
  const offset = requireExact(packet.long())
  const limit = Math.min(packet.word(), maxTransferBytes)
  if (limit === 0) return context.replies.emptyData(id)
  const length = context.replies.data(id, limit, (bytes, at, limit) =>
    readSync(file.descriptor, bytes, at, limit, offset),
  )
  file.readBytes += length
  if (length === 0) context.replies.status(id, statusCode.eof)
}

function write(context: SftpContext, id: number, packet: PacketReader): void {
  const file = context.handles.getFile(packet)
  const offset = requireExact(packet.long())
  const bytes = packet.string()
  for (let done = 0; done < bytes.length;) {
    const position = file.appends ? null : offset + done
    const length = writeSync(file.descriptor, bytes, done, bytes.length - done, position)
    file.writtenBytes += length
    done += length
  }
  context.replies.status(id, statusCode.ok)
}

function fstat(context: SftpContext, id: number, packet: PacketReader): void {
  const file = context.handles.getFile(packet)
  context.replies.attributes(id, fstatSync(file.descriptor, { bigint: true }))
}

function fsetstat(context: SftpContext, id: number, packet: PacketReader): void {
  const file = context.handles.getFile(packet)
  changeDescriptor(file.descriptor, readAttributes(packet))
  context.onEvent?.({ kind: 'setstat', path: file.path })
  context.replies.status(id, statusCode.ok)
}

export const fileOperations = {
  open: reading(open),
  close: reading(close),
  read: reading(read),
  write: changing(write),
  fstat: reading(fstat),
  fsetstat: changing(fsetstat),
} satisfies Record<string, Operation>
