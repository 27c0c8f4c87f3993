// File attributes, section 5 of the draft.
import type { BigIntStats } from 'node:fs'
import type { PacketReader } from './packet-reader.ts'
import { attributeFlag } from './protocol.ts'

/** What a client asks a file to be. Only what it named is present. */
export interface RequestedAttributes {
  readonly sizeBytes?: number
  readonly owner?: { readonly uid: number; readonly gid: number }
  /** Permission bits, without the type of the file. */
  readonly mode?: number
  readonly times?: { readonly accessSeconds: number; readonly modifySeconds: number }
}

const permissionBits = 0o7777
const noAttributes: RequestedAttributes = {}

/** Reads attributes; extended ones are read over, as none is known. */
export function readAttributes(packet: PacketReader): RequestedAttributes {
  const flags = packet.word()
  if (flags === 0) return noAttributes
  const size = flags & attributeFlag.size ? { sizeBytes: packet.long() } : {}
  const owner = flags & attributeFlag.owner ? { owner: { uid: packet.word(), gid: packet.word() } } : {}
  const mode = flags & attributeFlag.permissions ? { mode: packet.word() & permissionBits } : {}
  const times =
    flags & attributeFlag.times ? { times: { accessSeconds: packet.word(), modifySeconds: packet.word() } } : {}
  if (flags & attributeFlag.extended) {
    for (let left = packet.word(); left > 0; left--) {
      packet.string()
      packet.string()
    }
  }
  return { ...size, ...owner, ...mode, ...times }
}

const presentFlags = attributeFlag.size | attributeFlag.owner | attributeFlag.permissions | attributeFlag.times

/** Bytes that `writeAttributes` takes. */
export const attributeBytes = 4 + 8 + 4 + 4 + 4 + 4 + 4
export const emptyAttributeBytes = 4

const secondsOf = (nanoseconds: bigint): number => Number(BigInt.asUintN(32, nanoseconds / 1_000_000_000n))

/** Writes what is known of a file at `at` and returns the offset behind it. Times past 2106 or before 1970 wrap. */
export function writeAttributes(bytes: Buffer, at: number, stats: BigIntStats): number {
  let next = bytes.writeUInt32BE(presentFlags, at)
  next = bytes.writeBigUInt64BE(BigInt.asUintN(64, stats.size), next)
  next = bytes.writeUInt32BE(Number(stats.uid), next)
  next = bytes.writeUInt32BE(Number(stats.gid), next)
  next = bytes.writeUInt32BE(Number(stats.mode), next)
  next = bytes.writeUInt32BE(secondsOf(stats.atimeNs), next)
  return bytes.writeUInt32BE(secondsOf(stats.mtimeNs), next)
}
