// The numbers of statvfs(3) that `statvfs@openssh.com` answers with (OpenSSH's PROTOCOL, section 4.3).
import { type BigIntStatsFs, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs'
import { currentDirectory } from './operation.ts'
import { realPath } from './real-path.ts'

const flag = { readOnly: 1n, noSetUserId: 2n } as const
/** Node does not tell the file system's own; it is 255 for every one that keeps names in bytes. */
const longestNameBytes = 255n

interface Mount {
  /** One character per byte. */
  readonly point: string
  readonly options: readonly string[]
}

/** A line of /proc/self/mountinfo: the fifth field is the mount point, blanks in octal, the sixth its options. */
function mountOf(line: string): Mount | undefined {
  const [, , , , point, options, ...rest] = line.split(' ')
  if (point === undefined || options === undefined) return undefined
  const unescaped = point.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  )
  return { point: unescaped, options: [...options.split(','), ...(rest.at(-1)?.split(',') ?? [])] }
}

const contains = (point: string, path: string): boolean =>
  point === '/' || path === point || path.startsWith(`${point}/`)

/** `place` is an absolute path without links. */
function mountFlags(place: string): bigint {
  let lines: string[]
  try {
    lines = readFileSync('/proc/self/mountinfo', 'latin1').split('\n')
  } catch {
    return 0n
  }
  const mounts = lines.map(mountOf).filter((mount) => mount !== undefined && contains(mount.point, place))
  // The longest point holds the path; of several on one point the last covers the others.
  const mount = mounts.reduce(
    (best, mount) => (mount && mount.point.length >= (best?.point.length ?? 0) ? mount : best),
    undefined,
  )
  const options = mount?.options ?? []
  return (options.includes('ro') ? flag.readOnly : 0n) | (options.includes('nosuid') ? flag.noSetUserId : 0n)
}

/** Newer runtimes tell the fragment size apart; on Linux it is the block size. */
const fragmentSize = (stats: BigIntStatsFs): bigint =>
  'frsize' in stats && typeof stats.frsize === 'bigint' ? stats.frsize : stats.bsize

function numbersOf(path: Buffer | string, place: Buffer): Buffer {
  const stats = statfsSync(path, { bigint: true })
  const { dev } = statSync(path, { bigint: true })
  const numbers = [
    stats.bsize,
    fragmentSize(stats),
    stats.blocks,
    stats.bfree,
    stats.bavail,
    stats.files,
    stats.ffree,
    // What is left to ordinary users: Linux keeps no files back for root.
    stats.ffree,
    dev,
    mountFlags(place.toString('latin1')),
    longestNameBytes,
  ]
  const payload = Buffer.alloc(8 * numbers.length)
  numbers.forEach((number, index) => payload.writeBigUInt64BE(BigInt.asUintN(64, number), 8 * index))
  return payload
}

/** Eleven uint64. Throws as statfs(2) does. */
export const fileSystemNumbers = (path: Buffer): Buffer => numbersOf(path, realPath(path, currentDirectory()))

/** The same for an open file, even one without a name by now. `path` is where it was opened. */
export function fileSystemNumbersOf(descriptor: number, path: Buffer): Buffer {
  if (process.platform !== 'linux') return fileSystemNumbers(path)
  const link = `/proc/self/fd/${descriptor}`
  return numbersOf(link, readlinkSync(link, { encoding: 'buffer' }))
}
