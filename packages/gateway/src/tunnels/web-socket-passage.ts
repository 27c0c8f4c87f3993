// A WebSocket of a visitor (RFC 6455, section 4): the handshake goes to the service, and after its 101 bytes go both ways. Any
// other answer of the service is an ordinary one.
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ResetReason, TunnelTarget } from '@sshore/contract'
import type { Clock, Link } from '@sshore/link'
import { responseFields } from './header-fields.ts'
import { Patience } from './patience.ts'
import { brokenOff, refusals, refuse, troubleOf, type TunnelRefusal } from './refusals.ts'
import { authorityOf, type Forwarded, requestHead } from './request-head.ts'
import type { ResponseHead } from './response-head.ts'
import { ResponseReader } from './response-reader.ts'
import type { TargetConnection } from './target-connection.ts'
import type { TargetConnections } from './target-connections.ts'

export interface PassageParts {
  readonly request: IncomingMessage
  readonly socket: Socket
  /** What the visitor sent behind the handshake. */
  readonly early: Buffer
  readonly link: Link
  readonly target: TunnelTarget
  readonly forwarded: Forwarded
  readonly ourCookies: readonly string[]
  readonly connections: TargetConnections
  readonly clock: Clock
  readonly onOver: (status: number, sentBytes: number, problem: string | undefined) => void
}

const answerSeconds = 60
const probeSeconds = 60
/** For a visitor to take what waits. */
const visitorSeconds = 300

/** Whether a request that came before on the connection still waits for its answer: nothing else may be said there. */
export function awaitsAnswer(request: IncomingMessage, socket: Socket): boolean {
  const probe = new ServerResponse(request)
  try {
    probe.assignSocket(socket)
  } catch {
    return true
  }
  probe.detachSocket(socket)
  return false
}

/** The response to a request whose socket was taken over; the connection ends with it. */
export function responseOn(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.on('finish', () => {
    response.detachSocket(socket)
    socket.end(() => socket.destroy())
  })
  return response
}

export class WebSocketPassage {
  readonly #parts: PassageParts
  readonly #connection: TargetConnection
  readonly #reader: ResponseReader
  readonly #answer: Patience
  readonly #visitor: Patience
  /** Of an answer that is not 101. */
  #response: ServerResponse | undefined
  #open = false
  #over = false
  #status = 0
  #sentBytes = 0
  #heldBytes = 0

  constructor(parts: PassageParts) {
    this.#parts = parts
    const { request, socket, link, target, clock } = parts
    this.#answer = new Patience(clock, answerSeconds, () => this.#fail(refusals.late, 'no answer in time'))
    this.#visitor = new Patience(clock, visitorSeconds, () => this.end('the visitor was too slow'))
    this.#reader = new ResponseReader(request.method ?? '', {
      onHead: (head) => this.#head(head),
      onData: (data) => this.#data(data),
    })
    this.#connection = parts.connections.take(link, target, false)
    this.#connection.use({
      onData: (bytes) => this.#read(bytes),
      onDrain: () => socket.resume(),
      onEnd: () => this.#ended(),
      onClose: (reason, detail) => this.#closed(reason, detail),
    })
    socket.on('close', () => this.end('the visitor hung up'))
    socket.on('drain', () => this.#drained())
  }

  start(): void {
    const { request, target, forwarded, ourCookies } = this.#parts
    this.#answer.begin()
    this.#connection.write(requestHead(request, target, forwarded, ourCookies, true))
  }

  end(problem: string | undefined): void {
    if (this.#over) return
    this.#parts.socket.destroy()
    this.#finish(problem)
  }

  #read(bytes: Buffer): void {
    const heldBefore = this.#heldBytes
    try {
      this.#reader.read(bytes)
      this.#connection.consumed(bytes.length - (this.#heldBytes - heldBefore))
      if (this.#response && this.#reader.complete) this.#answered()
    } catch (error) {
      // A link takes nothing that is thrown.
      this.#fail(...troubleOf(error))
    }
  }

  #head(head: ResponseHead): void {
    const { request, socket, target } = this.#parts
    this.#answer.end()
    this.#status = head.status
    const fields = responseFields(head.fields, authorityOf(target))
    if (head.status !== 101) {
      this.#response = responseOn(request, socket)
      this.#response.writeHead(head.status, head.reason, fields)
      return
    }
    let text = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`
    for (let at = 0; at < fields.length; at += 2) text += `${fields[at]}: ${fields[at + 1]}\r\n`
    socket.write(Buffer.from(`${text}\r\n`, 'latin1'))
    this.#open = true
    this.#pass()
  }

  /** From the visitor to the service, from now on. */
  #pass(): void {
    const { socket, early } = this.#parts
    const toService = (chunk: Buffer): void => {
      if (!this.#over && !this.#connection.write(chunk)) socket.pause()
    }
    socket.setNoDelay(true)
    socket.setTimeout(0)
    // Of a visitor who went away without a word nothing else would be heard.
    socket.setKeepAlive(true, probeSeconds * 1000)
    if (early.length > 0) toService(early)
    socket.on('data', toService)
    socket.on('end', () => {
      // A WebSocket has no half of a connection; its ends have said goodbye in frames.
      this.#connection.close()
      this.end(undefined)
    })
    socket.resume()
  }

  #data(data: Buffer): void {
    if (this.#over) return
    this.#sentBytes += data.length
    const { socket } = this.#parts
    const room = this.#response ? this.#response.write(data) : socket.write(data)
    if (room) return
    this.#heldBytes += data.length
    this.#visitor.begin()
  }

  #drained(): void {
    this.#visitor.end()
    const bytes = this.#heldBytes
    this.#heldBytes = 0
    if (bytes > 0) this.#connection.consumed(bytes)
  }

  #answered(): void {
    this.#response?.end()
    this.#finish(undefined)
  }

  #ended(): void {
    if (this.#over) return
    if (this.#open) {
      // A visitor who does not hang up in turn would keep half a connection.
      this.#parts.socket.destroySoon()
      this.#finish(undefined)
      return
    }
    try {
      this.#reader.end()
      this.#answered()
    } catch (error) {
      this.#fail(...troubleOf(error))
    }
  }

  #closed(reason: ResetReason | undefined, detail: string): void {
    if (this.#over) return
    if (reason === undefined) this.#ended()
    else this.#fail(...brokenOff(reason, detail))
  }

  #fail(told: TunnelRefusal, problem: string): void {
    if (this.#over) return
    const { request, socket } = this.#parts
    if (this.#status !== 0) {
      this.end(problem)
      return
    }
    this.#status = told.status
    refuse(request, responseOn(request, socket), told)
    this.#finish(problem)
  }

  #finish(problem: string | undefined): void {
    if (this.#over) return
    this.#over = true
    this.#answer.stop()
    this.#visitor.stop()
    if (this.#heldBytes > 0) this.#connection.consumed(this.#heldBytes)
    this.#heldBytes = 0
    if (problem === undefined) {
      this.#connection.leave()
      this.#connection.close()
    } else this.#connection.spoil(problem)
    this.#parts.onOver(this.#status, this.#sentBytes, problem)
  }
}
