import { linkSync, lstatSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { failedWith } from './failures.ts'
import { statusCode } from './protocol.ts'
import { SftpFailure } from './sftp-failure.ts'

/** File systems without hard links (FAT and some network ones) say so in one of these ways. */
const noLinks = ['EOPNOTSUPP', 'ENOTSUP', 'ENOSYS', 'EXDEV', 'EPERM'] as const

/** Whether a path leads to something, links followed. */
function leadsSomewhere(path: Buffer): boolean {
  try {
    statSync(path)
    return true
  } catch {
    return false
  }
}

function renameUnlessTaken(from: Buffer, to: Buffer): void {
  if (leadsSomewhere(to)) throw new SftpFailure(statusCode.failure, 'file already exists')
  renameSync(from, to)
}

/**
 * RENAME of section 6.5: fails where the new name is taken. A regular file gets its new name as a hard link first, which
 * the kernel refuses for a name that is taken, so nothing is overwritten even in a race; other files are looked for.
 */
export function renameWithoutReplacing(from: Buffer, to: Buffer): void {
  if (!lstatSync(from).isFile()) return renameUnlessTaken(from, to)
  try {
    linkSync(from, to)
  } catch (failure) {
    if (failedWith(failure, ...noLinks)) return renameUnlessTaken(from, to)
    throw failure
  }
  try {
    unlinkSync(from)
  } catch (failure) {
    unlinkSync(to)
    throw failure
  }
}
