import { readFileSync, readlinkSync } from 'node:fs'
import { type Libc, linux } from './libc.ts'

/** Ranges of this program's own code, as [address, bytes]; see /proc/pid/maps in proc(5). */
function codeRanges(): [number, number][] {
  const program = readlinkSync('/proc/self/exe')
  return readFileSync('/proc/self/maps', 'latin1')
    .split('\n')
    .filter((line) => line.endsWith(program) && line.includes(' r-xp '))
    .map((line) => {
      const [start = '', end = ''] = (line.split(' ')[0] ?? '').split('-')
      return [Number.parseInt(start, 16), Number.parseInt(end, 16) - Number.parseInt(start, 16)]
    })
}

/**
 * Gives back what starting up, or a session, has taken: garbage, and the mapping of code that ran once. Code is never
 * changed in memory, so the kernel maps a page again from its cache when it is run again. Measured after start: 54 MiB
 * resident before, 28 MiB after.
 */
export function releaseMemory(libc: Libc): void {
  Bun.gc(true)
  for (const [address, bytes] of codeRanges()) libc.madvise(BigInt(address), BigInt(bytes), linux.MADV_DONTNEED)
}
