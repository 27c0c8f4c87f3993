// One request to an engine, on a connection of its own: engines are near, requests are few, and one that becomes a raw
// stream cannot be shared.
import type { Socket } from 'node:net'
import type { Clock } from '@sshore/link'
import { type ByteReader, byteReader } from './byte-reader.ts'
import { connect } from './connect.ts'
import { addressText, type EngineAddress } from './engine-address.ts'
import { connectionFailure, EngineFailure, oneLine } from './engine-failure.ts'
import { bodyOf } from './http-body.ts'
import { readHead, type ReplyHead } from './http-head.ts'

export interface EngineRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE'
  /** With its query. */
  readonly path: string
  readonly body?: unknown
  /** The connection becomes a stream of bytes. */
  readonly hijack?: true
}

export interface Transport {
  readonly address: EngineAddress
  readonly clock: Clock
}

/** An answer whose body has not been read. Dispose it to be rid of the connection. */
export interface OpenReply extends Disposable {
  readonly head: ReplyHead
  readonly socket: Socket
  readonly reader: ByteReader
  body(): AsyncGenerator<Uint8Array>
}

const answerSeconds = 20
const replyBytesMost = 16 * 1024 * 1024

function requestText({ method, path, body, hijack }: EngineRequest): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: docker',
    'User-Agent: sshore',
    'Accept: application/json, */*',
    ...(method === 'POST' ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
    ...(hijack ? ['Connection: Upgrade', 'Upgrade: tcp'] : ['Connection: close']),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

/** Sends and waits for the head of the answer, whatever its status. Rejects with `EngineFailure`. */
export async function open({ address, clock }: Transport, request: EngineRequest): Promise<OpenReply> {
  const where = addressText(address)
  const socket = await connect(address, clock)
  const reader = byteReader(socket)
  let late = false
  const cancel = clock.after(answerSeconds * 1000, () => {
    late = true
    socket.destroy()
  })
  try {
    socket.write(requestText(request))
    const head = await readHead(reader, where)
    const dispose = () => void socket.destroy()
    return { head, socket, reader, body: () => bodyOf(head, reader, where), [Symbol.dispose]: dispose }
  } catch (failure) {
    socket.destroy()
    if (late) {
      throw new EngineFailure('deadline', `The engine at ${where} did not answer within ${answerSeconds} seconds.`)
    }
    // An engine that wants another client certificate says so only here (RFC 8446 section 4.4.2.4).
    throw connectionFailure(where, failure)
  } finally {
    cancel()
  }
}

/** The whole body, bounded in size and time. */
export async function readAll(reply: OpenReply, { address, clock }: Transport): Promise<Buffer> {
  const where = addressText(address)
  const pieces: Uint8Array[] = []
  let bytes = 0
  let late = false
  const cancel = clock.after(answerSeconds * 1000, () => {
    late = true
    reply.socket.destroy()
  })
  const deadline = () =>
    new EngineFailure('deadline', `The engine at ${where} did not finish its answer within ${answerSeconds} seconds.`)
  try {
    for await (const piece of reply.body()) {
      bytes += piece.byteLength
      if (bytes > replyBytesMost) {
        throw new EngineFailure('garbage', `An answer of the engine at ${where} is too large.`)
      }
      pieces.push(piece)
    }
    if (late) throw deadline()
    return Buffer.concat(pieces)
  } catch (failure) {
    if (late) throw deadline()
    throw connectionFailure(where, failure)
  } finally {
    cancel()
  }
}

/** What an engine says of a failure: `{"message": …}`, in Podman also `{"cause": …}`. */
export function refusal(head: ReplyHead, body: Buffer, where: string): EngineFailure {
  let said = ''
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    if (typeof parsed === 'object' && parsed !== null && 'message' in parsed) said = oneLine(String(parsed.message))
  } catch {
    return new EngineFailure('garbage', `What answers at ${where} is not an engine (status ${head.status}).`, head)
  }
  const words = said === '' ? `status ${head.status}` : said
  return new EngineFailure('refused', `The engine refused: ${words}`, head)
}
