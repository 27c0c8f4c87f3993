// What stat(1) says of files, read; and the line of `ls -l` that an SFTP client prints as it comes.
import { sftp } from '@sshore/contract'
import type { FileAttributes, NamedFile } from './sftp-packets.ts'

/** GNU and BusyBox know these alike. */
export const statFormat = '%f %u %g %s %X %Y'
/** Behind a name: no name holds a slash, so that names with line ends are told apart. */
export const nameEnd = '//'

export function parseStat(line: string): FileAttributes | undefined {
  const [, mode = '', uid, gid, size, access, modify] =
    /^([0-9a-f]+) (\d+) (\d+) (\d+) (-?\d+) (-?\d+)/.exec(line) ?? []
  if (mode === '') return undefined
  return {
    mode: Number.parseInt(mode, 16),
    uid: Number(uid),
    gid: Number(gid),
    sizeBytes: Number(size),
    accessSeconds: Number(access),
    modifySeconds: Number(modify),
  }
}

/** In UTC, with the year in place of the time for what is older than half a year. */
function timeText(seconds: number, nowSeconds: number): string {
  const time = new Date(seconds * 1000)
  const day = `${sftp.months[time.getUTCMonth()] ?? ''} ${String(time.getUTCDate()).padStart(2)}`
  if (Math.abs(nowSeconds - seconds) > 183 * 86_400) return `${day}  ${time.getUTCFullYear()}`
  return `${day} ${time.toISOString().slice(11, 16)}`
}

function namedFile(name: string, attributes: FileAttributes, nowSeconds: number): NamedFile {
  const { mode, uid, gid, sizeBytes, modifySeconds } = attributes
  const columns = [
    sftp.modeText(mode),
    '   1',
    String(uid).padEnd(8),
    String(gid).padEnd(8),
    String(sizeBytes).padStart(8),
  ]
  return { name, attributes, line: `${columns.join(' ')} ${timeText(modifySeconds, nowSeconds)} ${name}` }
}

/** Reads what `find … -exec stat` wrote of a directory's entries, each as `<stat> ./<name>//`. */
export function parseListing(output: string, nowSeconds: number): NamedFile[] {
  return output.split(`${nameEnd}\n`).flatMap((record) => {
    const at = record.indexOf(' ./')
    const attributes = at < 0 ? undefined : parseStat(record.slice(0, at))
    return attributes ? [namedFile(record.slice(at + 3), attributes, nowSeconds)] : []
  })
}
