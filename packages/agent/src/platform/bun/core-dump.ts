// Whether a program that a signal has ended left a core file. Bun reaps its children itself and keeps that to itself;
// since Linux 6.15 a pidfd still tells after that. On older systems the answer is no.
import { closeSync } from 'node:fs'
import type { Libc } from './libc.ts'

/** From <sys/syscall.h> and <linux/pidfd.h>, the same on x86-64 and arm64. */
const pidfdOpen = 434
const getInfo = 0xc0_40_ff_0b
/** `struct pidfd_info` in its first version: a mask of what is asked for and answered, …, the wait status at the end. */
const info = { bytes: 64, maskAt: 0, statusAt: 60 } as const
const exitBit = 1n << 3n
/** The bit of a wait status behind WCOREDUMP(3). */
const coreBit = 0x80

/** To be called right after the start; the returned function, once, after the program has ended. */
export function watchForCore(libc: Libc, pid: number): () => boolean {
  const descriptor = Number(libc.syscall(pidfdOpen, pid, 0, 0))
  if (descriptor < 0) return () => false
  return () => {
    const bytes = new Uint8Array(info.bytes)
    const answer = new DataView(bytes.buffer)
    answer.setBigUint64(info.maskAt, exitBit, true)
    const failed = libc.ioctl(descriptor, getInfo, bytes) !== 0
    closeSync(descriptor)
    if (failed || (answer.getBigUint64(info.maskAt, true) & exitBit) === 0n) return false
    return (answer.getInt32(info.statusAt, true) & coreBit) !== 0
  }
}
