// How a command reaches the server that runs on the same data folder: HTTP over a socket file in it. Whoever may open that file
// owns the data anyway, so no further proof is asked. Through it, what a command changes takes effect at once: sessions of a
// deleted namespace end, which a second process that only wrote to the database could not bring about.
import { chmod, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type RequestListener, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { ApiError, failureOf, type Transport, type WireReply } from '@sshore/client'
import { contract, limits, namespaceHeader } from '@sshore/contract'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

/** Linux keeps socket names in 108 bytes, the terminating zero included (unix(7)). */
const longestSocketPath = 107

/** A running server answers in milliseconds; one that is stopped or stuck must not hold a command for ever. */
const usualPatienceSeconds = 20

const socketPath = (dataDir: string): string => join(dataDir, 'control.sock')
const proof = (serviceToken: string): Record<string, string> => ({ authorization: `Bearer ${serviceToken}` })

/** Undefined when it is larger than a body may be; counted while reading, for a chunked one tells no length before. */
async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Destroying the request would take the socket along, and with it the answer.
  const parts: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false })
  for await (const chunk of parts) {
    bytes += chunk.length
    if (bytes > limits.requestBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  call: Transport,
  serviceToken: string,
): Promise<void> {
  const body = await readBody(incoming)
  if (body === undefined) {
    response.writeHead(413, { connection: 'close' }).end()
    return
  }
  const json = body === '' ? {} : { 'content-type': 'application/json' }
  const tenant = incoming.headers[namespaceHeader.toLowerCase()]?.toString()
  const reply = await call({
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers: { ...json, ...(tenant === undefined ? {} : { [namespaceHeader]: tenant }), ...proof(serviceToken) },
    ...(body === '' ? {} : { body }),
  })
  const told = ['x-total-count', 'x-mail-server'].flatMap((name) => {
    const value = reply.header(name)
    return value ? [[name, value] as const] : []
  })
  response.writeHead(reply.status, { 'content-type': 'application/json', ...Object.fromEntries(told) })
  response.end(reply.text)
}

/** What never ends is not answered by a call: the request goes on as it is, with the rights of the command line. */
function passOn({ headers }: IncomingMessage, serviceToken: string): IncomingMessage['headers'] {
  const kept = [namespaceHeader.toLowerCase(), 'last-event-id', 'host'].flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), ...proof(serviceToken) }
}

/** Listens until disposed. `stream` takes the requests for events. Undefined when the folder's path is too long for a socket; commands then open the data themselves. */
export async function openControlSocket(
  dataDir: string,
  call: Transport,
  serviceToken: string,
  stream: RequestListener,
): Promise<AsyncDisposable | undefined> {
  const path = socketPath(dataDir)
  if (Buffer.byteLength(path) > longestSocketPath) return undefined
  // Left by a server that was killed; ours is the only one now, the folder is locked.
  await rm(path, { force: true })
  const server = createServer((incoming, response) => {
    if (incoming.method === 'GET' && incoming.url === contract.streamEvents.path) {
      incoming.headers = passOn(incoming, serviceToken)
      stream(incoming, response)
      return
    }
    answer(incoming, response, call, serviceToken).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  await chmod(path, 0o600)
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(
  path: string,
  wire: Parameters<Transport>[0],
  patienceSeconds = usualPatienceSeconds,
): Promise<WireReply> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      socketPath: path,
      method: wire.method,
      path: wire.path,
      headers: wire.headers,
      agent: false,
    })
    outgoing.once('error', reject)
    outgoing.setTimeout(patienceSeconds * 1000, () => {
      const message = `The server on this data folder has not answered for ${patienceSeconds} s.`
      outgoing.destroy(new CommandFailure(exitCodes.unreachable, 'no_answer', message))
    })
    outgoing.once('response', (response) => {
      const header = (name: string): string | undefined => response.headers[name.toLowerCase()]?.toString()
      readAll(response).then((text) => resolve({ status: response.statusCode ?? 0, header, text }), reject)
    })
    outgoing.end(wire.body)
  })
}

const nobodyListens = new Set(['ENOENT', 'ECONNREFUSED', 'ENAMETOOLONG', 'EINVAL'])

/** The running server's transport, or undefined when none runs on this folder. Calls that take their time need more patience. */
export async function findRunningServer(dataDir: string, patienceSeconds?: number): Promise<Transport | undefined> {
  const path = socketPath(dataDir)
  if (Buffer.byteLength(path) > longestSocketPath) return undefined
  try {
    await send(path, { method: 'GET', path: '/healthcheck', headers: {} })
  } catch (error) {
    if (error instanceof Error && 'code' in error && nobodyListens.has(String(error.code))) return undefined
    throw error
  }
  return (wire) => send(path, wire, patienceSeconds)
}

/** Events of a namespace as the running server sends them. Fails with status 0 when none runs on this folder. */
export function openLocalEvents(
  dataDir: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const { promise, resolve, reject } = Promise.withResolvers<AsyncIterable<Uint8Array>>()
  const outgoing = request({
    ...{ socketPath: socketPath(dataDir), method: 'GET', path: contract.streamEvents.path },
    ...{ headers, agent: false, signal },
  })
  outgoing.once('error', (cause) => {
    const message = `No server runs on ${dataDir}: nothing happens there.`
    reject(new ApiError({ status: 0, code: 'unreachable', message }, undefined, { cause }))
  })
  outgoing.once('response', (response) => {
    const status = response.statusCode ?? 0
    if (status < 400) return resolve(response)
    const header = (name: string): string | undefined => response.headers[name.toLowerCase()]?.toString()
    readAll(response).then((text) => reject(failureOf({ status, header, text })), reject)
  })
  outgoing.end()
  return promise
}
