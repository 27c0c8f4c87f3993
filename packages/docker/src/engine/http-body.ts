// The body of an HTTP/1.1 answer in pieces (RFC 9112 sections 6 and 7).
import type { ByteReader } from './byte-reader.ts'
import { EngineFailure } from './engine-failure.ts'
import type { ReplyHead } from './http-head.ts'

const sizeLineMost = 1024

interface Broken {
  /** The connection ended before the body did. */
  readonly cut: () => EngineFailure
  readonly garbage: () => EngineFailure
}

async function readLine(reader: ByteReader, broken: Broken): Promise<string> {
  let line = Buffer.alloc(0)
  for (;;) {
    const chunk = await reader.read()
    if (!chunk) throw broken.cut()
    line = Buffer.concat([line, chunk])
    const at = line.indexOf('\n')
    if (at >= 0) {
      reader.unread(line.subarray(at + 1))
      return line.toString('latin1', 0, at).trimEnd()
    }
    if (line.length > sizeLineMost) throw broken.garbage()
  }
}

async function* take(reader: ByteReader, bytes: number, broken: Broken): AsyncGenerator<Uint8Array> {
  for (let left = bytes; left > 0;) {
    const chunk = await reader.read()
    if (!chunk) throw broken.cut()
    const piece = chunk.subarray(0, left)
    reader.unread(chunk.subarray(piece.byteLength))
    left -= piece.byteLength
    yield piece
  }
}

async function* chunked(reader: ByteReader, broken: Broken): AsyncGenerator<Uint8Array> {
  for (;;) {
    const [size = ''] = (await readLine(reader, broken)).split(';', 1)
    if (!/^[0-9a-f]{1,8}$/i.test(size.trim())) throw broken.garbage()
    const bytes = Number.parseInt(size, 16)
    if (bytes === 0) return
    yield* take(reader, bytes, broken)
    if ((await readLine(reader, broken)) !== '') throw broken.garbage()
  }
}

async function* untilEnd(reader: ByteReader): AsyncGenerator<Uint8Array> {
  for (let chunk = await reader.read(); chunk; chunk = await reader.read()) yield chunk
}

/** Ends where the body does; rejects with `EngineFailure` when it is cut short. */
export function bodyOf({ status, headers }: ReplyHead, reader: ByteReader, where: string): AsyncGenerator<Uint8Array> {
  const broken: Broken = {
    cut: () => new EngineFailure('unreachable', `The connection to the engine at ${where} broke off.`),
    garbage: () =>
      new EngineFailure('garbage', `What answers at ${where} is not an engine: its answer makes no sense.`),
  }
  if (status === 204 || status === 304) return take(reader, 0, broken)
  if (/\bchunked$/i.test(headers.get('transfer-encoding') ?? '')) return chunked(reader, broken)
  const length = headers.get('content-length')
  if (length === undefined) return untilEnd(reader)
  if (!/^\d{1,15}$/.test(length)) throw broken.garbage()
  return take(reader, Number(length), broken)
}
