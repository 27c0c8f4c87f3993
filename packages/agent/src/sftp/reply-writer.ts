// Answers are built in place in one fixed buffer, and file contents are read straight into it. Writing it out blocks, so a
// client that does not read stops the server instead of growing it.
import { type BigIntStats, writeSync } from 'node:fs'
import { attributeBytes, emptyAttributeBytes, writeAttributes } from './attributes.ts'
import { untilReady } from './blocking.ts'
import { maxPacketBytes, packetType, protocolVersion, type StatusCode } from './protocol.ts'
import { statusText } from './sftp-failure.ts'

/** Written out once this much waits, even if more requests are at hand: the client then works while the server does. */
const flushBytes = 64 * 1024
const lengthBytes = 4
/** Type and request id. */
const headBytes = 5

export interface NamedEntry {
  readonly name: Buffer
  /** The line of `ls -l`; the name itself where there are no attributes to tell. */
  readonly longName: Buffer
  readonly stats: BigIntStats | undefined
}

/** What an entry takes inside a NAME packet. */
export const entryBytes = (entry: NamedEntry): number =>
  lengthBytes +
  entry.name.length +
  lengthBytes +
  entry.longName.length +
  (entry.stats === undefined ? emptyAttributeBytes : attributeBytes)

export class ReplyWriter {
  readonly #descriptor: number
  readonly #bytes = Buffer.allocUnsafeSlow(flushBytes + maxPacketBytes)
  #used = 0

  constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  /** Writes out all that waits. Throws once the client is gone. */
  flush(): void {
    let from = 0
    while (from < this.#used) {
      from += untilReady(() => writeSync(this.#descriptor, this.#bytes, from, this.#used - from))
    }
    this.#used = 0
  }

  flushWhenFull(): void {
    if (this.#used >= flushBytes) this.flush()
  }

  version(extensions: Iterable<readonly [name: string, revision: string]>): void {
    const strings = Array.from(extensions)
      .flat()
      .map((text) => Buffer.from(text))
    const payload = strings.reduce((sum, text) => sum + lengthBytes + text.length, 0)
    // VERSION carries the protocol's number where every other packet has the request id.
    let at = this.#begin(packetType.version, protocolVersion, payload)
    for (const text of strings) at = this.#string(text, at)
  }

  status(id: number, status: StatusCode, message: string = statusText(status)): void {
    const text = Buffer.from(message)
    let at = this.#begin(packetType.status, id, 4 + lengthBytes + text.length + lengthBytes)
    at = this.#bytes.writeUInt32BE(status, at)
    at = this.#string(text, at)
    this.#bytes.writeUInt32BE(0, at)
  }

  handle(id: number, handle: number): void {
    let at = this.#begin(packetType.handle, id, lengthBytes + 4)
    at = this.#bytes.writeUInt32BE(4, at)
    this.#bytes.writeUInt32BE(handle, at)
  }

  /** `read` puts at most `limit` bytes at `at` and returns how many there were; at 0 nothing is sent. */
  data(id: number, limit: number, read: (bytes: Buffer, at: number, limit: number) => number): number {
    const headLength = lengthBytes + headBytes + lengthBytes
    this.#makeRoom(headLength + limit)
    const length = read(this.#bytes, this.#used + headLength, limit)
    if (length > 0) this.#announceData(id, length)
    return length
  }

  emptyData(id: number): void {
    this.#announceData(id, 0)
  }

  attributes(id: number, stats: BigIntStats): void {
    writeAttributes(this.#bytes, this.#begin(packetType.attrs, id, attributeBytes), stats)
  }

  /** Together the entries must fit a packet; `entryBytes` tells their sizes. */
  names(id: number, entries: readonly NamedEntry[]): void {
    const payload = entries.reduce((sum, entry) => sum + entryBytes(entry), 4)
    let at = this.#begin(packetType.name, id, payload)
    at = this.#bytes.writeUInt32BE(entries.length, at)
    for (const entry of entries) {
      at = this.#string(entry.name, at)
      at = this.#string(entry.longName, at)
      at = entry.stats === undefined ? this.#bytes.writeUInt32BE(0, at) : writeAttributes(this.#bytes, at, entry.stats)
    }
  }

  /** A NAME packet of one path, as REALPATH, READLINK and their like answer. */
  path(id: number, path: Buffer): void {
    this.names(id, [{ name: path, longName: path, stats: undefined }])
  }

  extended(id: number, payload: Buffer): void {
    payload.copy(this.#bytes, this.#begin(packetType.extendedReply, id, payload.length))
  }

  /** The head of a DATA packet whose bytes are in place behind it already. */
  #announceData(id: number, length: number): void {
    const at = this.#begin(packetType.data, id, lengthBytes + length)
    this.#bytes.writeUInt32BE(length, at)
  }

  #string(bytes: Buffer, at: number): number {
    const start = this.#bytes.writeUInt32BE(bytes.length, at)
    return start + bytes.copy(this.#bytes, start)
  }

  /** Writes the head of a packet, counts all of it as used, and returns where its payload goes. */
  #begin(type: number, id: number, payloadBytes: number): number {
    this.#makeRoom(lengthBytes + headBytes + payloadBytes)
    let at = this.#bytes.writeUInt32BE(headBytes + payloadBytes, this.#used)
    at = this.#bytes.writeUInt8(type, at)
    at = this.#bytes.writeUInt32BE(id, at)
    this.#used = at + payloadBytes
    return at
  }

  #makeRoom(bytes: number): void {
    if (this.#used + bytes > this.#bytes.length) this.flush()
  }
}
