import { readdirSync } from 'node:fs'
import type { BecomePlatform } from '../../session/become.ts'
import { failureOf, linux, openLibc } from './libc.ts'

const signals = { SIGPIPE: 13, SIGXFSZ: 25 } as const
const defaultDisposition = null
const closeOnExec = 1
const firstOther = 3

export function createBecomePlatform(): BecomePlatform {
  const libc = openLibc()
  return {
    takeTerminal: () => {
      if (libc.ioctl(0, linux.TIOCSCTTY, null) !== 0) throw failureOf(libc, 'TIOCSCTTY')
    },
    takeGroups: (username, gid) => {
      const name = new TextEncoder().encode(`${username}\0`)
      if (libc.initgroups(name, gid) !== 0) throw failureOf(libc, 'initgroups')
    },
    resetSignals: () => {
      for (const signal of Object.values(signals)) libc.signal(signal, defaultDisposition)
    },
    sealDescriptors: () => {
      for (const name of readdirSync('/proc/self/fd')) {
        if (Number(name) >= firstOther) libc.fcntl(Number(name), linux.F_SETFD, closeOnExec)
      }
    },
  }
}
