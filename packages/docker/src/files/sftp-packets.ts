// SFTP version 3 (draft-ietf-secsh-filexfer-02): what is read of a packet, and what answers are made of. Names are bytes:
// texts here are in latin1, one character for each.
import { sftp } from '@sshore/contract'

export const { packetType, statusCode, openFlag } = sftp
const { attributeFlag } = sftp
export type StatusCode = sftp.StatusCode

/** The answer to a request that could not be done. */
export class FileFailure extends Error {
  readonly code: StatusCode

  constructor(code: StatusCode, message: string) {
    super(message)
    this.code = code
  }
}

const malformed = () => new FileFailure(statusCode.badMessage, 'Malformed packet')

export interface RequestedAttributes {
  readonly sizeBytes?: number
  readonly owner?: { readonly uid: number; readonly gid: number }
  /** Permission bits, without the type. */
  readonly mode?: number
  readonly times?: { readonly accessSeconds: number; readonly modifySeconds: number }
}

export interface FileAttributes {
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly sizeBytes: number
  readonly accessSeconds: number
  readonly modifySeconds: number
}

/** Reads a packet's fields in order. Throws `FileFailure` where they end too soon. */
export class PacketReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  #take(count: number): number {
    const at = this.#at
    if (at + count > this.#bytes.length) throw malformed()
    this.#at += count
    return at
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#take(1))
  }

  word(): number {
    return this.#bytes.readUInt32BE(this.#take(4))
  }

  /** No file is larger than what a number holds exactly. */
  long(): number {
    const value = Number(this.#bytes.readBigUInt64BE(this.#take(8)))
    if (!Number.isSafeInteger(value)) throw malformed()
    return value
  }

  bytes(): Buffer {
    const length = this.word()
    const at = this.#take(length)
    return this.#bytes.subarray(at, at + length)
  }

  text(): string {
    return this.bytes().toString('latin1')
  }

  attributes(): RequestedAttributes {
    const flags = this.word()
    const size = flags & attributeFlag.size ? { sizeBytes: this.long() } : {}
    const owner = flags & attributeFlag.owner ? { owner: { uid: this.word(), gid: this.word() } } : {}
    const mode = flags & attributeFlag.permissions ? { mode: this.word() & 0o7777 } : {}
    const times =
      flags & attributeFlag.times ? { times: { accessSeconds: this.word(), modifySeconds: this.word() } } : {}
    return { ...size, ...owner, ...mode, ...times }
  }
}

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
const text = (value: string | Buffer): Buffer => {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'latin1') : value
  return Buffer.concat([word(bytes.length), bytes])
}

function packet(type: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.of(type), ...parts])
  return Buffer.concat([word(body.length), body])
}

function attributeBytes(attributes: FileAttributes | undefined): Buffer {
  if (!attributes) return word(0)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(attributes.sizeBytes))
  const flags = attributeFlag.size | attributeFlag.owner | attributeFlag.permissions | attributeFlag.times
  const { uid, gid, mode, accessSeconds, modifySeconds } = attributes
  return Buffer.concat([word(flags), size, ...[uid, gid, mode, accessSeconds, modifySeconds].map(word)])
}

export interface NamedFile {
  readonly name: string
  /** A line as `ls -l` shows it. */
  readonly line: string
  readonly attributes: FileAttributes | undefined
}

export const answers = {
  version: (extensions: readonly string[]): Buffer =>
    packet(packetType.version, word(sftp.version), ...extensions.flatMap((name) => [text(name), text('1')])),
  status: (id: number, code: StatusCode, message: string): Buffer =>
    packet(packetType.status, word(id), word(code), text(Buffer.from(message)), text('')),
  handle: (id: number, handle: string): Buffer => packet(packetType.handle, word(id), text(handle)),
  data: (id: number, bytes: Buffer): Buffer => packet(packetType.data, word(id), text(bytes)),
  attributes: (id: number, attributes: FileAttributes): Buffer =>
    packet(packetType.attrs, word(id), attributeBytes(attributes)),
  names: (id: number, files: readonly NamedFile[]): Buffer =>
    packet(
      packetType.name,
      word(id),
      word(files.length),
      ...files.flatMap((file) => [text(file.name), text(file.line), attributeBytes(file.attributes)]),
    ),
}
