// RFC 4253 section 4.2: the one line in clear text with which a client begins.
import { ProtocolViolation } from './wire.ts'

/** With CR and LF. */
const lineBytesMost = 255
const lineFeed = 0x0a
const carriageReturn = 0x0d

export interface Identification {
  /** The whole line without CR and LF, as it goes into the exchange hash. */
  readonly line: Buffer
  /** Software version and comments, for example `OpenSSH_9.2p1 Debian-2`. */
  readonly software: string
}

/** How the PROXY protocol begins, in its two versions. */
const proxyHeader = /^(PROXY |\r\n\r\n\0\r\nQUIT\n)/

export class IdentificationReader {
  #line = Buffer.alloc(0)

  /**
   * Undefined until the line is complete; then also what came behind it, a view of `chunk`. Throws a
   * ProtocolViolation when this is not a client of SSH 2.
   */
  read(chunk: Buffer): { identification: Identification; rest: Buffer } | undefined {
    if (this.#line.length === 0 && proxyHeader.test(chunk.toString('latin1', 0, 12))) {
      throw new ProtocolViolation('a PROXY header from a peer that is no trusted proxy')
    }
    const end = chunk.indexOf(lineFeed)
    const taken = end < 0 ? chunk : chunk.subarray(0, end)
    if (this.#line.length + taken.length >= lineBytesMost) {
      throw new ProtocolViolation('the identification is longer than 255 bytes')
    }
    this.#line = Buffer.concat([this.#line, taken])
    if (end < 0) return undefined
    const line = this.#line.at(-1) === carriageReturn ? this.#line.subarray(0, -1) : this.#line
    // A client may name 1.99 when it also speaks the old protocol (section 5.1).
    const software = /^SSH-(?:2\.0|1\.99)-([\x20-\x7e]+)$/.exec(line.toString('latin1'))?.[1]
    if (software === undefined) throw new ProtocolViolation('no identification of an SSH 2 client')
    return { identification: { line, software }, rest: chunk.subarray(end + 1) }
  }
}
