import { SftpFailure } from './sftp-failure.ts'
import { statusCode } from './protocol.ts'

/** The packet ends before its fields do, or a field cannot mean anything. */
export class MalformedPacket extends Error {}

/** PATH_MAX of Linux without the zero byte; what the kernel calls ENAMETOOLONG. */
const longestPathBytes = 4095
const highWord = 2 ** 32

/** Reads the fields of one packet in order. Byte strings are views into the packet: copy what outlives the request. */
export class PacketReader {
  readonly #bytes: Buffer
  #offset: number
  readonly #end: number

  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes
    this.#offset = start
    this.#end = end
  }

  get remaining(): number {
    return this.#end - this.#offset
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#advance(1))
  }

  /** uint32. */
  word(): number {
    return this.#bytes.readUInt32BE(this.#advance(4))
  }

  /** uint64 as a number: exact up to 2^53, above that only known to be above it. */
  long(): number {
    const at = this.#advance(8)
    return this.#bytes.readUInt32BE(at) * highWord + this.#bytes.readUInt32BE(at + 4)
  }

  /** A string of bytes, as a view. */
  string(): Buffer {
    const length = this.word()
    const at = this.#advance(length)
    return this.#bytes.subarray(at, at + length)
  }

  /** A file's path, as a view. Runtimes refuse the empty path in ways of their own, so the kernel's answer is given here. */
  path(): Buffer {
    const path = this.pathOrNone()
    if (path.length === 0) throw new SftpFailure(statusCode.noSuchFile)
    return path
  }

  /** A path that may be empty, where that stands for the current directory. */
  pathOrNone(): Buffer {
    const path = this.string()
    if (path.includes(0)) throw new MalformedPacket('a path holds a zero byte')
    if (path.length > longestPathBytes) throw new SftpFailure(statusCode.badMessage, 'file name too long')
    return path
  }

  /** A string that holds fields itself. */
  list(): PacketReader {
    const bytes = this.string()
    return new PacketReader(bytes, 0, bytes.length)
  }

  /** A name of the protocol or of an account. */
  text(): string {
    return this.string().toString('utf8')
  }

  #advance(length: number): number {
    const at = this.#offset
    if (length > this.#end - at) throw new MalformedPacket('the packet ends early')
    this.#offset = at + length
    return at
  }
}
