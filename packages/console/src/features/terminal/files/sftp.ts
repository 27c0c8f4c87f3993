// The client side of SFTP version 3 (draft-ietf-secsh-filexfer-02), as far as a list of files needs it.
import { sftp } from '@sshore/contract'
import { type Bytes, field, FieldReader, joined } from '../ssh-wire.ts'

const { packetType: types, statusCode, version } = sftp
/** Longer is no packet of a server that answers us. */
const packetMostBytes = 1024 * 1024

/** The status codes that say more than "failure" (section 7). */
const reasons: Readonly<Record<number, SftpReason>> = { 2: 'missing', 3: 'denied', 8: 'unsupported' }
export type SftpReason = 'missing' | 'denied' | 'unsupported' | 'failed' | 'broken'

export class SftpError extends Error {
  readonly reason: SftpReason
  /** What the device said of it. */
  readonly told: string

  constructor(reason: SftpReason, told = '') {
    super(told || reason)
    this.reason = reason
    this.told = told
  }
}

export interface Attributes {
  readonly size: number
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Unix milliseconds. */
  readonly changed: number
}

export interface Named extends Attributes {
  readonly name: string
}

const uint32 = (value: number): Bytes => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}
const uint64 = (value: number): Bytes => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}
const noAttributes = uint32(0)

const kinds: Readonly<Record<number, Attributes['kind']>> = { 0o100000: 'file', 0o040000: 'folder', 0o120000: 'link' }

function attributesIn(reader: FieldReader): Attributes {
  const flags = reader.uint32()
  const size = (flags & 1) !== 0 ? Number(new DataView(reader.take(8).buffer).getBigUint64(0)) : 0
  if ((flags & 2) !== 0) reader.take(8)
  const mode = (flags & 4) !== 0 ? reader.uint32() : 0
  const times = (flags & 8) !== 0 ? [reader.uint32(), reader.uint32()] : []
  // Extended attributes: pairs that nobody asked for.
  for (let left = flags >>> 31 === 1 ? reader.uint32() * 2 : 0; left > 0; left -= 1) reader.field()
  return { size, kind: kinds[mode & 0o170000] ?? 'other', changed: (times[1] ?? 0) * 1000 }
}

interface Answer {
  readonly type: number
  readonly reader: FieldReader
}
interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

export const openFlags = { read: 1, write: 2 | 8 | 16 } as const

export class Sftp {
  readonly #send: (bytes: Bytes) => void
  readonly #waiting = new Map<number, Waiting>()
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #rest: Bytes = new Uint8Array()
  #next = 1
  #broken: SftpError | undefined

  constructor(send: (bytes: Bytes) => void) {
    this.#send = send
  }

  /** Agrees on the version. */
  async start(): Promise<void> {
    const answered = new Promise<Answer>((resolve, reject) => this.#waiting.set(0, { resolve, reject }))
    this.#post(types.init, [uint32(version)])
    await answered
  }

  /** Bytes as they come, in pieces of any size. */
  receive(bytes: Uint8Array): void {
    let rest = joined([this.#rest, bytes])
    while (rest.length >= 4) {
      const length = new DataView(rest.buffer, rest.byteOffset).getUint32(0)
      if (length === 0 || length > packetMostBytes) return this.fail(new SftpError('broken'))
      if (rest.length < 4 + length) break
      try {
        this.#take(rest.slice(4, 4 + length))
      } catch {
        return this.fail(new SftpError('broken'))
      }
      rest = rest.slice(4 + length)
    }
    this.#rest = rest
  }

  /** Nothing is answered any more. */
  fail(error: SftpError): void {
    this.#broken ??= error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  /** The absolute path of `path`. */
  async realPath(path: string): Promise<string> {
    const reader = await this.#expect(types.name, types.realpath, [field(path)])
    if (reader.uint32() < 1) throw new SftpError('broken')
    return reader.text()
  }

  /** What is in a folder. Names that are no UTF-8 cannot be written back and are left out. */
  async list(path: string): Promise<readonly Named[]> {
    const handle = await this.#handle(types.opendir, [field(path)])
    const found: Named[] = []
    try {
      for (;;) {
        const names = await this.#names(handle)
        if (!names) return found
        found.push(...names)
      }
    } finally {
      await this.close(handle)
    }
  }

  async attributes(path: string, follow = true): Promise<Attributes> {
    return attributesIn(await this.#expect(types.attrs, follow ? types.stat : types.lstat, [field(path)]))
  }

  open(path: string, flags: number): Promise<Bytes> {
    return this.#handle(types.open, [field(path), uint32(flags), noAttributes])
  }

  /** Undefined: the file ends before `offset`. It may be less than was asked for. */
  async read(handle: Bytes, offset: number, length: number): Promise<Bytes | undefined> {
    const answer = await this.#ask(types.read, [field(handle), uint64(offset), uint32(length)])
    if (answer.type === types.data) return answer.reader.field()
    const status = statusIn(answer)
    if (status.code === statusCode.eof) return undefined
    throw failureOf(status)
  }

  write(handle: Bytes, offset: number, content: Uint8Array): Promise<void> {
    return this.#do(types.write, [field(handle), uint64(offset), field(content)])
  }

  close(handle: Bytes): Promise<void> {
    return this.#do(types.close, [field(handle)])
  }

  removeFile(path: string): Promise<void> {
    return this.#do(types.remove, [field(path)])
  }

  makeFolder(path: string): Promise<void> {
    return this.#do(types.mkdir, [field(path), noAttributes])
  }

  removeFolder(path: string): Promise<void> {
    return this.#do(types.rmdir, [field(path)])
  }

  rename(from: string, to: string): Promise<void> {
    return this.#do(types.rename, [field(from), field(to)])
  }

  async #names(handle: Bytes): Promise<readonly Named[] | undefined> {
    const answer = await this.#ask(types.readdir, [field(handle)])
    if (answer.type !== types.name) {
      const status = statusIn(answer)
      if (status.code === statusCode.eof) return undefined
      throw failureOf(status)
    }
    const { reader } = answer
    return Array.from({ length: reader.uint32() }, () => {
      const bytes = reader.field()
      reader.field()
      const attributes = attributesIn(reader)
      try {
        return { name: this.#decoder.decode(bytes), ...attributes }
      } catch {
        return { name: '.', ...attributes }
      }
    }).filter(({ name }) => name !== '.' && name !== '..')
  }

  async #handle(type: number, fields: readonly Bytes[]): Promise<Bytes> {
    return (await this.#expect(types.handle, type, fields)).field()
  }

  async #do(type: number, fields: readonly Bytes[]): Promise<void> {
    const status = statusIn(await this.#ask(type, fields))
    if (status.code !== 0) throw failureOf(status)
  }

  async #expect(wanted: number, type: number, fields: readonly Bytes[]): Promise<FieldReader> {
    const answer = await this.#ask(type, fields)
    if (answer.type !== wanted) throw failureOf(statusIn(answer))
    return answer.reader
  }

  #ask(type: number, fields: readonly Bytes[]): Promise<Answer> {
    if (this.#broken) return Promise.reject(this.#broken)
    const id = this.#next
    this.#next = (this.#next % 0xffffffff) + 1
    const answered = new Promise<Answer>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    this.#post(type, [uint32(id), ...fields])
    return answered
  }

  #post(type: number, fields: readonly Bytes[]): void {
    this.#send(field(joined([Uint8Array.of(type), ...fields])))
  }

  #take(packet: Bytes): void {
    const reader = new FieldReader(packet)
    const [type = 0] = reader.take(1)
    const id = type === types.version ? 0 : reader.uint32()
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    waiting?.resolve({ type, reader })
  }
}

function statusIn({ type, reader }: Answer): { readonly code: number; readonly text: string } {
  if (type !== types.status) throw new SftpError('broken')
  return { code: reader.uint32(), text: reader.text() }
}

const failureOf = ({ code, text }: { readonly code: number; readonly text: string }): SftpError =>
  new SftpError(reasons[code] ?? 'failed', text)
