// A namespace in a file: JSON, one record a line. The first line says what it is, the last one proves that it is whole.
import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

export const transferVersion = 1

const TransferHeader = Type.Object({
  sshore: Type.Literal('namespace'),
  version: Type.Integer({ minimum: 1 }),
  /** Number of the newest migration that the rows were written under. */
  schema: Type.Integer({ minimum: 1 }),
  written_at: Type.String(),
  server_version: Type.String(),
  name: Type.String({ minLength: 1, maxLength: 64 }),
  tenant_id: Type.String({ minLength: 1, maxLength: 64 }),
  with_sessions: Type.Boolean(),
  /** Set when secrets are sealed with a passphrase (scrypt, AES-256-GCM); null: they were left out. */
  salt: Type.Union([Type.String(), Type.Null()]),
})
const UserRecord = Type.Object({
  user: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 64 }),
    username: Type.String({ minLength: 1, maxLength: 64 }),
    email: Type.String({ minLength: 1, maxLength: 254 }),
    name: Type.String({ maxLength: 256 }),
    /** PHC string; null: left out. */
    password_hash: Type.Union([Type.String({ maxLength: 512 }), Type.Null()]),
  }),
})
const Cell = Type.Union([Type.String(), Type.Number(), Type.Null()])
const RowRecord = Type.Object({ table: Type.String(), row: Type.Record(Type.String(), Cell) })
const EndRecord = Type.Object({ end: Type.Object({ records: Type.Integer(), sha256: Type.String() }) })

export type TransferHeader = Static<typeof TransferHeader>
export type UserRecord = Static<typeof UserRecord>
export type RowRecord = Static<typeof RowRecord>
export type TransferRecord = UserRecord | RowRecord

/** The file cannot be taken in, or not like this; each problem is a sentence. */
export class TransferRefused extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'TransferRefused'
    this.problems = problems
  }
}

const checks = {
  header: Compile(TransferHeader),
  user: Compile(UserRecord),
  row: Compile(RowRecord),
  end: Compile(EndRecord),
}

/** Adds the line that proves the file to be whole. Lines end with a line feed. */
export async function* sealedLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let records = 0
  for await (const line of lines) {
    hash.update(line)
    records += 1
    yield line
  }
  yield `${JSON.stringify({ end: { records, sha256: hash.digest('hex') } })}\n`
}

function parsed(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new TransferRefused([`Line ${number} is damaged: it is no JSON.`])
  }
}

const cutShort = (): TransferRefused => new TransferRefused(['The file ends too early: its last part is missing.'])

/** The first line. Throws `TransferRefused` for anything but a file of this kind and version. */
function headerOf(line: string): TransferHeader {
  const value = line.startsWith('{') ? parsed(line, 1) : undefined
  if (!checks.header.Check(value)) throw new TransferRefused(['This is no file of "sshore export".'])
  if (value.version <= transferVersion) return value
  throw new TransferRefused([
    `The file is of format ${value.version}; this version reads up to ${transferVersion}. Import it with a newer Sshore.`,
  ])
}

export interface TransferFile {
  readonly header: TransferHeader
  /** Checks the end of the file as it gets there: records that came before may only be kept when it does not throw. */
  readonly records: AsyncIterable<TransferRecord>
}

/** Reads lines without their line feeds. */
export async function readTransfer(lines: AsyncIterator<string>): Promise<TransferFile> {
  const hash = createHash('sha256')
  let count = 0
  async function nextLine(): Promise<string | undefined> {
    const next = await lines.next()
    return next.done ? undefined : next.value
  }
  function keep(line: string): void {
    hash.update(`${line}\n`)
    count += 1
  }
  const first = await nextLine()
  if (first === undefined) throw new TransferRefused(['The file is empty.'])
  const header = headerOf(first)
  keep(first)
  async function* records(): AsyncGenerator<TransferRecord> {
    for (;;) {
      const line = await nextLine()
      if (line === undefined) throw cutShort()
      const value = parsed(line, count + 1)
      if (checks.end.Check(value)) {
        const { records: told, sha256 } = value.end
        if (told !== count || sha256 !== hash.digest('hex')) {
          throw new TransferRefused(['The file was changed or damaged: its checksum does not fit.'])
        }
        return
      }
      if (!checks.user.Check(value) && !checks.row.Check(value)) {
        throw new TransferRefused([`Line ${count + 1} is damaged: it is neither a user nor a row.`])
      }
      keep(line)
      yield value
    }
  }
  return { header, records: records() }
}
