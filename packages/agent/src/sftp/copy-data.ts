// `copy-data` (draft-ietf-secsh-filexfer-extensions-00, section 7): bytes go from one open file to another on the device.
import { readSync, writeSync } from 'node:fs'
import { type Operation, changing, requireExact } from './operation.ts'
import { statusCode } from './protocol.ts'
import { SftpFailure } from './sftp-failure.ts'

const chunkBytes = 256 * 1024

export const copyData: Operation = changing((context, id, packet) => {
  const from = context.handles.getFile(packet)
  const fromOffset = requireExact(packet.long())
  const wantedBytes = packet.long()
  const to = context.handles.getFile(packet)
  const toOffset = requireExact(packet.long())
  // OpenSSH compares the paths as well: a file copied onto itself through two handles might never reach its end.
  if (from === to || from.path.equals(to.path)) {
    throw new SftpFailure(statusCode.failure, 'a file cannot be copied onto itself')
  }
  const limit = wantedBytes === 0 ? Infinity : wantedBytes
  const chunk = Buffer.allocUnsafeSlow(chunkBytes)
  for (let done = 0; done < limit;) {
    const length = readSync(from.descriptor, chunk, 0, Math.min(chunkBytes, limit - done), fromOffset + done)
    // OpenSSH calls a copy that meets the end early a success, so clients do not expect anything else.
    if (length === 0) break
    for (let written = 0; written < length;) {
      const position = to.appends ? null : toOffset + done + written
      written += writeSync(to.descriptor, chunk, written, length - written, position)
    }
    done += length
    from.readBytes += length
    to.writtenBytes += length
  }
  context.replies.status(id, statusCode.ok)
})
