// The HTTP upgrade of a link: an agent that may not come in is told so by a status, never by a connection that is
// accepted and closed again, which agents answer with a busy loop.
import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, type Client } from '@sshore/client'
import { type DeviceUid, linkSubprotocol, type TenantId } from '@sshore/contract'
import { type WebSocket, WebSocketServer } from 'ws'

export interface LinkedDevice {
  readonly uid: DeviceUid
  readonly tenantId: TenantId
  /** PEM, as registered. */
  readonly publicKey: string
}

export interface Refusal {
  readonly status: number
  readonly reason: string
  readonly message: string
  readonly retryAfterSeconds?: number
  /** What should have been offered. */
  readonly subprotocol?: string
}

/** No message of an agent comes near it. */
const messageBytesMost = 256 * 1024
/** Our agents send messages whole. What arrives in crumbs costs far more than its bytes until it is complete. */
const fragmentsMost = 64
const waitingChunksMost = 4096
const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  426: 'Upgrade Required',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

/** Spread, so that agents turned away together do not come back together. */
const later = (): number => randomInt(2, 15)

/** Chooses `subprotocol` when the client offers any. */
export function createWebSocketServer(subprotocol: string, maxPayload = messageBytesMost): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload,
    maxFragments: fragmentsMost,
    maxBufferedChunks: waitingChunksMost,
    // See `answerPing`.
    autoPong: false,
    skipUTF8Validation: true,
    handleProtocols: () => subprotocol,
  })
}

function bearerToken(request: IncomingMessage): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1]
}

export function offeredSubprotocols(request: IncomingMessage): string[] {
  return (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
}

export function refuse(socket: Duplex, refusal: Refusal): void {
  const { status, reason, message, retryAfterSeconds, subprotocol } = refusal
  const body = JSON.stringify({ message, code: reason })
  const headers = [
    `HTTP/1.1 ${status} ${statusTexts[status] ?? 'Error'}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    ...(subprotocol === undefined ? [] : ['Upgrade: websocket', `Sec-WebSocket-Protocol: ${subprotocol}`]),
    'Connection: close',
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

export const stopping = (): Refusal => ({
  status: 503,
  reason: 'shutting_down',
  message: 'The server is stopping; try again in a moment.',
  retryAfterSeconds: later(),
})

export const crowded = (): Refusal => ({
  status: 503,
  reason: 'too_many_requests',
  message: 'Too many devices connect at once; try again in a moment.',
  retryAfterSeconds: later(),
})

/** Whether the request is for our own link. */
export function checkSubprotocol(request: IncomingMessage): Refusal | undefined {
  if (offeredSubprotocols(request).includes(linkSubprotocol)) return undefined
  const message = `This server speaks ${linkSubprotocol}; install a matching agent.`
  return { status: 426, reason: 'subprotocol', message, subprotocol: linkSubprotocol }
}

/** Finds out which device dials, or why it may not. */
export const identifyDevice = (client: Client, request: IncomingMessage): Promise<LinkedDevice | Refusal> =>
  identifyToken(client, bearerToken(request))

export async function identifyToken(client: Client, token: string | undefined): Promise<LinkedDevice | Refusal> {
  const unauthenticated = {
    status: 401,
    reason: 'unauthenticated',
    message: 'The device token is missing, malformed or revoked; register the device again.',
  }
  if (token === undefined) return unauthenticated
  try {
    const { body } = await client.authenticateDevice({ body: { token } })
    return { uid: body.uid, tenantId: body.tenant_id, publicKey: body.public_key }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return unauthenticated
    const message = 'The device could not be checked; try again in a moment.'
    return { status: 503, reason: 'internal', message, retryAfterSeconds: later() }
  }
}

/** What a device may send before it has proved itself; the proof itself is at most 8 KiB. */
const unprovedBytesMost = 16 * 1024

/** Breaks the connection off when more arrives than a proof needs. Returns what ends the watch. */
export function watchUnproved(socket: Duplex): () => void {
  let bytes = 0
  const count = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > unprovedBytesMost) socket.destroy()
  }
  const end = (): void => void socket.off('data', count)
  socket.on('data', count)
  socket.once('close', end)
  return end
}

/** Completes the upgrade; resolves with undefined when the peer's request was malformed (ws answers it). */
export function completeUpgrade(
  server: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<WebSocket | undefined> {
  const { promise, resolve } = Promise.withResolvers<WebSocket | undefined>()
  socket.once('close', () => resolve(undefined))
  server.handleUpgrade(request, socket, head, resolve)
  return promise
}
