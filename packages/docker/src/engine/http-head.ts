// The head of an HTTP/1.1 answer (RFC 9112 sections 4 and 5), from a peer that may send anything.
import type { ByteReader } from './byte-reader.ts'
import { EngineFailure } from './engine-failure.ts'

export interface ReplyHead {
  readonly status: number
  /** Names in lower case; of a name that comes twice, the last. */
  readonly headers: ReadonlyMap<string, string>
}

const headBytesMost = 64 * 1024
const headEnd = Buffer.from('\r\n\r\n')

function parseHead(text: string): ReplyHead | undefined {
  const [first = '', ...lines] = text.split('\r\n')
  const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1]
  if (status === undefined) return undefined
  const headers = new Map<string, string>()
  for (const line of lines) {
    const at = line.indexOf(':')
    if (at < 1) return undefined
    headers.set(line.slice(0, at).toLowerCase(), line.slice(at + 1).trim())
  }
  return { status: Number(status), headers }
}

/** What follows the head stays with the reader. Rejects with `EngineFailure` when this is no HTTP. */
export async function readHead(reader: ByteReader, where: string): Promise<ReplyHead> {
  const garbage = () =>
    new EngineFailure('garbage', `What answers at ${where} is not an engine: it does not speak HTTP as one does.`)
  let bytes = Buffer.alloc(0)
  for (;;) {
    const chunk = await reader.read()
    if (!chunk) {
      if (bytes.length > 0) throw garbage()
      throw new EngineFailure('unreachable', `The engine at ${where} closed the connection without an answer.`)
    }
    bytes = Buffer.concat([bytes, chunk])
    const at = bytes.indexOf(headEnd)
    if (at < 0) {
      if (bytes.length > headBytesMost || !'HTTP/1.'.startsWith(bytes.toString('latin1', 0, 7))) throw garbage()
      continue
    }
    const head = at > headBytesMost ? undefined : parseHead(bytes.toString('latin1', 0, at))
    if (!head) throw garbage()
    reader.unread(bytes.subarray(at + headEnd.length))
    // 100 and 103 go before the answer itself.
    if (head.status === 101 || head.status >= 200) return head
    bytes = Buffer.alloc(0)
  }
}
