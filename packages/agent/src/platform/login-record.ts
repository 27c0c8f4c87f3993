// The layout of utmp(5) and wtmp on Linux with glibc.
import { isIPv6 } from 'node:net'
import type { LoginRecord } from './platform.ts'

const userProcess = 7
const deadProcess = 8
/** `struct utmpx` of glibc: on x86-64 the times are 32 bits wide for old files' sake, on arm64 they are not. */
const layouts = {
  x64: { bytes: 384, wide: false, seconds: 340, address: 348 },
  arm64: { bytes: 400, wide: true, seconds: 344, address: 360 },
} as const
const fields = {
  type: { at: 0, bytes: 2 },
  pid: { at: 4, bytes: 4 },
  line: { at: 8, bytes: 32 },
  id: { at: 40, bytes: 4 },
  user: { at: 44, bytes: 32 },
  host: { at: 76, bytes: 256 },
} as const

function addressBytes(address: string): Uint8Array {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address
  if (!isIPv6(mapped)) return Uint8Array.from(mapped.split('.').map(Number))
  const [head = '', tail] = mapped.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const left = groups(head)
  const right = groups(tail)
  const middle = tail === undefined ? [] : new Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0)
  return Uint8Array.from([...left, ...middle, ...right].flatMap((group) => [group >> 8, group & 0xff]).slice(0, 16))
}

/** The record in the C library's layout. */
export function encodeLoginRecord(record: LoginRecord, arch: keyof typeof layouts): Uint8Array {
  const layout = layouts[arch]
  const bytes = new Uint8Array(layout.bytes)
  const view = new DataView(bytes.buffer)
  const text = (field: { at: number; bytes: number }, value: string) =>
    bytes.set(new TextEncoder().encode(value).subarray(0, field.bytes), field.at)
  view.setInt16(fields.type.at, record.kind === 'login' ? userProcess : deadProcess, true)
  view.setInt32(fields.pid.at, record.pid, true)
  text(fields.line, record.line)
  // As other programs do it: the end of the line's name, so that logout finds the slot of login.
  text(fields.id, record.line.slice(-fields.id.bytes))
  if (record.kind === 'login') {
    text(fields.user, record.username)
    text(fields.host, record.address)
    bytes.set(addressBytes(record.address), layout.address)
  }
  const seconds = Math.floor(record.atMilliseconds / 1000)
  const microseconds = (record.atMilliseconds % 1000) * 1000
  if (layout.wide) {
    view.setBigInt64(layout.seconds, BigInt(seconds), true)
    view.setBigInt64(layout.seconds + 8, BigInt(Math.floor(microseconds)), true)
  } else {
    view.setInt32(layout.seconds, seconds, true)
    view.setInt32(layout.seconds + 4, Math.floor(microseconds), true)
  }
  return bytes
}
