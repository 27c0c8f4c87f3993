// lastlog(8): when a user was last here, by user id. Systems without the file have no such records.
import { closeSync, openSync, readSync, writeSync } from 'node:fs'

const path = '/var/log/lastlog'

/** `struct lastlog` of glibc: on x86-64 the time is 32 bits wide for old files' sake, on arm64 it is not. */
const layouts = { x64: { timeBytes: 4 }, arm64: { timeBytes: 8 } } as const
const lineBytes = 32
const hostBytes = 256

export interface LastLogin {
  readonly atSeconds: number
  readonly host: string
  /** Without `/dev/`. */
  readonly line: string
}

const isKnown = (arch: string): arch is keyof typeof layouts => Object.hasOwn(layouts, arch)

function textIn(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return bytes.subarray(0, end === -1 ? bytes.length : end).toString()
}

export function decodeLastLogin(bytes: Buffer, arch: keyof typeof layouts): LastLogin | undefined {
  const { timeBytes } = layouts[arch]
  const atSeconds = timeBytes === 4 ? bytes.readInt32LE(0) : Number(bytes.readBigInt64LE(0))
  if (atSeconds === 0) return undefined
  const hostAt = timeBytes + lineBytes
  return { atSeconds, line: textIn(bytes.subarray(timeBytes, hostAt)), host: textIn(bytes.subarray(hostAt)) }
}

export function encodeLastLogin(login: LastLogin, arch: keyof typeof layouts): Buffer {
  const { timeBytes } = layouts[arch]
  const bytes = Buffer.alloc(timeBytes + lineBytes + hostBytes)
  if (timeBytes === 4) bytes.writeInt32LE(login.atSeconds, 0)
  else bytes.writeBigInt64LE(BigInt(login.atSeconds), 0)
  bytes.write(login.line, timeBytes, lineBytes - 1)
  bytes.write(login.host, timeBytes + lineBytes, hostBytes - 1)
  return bytes
}

/** Writes this login down and answers the one before. Never throws. */
export function exchangeLastLogin(uid: number, login: LastLogin): LastLogin | undefined {
  const { arch } = process
  if (!isKnown(arch)) return undefined
  try {
    const file = openSync(path, 'r+')
    try {
      const fresh = encodeLastLogin(login, arch)
      const before = Buffer.alloc(fresh.length)
      const known = readSync(file, before, 0, before.length, uid * fresh.length) === before.length
      writeSync(file, fresh, 0, fresh.length, uid * fresh.length)
      return known ? decodeLastLogin(before, arch) : undefined
    } finally {
      closeSync(file)
    }
  } catch {
    // No such file, or this agent is not root.
    return undefined
  }
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const two = (value: number): string => String(value).padStart(2, '0')

/** The line that sshd shows, line end included; the time as ctime(3) has it. */
export function lastLoginLine({ atSeconds, host }: LastLogin): string {
  const at = new Date(atSeconds * 1000)
  const day = `${days[at.getDay()]} ${months[at.getMonth()]} ${String(at.getDate()).padStart(2)}`
  const time = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
  return `Last login: ${day} ${time} ${at.getFullYear()}${host === '' ? '' : ` from ${host}`}\r\n`
}
