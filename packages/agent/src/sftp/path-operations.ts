// Files by their path: sections 6.5, 6.8 to 6.11 of the draft.
import { lstatSync, readlinkSync, statSync, symlinkSync, unlinkSync } from 'node:fs'
import { changePath } from './apply-attributes.ts'
import { readAttributes } from './attributes.ts'
import { changing, currentDirectory, type Operation, reading, type SftpContext } from './operation.ts'
import type { PacketReader } from './packet-reader.ts'
import { statusCode } from './protocol.ts'
import { realPath } from './real-path.ts'
import { renameWithoutReplacing } from './rename.ts'

function stat(context: SftpContext, id: number, packet: PacketReader): void {
  context.replies.attributes(id, statSync(packet.path(), { bigint: true }))
}

function lstat(context: SftpContext, id: number, packet: PacketReader): void {
  context.replies.attributes(id, lstatSync(packet.path(), { bigint: true }))
}

function setstat(context: SftpContext, id: number, packet: PacketReader): void {
  const path = packet.path()
  changePath(path, readAttributes(packet))
  context.onEvent?.({ kind: 'setstat', path })
  context.replies.status(id, statusCode.ok)
}

function remove(context: SftpContext, id: number, packet: PacketReader): void {
  const path = packet.path()
  unlinkSync(path)
  context.onEvent?.({ kind: 'remove', path })
  context.replies.status(id, statusCode.ok)
}

function rename(context: SftpContext, id: number, packet: PacketReader): void {
  const from = packet.path()
  const to = packet.path()
  renameWithoutReplacing(from, to)
  context.onEvent?.({ kind: 'rename', from, to })
  context.replies.status(id, statusCode.ok)
}

function readlink(context: SftpContext, id: number, packet: PacketReader): void {
  context.replies.path(id, readlinkSync(packet.path(), { encoding: 'buffer' }))
}

function symlink(context: SftpContext, id: number, packet: PacketReader): void {
  // The draft has the link first, but OpenSSH took them the other way round, and every client followed it.
  const target = packet.path()
  const link = packet.path()
  symlinkSync(target, link)
  context.onEvent?.({ kind: 'symlink', from: target, to: link })
  context.replies.status(id, statusCode.ok)
}

function realpath(context: SftpContext, id: number, packet: PacketReader): void {
  context.replies.path(id, realPath(packet.pathOrNone(), currentDirectory()))
}

export const pathOperations = {
  stat: reading(stat),
  lstat: reading(lstat),
  setstat: changing(setstat),
  remove: changing(remove),
  rename: changing(rename),
  readlink: reading(readlink),
  symlink: changing(symlink),
  realpath: reading(realpath),
} satisfies Record<string, Operation>
