// A client that speaks single packets, for what the sftp command cannot say, and for comparing answers field by field.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { PacketReader } from '../packet-reader.ts'
import { packetType, protocolVersion } from '../protocol.ts'
import type { ServerUnderTest } from './servers.ts'

/** What a server answered, without what may differ between two servers that both do right (the text of a status). */
export type Answer =
  | { readonly status: number }
  | { readonly handle: Buffer }
  | { readonly bytes: Buffer }
  | { readonly names: readonly { readonly name: string; readonly longName: string; readonly attributes: Attributes }[] }
  | { readonly attributes: Attributes }
  | { readonly extended: Buffer }

export type Attributes = Readonly<Record<string, number>>

export const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
export const long = (value: number | bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
/** Text as bytes, one per character, so that tests can spell names that are not UTF-8. */
export const string = (value: string | Buffer): Buffer => {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'latin1') : value
  return Buffer.concat([word(bytes.length), bytes])
}
export const noAttributes = word(0)

export function packet(type: number, ...fields: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.of(type), ...fields])
  return Buffer.concat([word(body.length), body])
}

function attributesOf(reader: PacketReader): Attributes {
  const flags = reader.word()
  return {
    ...(flags & 1 ? { size: reader.long() } : {}),
    ...(flags & 2 ? { uid: reader.word(), gid: reader.word() } : {}),
    ...(flags & 4 ? { mode: reader.word() } : {}),
    ...(flags & 8 ? { accessed: reader.word(), modified: reader.word() } : {}),
  }
}

function namesOf(reader: PacketReader) {
  return Array.from({ length: reader.word() }, () => ({
    name: reader.string().toString('latin1'),
    longName: reader.string().toString('latin1'),
    attributes: attributesOf(reader),
  }))
}

function answerOf(type: number, reader: PacketReader): Answer {
  switch (type) {
    case packetType.status:
      return { status: reader.word() }
    case packetType.handle:
      return { handle: Buffer.from(reader.string()) }
    case packetType.data:
      return { bytes: Buffer.from(reader.string()) }
    case packetType.name:
      return { names: namesOf(reader) }
    case packetType.attrs:
      return { attributes: attributesOf(reader) }
    case packetType.extendedReply:
      return { extended: Buffer.from(Array.from({ length: reader.remaining }, () => reader.byte())) }
    default:
      throw new Error(`An answer of type ${type}`)
  }
}

export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly standardError: string
}

/** Another user than the one who runs the tests; only root can ask for that. */
export interface RunAs {
  readonly uid?: number
  readonly gid?: number
}

export class PacketClient implements AsyncDisposable {
  readonly process: ChildProcessWithoutNullStreams
  readonly ended: Promise<Ending>
  #received = Buffer.alloc(0)
  #waiting: (() => void) | undefined
  #nextId = 1
  #over = false
  /** Text of the last status. */
  message = ''

  constructor(server: ServerUnderTest, directory: string, as: RunAs = {}) {
    const [program, ...parameters] = server.argv
    this.process = spawn(program, parameters, { cwd: directory, env: { ...environment }, ...as })
    this.process.stdout.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk])
      this.#waiting?.()
    })
    // A server that ends while more is written to it is an outcome, not a failure of the client.
    this.process.stdin.on('error', () => undefined)
    let standardError = ''
    this.process.stderr.on('data', (chunk: Buffer) => (standardError += chunk.toString()))
    this.ended = new Promise((resolve) => {
      this.process.on('close', (code, signal) => {
        this.#over = true
        this.#waiting?.()
        resolve({ code, signal, standardError })
      })
    })
  }

  send(bytes: Buffer): void {
    this.process.stdin.write(bytes)
  }

  /** The next packet's type and fields, or undefined at the end of the stream. */
  async receive(): Promise<{ type: number; reader: PacketReader } | undefined> {
    for (;;) {
      const length = this.#received.length < 4 ? Infinity : this.#received.readUInt32BE(0)
      if (this.#received.length >= 4 + length) {
        const body = this.#received.subarray(4, 4 + length)
        this.#received = this.#received.subarray(4 + length)
        return { type: body.readUInt8(0), reader: new PacketReader(body, 1, body.length) }
      }
      if (this.#over) return undefined
      await new Promise<void>((resolve) => (this.#waiting = resolve))
    }
  }

  /** Names of the extensions that the server announces. */
  async greet(): Promise<string[]> {
    this.send(packet(packetType.init, word(protocolVersion)))
    const answer = await this.receive()
    if (answer?.type !== packetType.version || answer.reader.word() !== protocolVersion) throw new Error('No VERSION')
    const extensions: string[] = []
    while (answer.reader.remaining > 0) extensions.push(`${answer.reader.text()} ${answer.reader.text()}`)
    return extensions
  }

  /** Sends a request and waits for its answer, which must be the next one. */
  async ask(type: number, ...fields: readonly Buffer[]): Promise<Answer> {
    const id = this.#nextId++
    this.send(packet(type, word(id), ...fields))
    return this.answerTo(id)
  }

  async answerTo(id: number): Promise<Answer> {
    const received = await this.receive()
    if (received === undefined) throw new Error(`The server ended: ${JSON.stringify(await this.ended)}`)
    const answered = received.reader.word()
    if (answered !== id) throw new Error(`An answer to ${answered} in place of ${id}`)
    const answer = answerOf(received.type, received.reader)
    if ('status' in answer) this.message = received.reader.text()
    return answer
  }

  extension(name: string, ...fields: readonly Buffer[]): Promise<Answer> {
    return this.ask(packetType.extended, string(name), ...fields)
  }

  /** The handle that an OPEN or OPENDIR gives, ready to be a field. */
  async open(path: string, flags: number, attributes: Buffer = noAttributes): Promise<Buffer> {
    return fieldOf(await this.ask(packetType.open, string(path), word(flags), attributes))
  }

  async openDirectory(path: string): Promise<Buffer> {
    return fieldOf(await this.ask(packetType.opendir, string(path)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.stdin.end()
    this.process.stdout.resume()
    await this.ended
  }
}

const environment = { PATH: '/usr/bin:/bin', TZ: 'Europe/Berlin', LC_ALL: 'C' }

function fieldOf(answer: Answer): Buffer {
  if (!('handle' in answer)) throw new Error(`No handle but ${JSON.stringify(answer)}`)
  return string(answer.handle)
}

/** Starts a server in a directory and says hello. */
export async function connect(server: ServerUnderTest, directory: string, as?: RunAs): Promise<PacketClient> {
  const client = new PacketClient(server, directory, as)
  await client.greet()
  return client
}
