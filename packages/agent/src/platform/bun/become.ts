import { ptr } from 'bun:ffi'
import { readdirSync } from 'node:fs'
// Alone: the rest of the link would cost each session the time to load it and the contract.
import { bytesOfText } from '@sshore/link/byte-text'
import type { BecomePlatform } from '../../session/become.ts'
import { failureOf, linux, openLibc } from './libc.ts'

const signals = { SIGPIPE: 13, SIGXFSZ: 25 } as const
const defaultDisposition = null
const closeOnExec = 1
const firstOther = 3

/** A C string; it must stay referenced until the call. */
const cString = (text: string): Uint8Array => Uint8Array.of(...bytesOfText(text), 0)

/** A C array of strings, closed by a null. */
const pointersTo = (strings: readonly Uint8Array[]): BigUint64Array =>
  BigUint64Array.from([...strings.map((string) => BigInt(ptr(string))), 0n])

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
    execute: (path, argv, environment) => {
      const words = argv.map(cString)
      const variables = Object.entries(environment).map(([name, value]) => cString(`${name}=${value}`))
      libc.execve(cString(path), pointersTo(words), pointersTo(variables))
      return failureOf(libc, 'execve')
    },
    sealDescriptors: () => {
      for (const name of readdirSync('/proc/self/fd')) {
        if (Number(name) >= firstOther) libc.fcntl(Number(name), linux.F_SETFD, closeOnExec)
      }
    },
  }
}
