// Extensions that speak of users: `home-directory`, `expand-path@openssh.com`, `users-groups-by-id@openssh.com`.
import { currentDirectory, type Operation, reading, type SftpContext } from './operation.ts'
import type { PacketReader } from './packet-reader.ts'
import { maxTransferBytes, statusCode } from './protocol.ts'
import { realPath } from './real-path.ts'
import { SftpFailure } from './sftp-failure.ts'

const tilde = 0x7e

function homeOf(context: SftpContext, username: string): string | undefined {
  if (username !== '') return context.accounts.findUser(username)?.home
  const uid = process.getuid?.()
  return uid === undefined ? undefined : context.accounts.findUserById(uid)?.home
}

export const homeDirectory: Operation = reading((context, id, packet) => {
  const home = homeOf(context, packet.text())
  if (home === undefined) throw new SftpFailure(statusCode.failure, 'no such user')
  context.replies.path(id, Buffer.from(home))
})

/** A leading `~user` becomes that user's home directory; a bare `~` is where this server started, as in OpenSSH. */
function expandTilde(context: SftpContext, path: Buffer): Buffer {
  if (path[0] !== tilde) return path
  const slash = path.indexOf('/')
  const nameEnd = slash === -1 ? path.length : slash
  if (nameEnd === 1) return Buffer.concat([currentDirectory(), path.subarray(nameEnd)])
  const home = homeOf(context, path.subarray(1, nameEnd).toString('utf8'))
  if (home === undefined) throw new SftpFailure(statusCode.badMessage, 'no such user')
  return Buffer.concat([Buffer.from(home), path.subarray(nameEnd)])
}

export const expandPath: Operation = reading((context, id, packet) => {
  context.replies.path(id, realPath(expandTilde(context, packet.pathOrNone()), currentDirectory()))
})

/** Packs one name per number; a name that is not known is empty. */
function packNames(numbers: PacketReader, nameOf: (number: number) => string | undefined): Buffer {
  const parts: Buffer[] = []
  let bytes = 0
  while (numbers.remaining > 0) {
    const name = Buffer.from(nameOf(numbers.word()) ?? '')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(name.length)
    parts.push(length, name)
    bytes += length.length + name.length
    if (bytes > maxTransferBytes / 2) throw new SftpFailure(statusCode.failure, 'too many names asked for at once')
  }
  const total = Buffer.alloc(4)
  total.writeUInt32BE(bytes)
  return Buffer.concat([total, ...parts])
}

export const usersGroupsById: Operation = reading((context, id, packet) => {
  const users = packNames(packet.list(), (uid) => context.accounts.userName(uid))
  const groups = packNames(packet.list(), (gid) => context.accounts.groupName(gid))
  context.replies.extended(id, Buffer.concat([users, groups]))
})
