// EXTENDED requests, by name and revision as VERSION announces them (OpenSSH's PROTOCOL, section 4).
import { fsyncSync, linkSync, renameSync } from 'node:fs'
import { expandPath, homeDirectory, usersGroupsById } from './account-extensions.ts'
import { changeLink } from './apply-attributes.ts'
import { readAttributes } from './attributes.ts'
import { copyData } from './copy-data.ts'
import { changing, type Operation, reading } from './operation.ts'
import { maxPacketBytes, maxTransferBytes, statusCode } from './protocol.ts'
import { fileSystemNumbers, fileSystemNumbersOf } from './statvfs.ts'

interface Extension {
  readonly revision: string
  readonly operation: Operation
}

const posixRename = changing((context, id, packet) => {
  const from = packet.path()
  const to = packet.path()
  renameSync(from, to)
  context.onEvent?.({ kind: 'rename', from, to })
  context.replies.status(id, statusCode.ok)
})

const hardlink = changing((context, id, packet) => {
  const from = packet.path()
  const to = packet.path()
  linkSync(from, to)
  context.onEvent?.({ kind: 'hardlink', from, to })
  context.replies.status(id, statusCode.ok)
})

const statvfs = reading((context, id, packet) => context.replies.extended(id, fileSystemNumbers(packet.path())))

const fstatvfs = reading((context, id, packet) => {
  const file = context.handles.getFile(packet)
  context.replies.extended(id, fileSystemNumbersOf(file.descriptor, file.path))
})

const fsync = reading((context, id, packet) => {
  // The one request where OpenSSH has this status for a handle it does not know.
  fsyncSync(context.handles.getFile(packet, statusCode.noSuchFile).descriptor)
  context.replies.status(id, statusCode.ok)
})

const lsetstat = changing((context, id, packet) => {
  const path = packet.path()
  changeLink(path, readAttributes(packet))
  context.onEvent?.({ kind: 'setstat', path })
  context.replies.status(id, statusCode.ok)
})

const limits = reading((context, id) => {
  const payload = Buffer.alloc(4 * 8)
  const numbers = [maxPacketBytes, maxTransferBytes, maxTransferBytes, context.handles.limit]
  numbers.forEach((number, index) => payload.writeBigUInt64BE(BigInt(number), 8 * index))
  context.replies.extended(id, payload)
})

export const extensions: ReadonlyMap<string, Extension> = new Map([
  ['posix-rename@openssh.com', { revision: '1', operation: posixRename }],
  ['statvfs@openssh.com', { revision: '2', operation: statvfs }],
  ['fstatvfs@openssh.com', { revision: '2', operation: fstatvfs }],
  ['hardlink@openssh.com', { revision: '1', operation: hardlink }],
  ['fsync@openssh.com', { revision: '1', operation: fsync }],
  ['lsetstat@openssh.com', { revision: '1', operation: lsetstat }],
  ['limits@openssh.com', { revision: '1', operation: limits }],
  ['expand-path@openssh.com', { revision: '1', operation: expandPath }],
  ['copy-data', { revision: '1', operation: copyData }],
  ['home-directory', { revision: '1', operation: homeDirectory }],
  ['users-groups-by-id@openssh.com', { revision: '1', operation: usersGroupsById }],
])
