// REALPATH: the absolute path without links, `.` and `..`. Unlike realpath(3) the last part need not exist, as clients ask
// for the place of a file they are about to create.
import { lstatSync, readlinkSync } from 'node:fs'
import { failedWith } from './failures.ts'
import { statusCode } from './protocol.ts'
import { SftpFailure } from './sftp-failure.ts'

const slash = 0x2f
/** As the kernel's own limit; more means a circle. */
const mostLinks = 40

/** The parts of a path, without empty ones. */
function partsOf(path: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let from = 0; from <= path.length;) {
    const at = path.indexOf(slash, from)
    const to = at === -1 ? path.length : at
    if (to > from) parts.push(path.subarray(from, to))
    from = to + 1
  }
  return parts
}

const isText = (part: Buffer, text: string): boolean => part.length === text.length && part.toString('latin1') === text

function joined(parts: readonly Buffer[]): Buffer {
  if (parts.length === 0) return Buffer.of(slash)
  return Buffer.concat(parts.flatMap((part) => [Buffer.of(slash), part]))
}

/** Whether the path is a symbolic link; undefined where nothing is there. Throws the kernel's other refusals. */
function isLink(path: Buffer): boolean | undefined {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch (failure) {
    if (failedWith(failure, 'ENOENT')) return undefined
    throw failure
  }
}

/** `directory` is what a relative path starts from. Throws as lstat(2) and readlink(2) do. */
export function realPath(path: Buffer, directory: Buffer): Buffer {
  const resolved = path[0] === slash ? [] : partsOf(directory)
  const pending = partsOf(path).toReversed()
  let links = 0
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (isText(part, '.')) continue
    if (isText(part, '..')) {
      resolved.pop()
      continue
    }
    resolved.push(part)
    const here = joined(resolved)
    const link = isLink(here)
    if (link === undefined && pending.length > 0) throw new SftpFailure(statusCode.noSuchFile)
    if (!link) continue
    links += 1
    if (links > mostLinks) throw new SftpFailure(statusCode.noSuchFile)
    const target = readlinkSync(here, { encoding: 'buffer' })
    if (target[0] === slash) resolved.length = 0
    else resolved.pop()
    pending.push(...partsOf(target).toReversed())
  }
  return joined(resolved)
}
