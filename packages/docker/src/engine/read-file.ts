// One file out of a container: the engine sends it as a tar archive (POSIX.1-2017, pax(1), "ustar interchange format").
import { posix } from 'node:path'
import { addressText } from './engine-address.ts'
import { EngineFailure } from './engine-failure.ts'
import { open, readAll, refusal, type Transport } from './exchange.ts'

export interface FileRequest {
  readonly id: string
  readonly path: string
  readonly bytesMost: number
}

const blockBytes = 512
const linksMost = 8
type Entry =
  | { readonly kind: 'file'; readonly bytes: Buffer }
  | { readonly kind: 'link'; readonly to: string }
  | undefined

const textAt = (block: Buffer, from: number, length: number): string => {
  const field = block.toString('utf8', from, from + length)
  const end = field.indexOf('\0')
  return end < 0 ? field : field.slice(0, end)
}

/** The first entry that is a file or a link; extended headers go before it. */
function firstEntry(archive: Buffer, bytesMost: number): Entry {
  for (let at = 0; at + blockBytes <= archive.length;) {
    const header = archive.subarray(at, at + blockBytes)
    const bytes = Number.parseInt(textAt(header, 124, 12).trim() || '0', 8)
    if (!Number.isSafeInteger(bytes) || bytes < 0) return undefined
    const type = textAt(header, 156, 1)
    if (type === '2') return { kind: 'link', to: textAt(header, 157, 100) }
    const begin = at + blockBytes
    if (type === '0' || type === '' || type === '\0') {
      return { kind: 'file', bytes: archive.subarray(begin, begin + Math.min(bytes, bytesMost)) }
    }
    if (type !== 'x' && type !== 'g' && type !== 'L' && type !== 'K') return undefined
    at = begin + Math.ceil(bytes / blockBytes) * blockBytes
  }
  return undefined
}

async function archiveOf(transport: Transport, id: string, path: string): Promise<Buffer | undefined> {
  using reply = await open(transport, {
    method: 'GET',
    path: `/containers/${id}/archive?${new URLSearchParams({ path }).toString()}`,
  })
  const body = await readAll(reply, transport)
  if (reply.head.status === 404) return undefined
  if (reply.head.status >= 300) throw refusal(reply.head, body, addressText(transport.address))
  return body
}

export async function readFileOfContainer(
  transport: Transport,
  { id, path, bytesMost }: FileRequest,
): Promise<Buffer | undefined> {
  let at = path
  for (let links = 0; links <= linksMost; links += 1) {
    const archive = await archiveOf(transport, id, at)
    const entry = archive && firstEntry(archive, bytesMost)
    if (!entry) return undefined
    if (entry.kind === 'file') return entry.bytes
    at = posix.resolve(posix.dirname(at), entry.to)
  }
  throw new EngineFailure('refused', `${path} of the container is a circle of links.`)
}
