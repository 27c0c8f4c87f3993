// One request of a visitor and its response, carried between a connection of theirs and one of the device.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ResetReason, TunnelTarget } from '@sshore/contract'
import type { Clock, Link } from '@sshore/link'
import { responseFields } from './header-fields.ts'
import { Patience } from './patience.ts'
import { brokenOff, refusals, refuse, troubleOf, type TunnelRefusal } from './refusals.ts'
import { authorityOf, bodyOf, type Forwarded, requestHead } from './request-head.ts'
import { BadResponse, type ResponseHead } from './response-head.ts'
import { ResponseReader } from './response-reader.ts'
import type { TargetConnection } from './target-connection.ts'
import type { TargetConnections } from './target-connections.ts'

export interface ExchangeParts {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly link: Link
  readonly target: TunnelTarget
  readonly forwarded: Forwarded
  readonly ourCookies: readonly string[]
  readonly connections: TargetConnections
  readonly clock: Clock
  /** Called once; `problem` when it did not go as it should. */
  readonly onOver: (sentBytes: number, problem: string | undefined) => void
}

/** For a service to begin its answer, once it has the request; a browser waits no longer. */
const answerSeconds = 300
/** For the visitor to send something, while that is what is waited for. */
const sendSeconds = 60
/** To take what waits for them: some megabytes, over whatever line they have. */
const takeSeconds = 300
const probeSeconds = 60

/** A body of one piece, up to this size, is sent together with its head. */
const joinedBytesMost = 16 * 1024

const chunkEnd = Buffer.from('\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

export class Exchange {
  readonly #parts: ExchangeParts
  readonly #hasBody: boolean
  readonly #chunks: boolean
  /** May be asked again of another connection: it changes nothing, and none of it is gone. */
  readonly #repeatable: boolean
  readonly #answer: Patience
  readonly #sending: Patience
  readonly #taking: Patience
  #reader: ResponseReader
  #connection: TargetConnection | undefined
  #sentAll: boolean
  #begun = false
  #spoilt = false
  #lasting = false
  #over = false
  #sentBytes = 0
  /** Handed to the response and not taken by the visitor. */
  #heldBytes = 0
  /** The first data of a body, which is mostly all of it. */
  #first: Buffer | undefined

  constructor(parts: ExchangeParts) {
    this.#parts = parts
    const { request, response, clock } = parts
    const body = bodyOf(request)
    this.#hasBody = body.kind === 'chunked' || (body.kind === 'length' && Number(body.text) > 0)
    this.#chunks = body.kind === 'chunked'
    this.#repeatable = !this.#hasBody && /^(GET|HEAD|OPTIONS)$/.test(request.method ?? '')
    this.#sentAll = !this.#hasBody
    this.#answer = new Patience(clock, answerSeconds, () => this.#fail(refusals.late, 'no answer in time'))
    const tooSlow = (): void => this.end('the visitor was too slow')
    this.#sending = new Patience(clock, sendSeconds, tooSlow)
    this.#taking = new Patience(clock, takeSeconds, tooSlow)
    this.#reader = this.#newReader()
    response.on('close', () => {
      if (!response.writableFinished) this.end('the visitor hung up')
      // Answered before the visitor had sent all: nobody needs the rest.
      else this.#finish(undefined)
    })
    response.on('drain', () => this.#drained())
  }

  start(): void {
    this.#ask(this.#repeatable)
    if (this.#hasBody && !this.#over) this.#takeBody()
  }

  /** Breaks it off; a visitor who has a part of the response sees that it is cut. */
  end(problem: string): void {
    if (this.#over) return
    this.#parts.response.destroy()
    this.#finish(problem)
  }

  #newReader(): ResponseReader {
    return new ResponseReader(this.#parts.request.method ?? '', {
      onHead: (head) => this.#head(head),
      onData: (data) => this.#data(data),
    })
  }

  #ask(mayReuse: boolean): void {
    const { request, link, target, forwarded, ourCookies, connections } = this.#parts
    const connection = connections.take(link, target, mayReuse)
    this.#connection = connection
    connection.use({
      onData: (bytes) => this.#read(bytes),
      onDrain: () => this.#room(),
      onEnd: () => this.#ended(),
      onClose: (reason, detail) => this.#closed(reason, detail),
    })
    connection.write(requestHead(request, target, forwarded, ourCookies, false))
    if (!this.#hasBody) this.#answer.begin()
  }

  #takeBody(): void {
    const { request } = this.#parts
    this.#sending.begin()
    request.on('data', (chunk: Buffer) => {
      const connection = this.#connection
      if (this.#over || !connection) return
      if (this.#chunks) connection.write(Buffer.from(`${chunk.length.toString(16)}\r\n`))
      let room = connection.write(chunk)
      if (this.#chunks) room = connection.write(chunkEnd)
      if (room) this.#sending.begin()
      else {
        this.#sending.end()
        request.pause()
      }
    })
    request.on('end', () => {
      this.#sentAll = true
      this.#sending.end()
      if (this.#over) return
      if (this.#chunks) this.#connection?.write(lastChunk)
      if (!this.#begun) this.#answer.begin()
      this.#settle()
    })
  }

  #room(): void {
    const { request } = this.#parts
    if (this.#over || this.#sentAll) return
    this.#sending.begin()
    request.resume()
  }

  #read(bytes: Buffer): void {
    const connection = this.#connection
    const heldBefore = this.#heldBytes
    try {
      const used = this.#reader.read(bytes)
      if (!this.#reader.complete) this.#passFirst()
      connection?.consumed(bytes.length - (this.#heldBytes - heldBefore))
      if (this.#reader.complete) this.#complete(used < bytes.length)
      else this.#lasts()
    } catch (error) {
      // A link takes nothing that is thrown.
      this.#fail(...troubleOf(error))
    }
  }

  /** There is more to come, perhaps in hours: the head does not wait for it, and a visitor who is gone has to be noticed. */
  #lasts(): void {
    if (!this.#begun || this.#lasting) return
    this.#lasting = true
    const { request, response } = this.#parts
    if (this.#sentBytes === 0) response.flushHeaders()
    request.socket.setKeepAlive(true, probeSeconds * 1000)
  }

  #head(head: ResponseHead): void {
    const { response, target } = this.#parts
    this.#answer.end()
    if (head.status === 101) throw new BadResponse('another protocol than was asked for')
    this.#begun = true
    const fields = responseFields(head.fields, authorityOf(target))
    const { declaredBytes, status } = head
    if (declaredBytes !== undefined && status !== 204) fields.push('Content-Length', String(declaredBytes))
    // Who is not done with sending when the answer comes would hold up the next request.
    if (!this.#sentAll) response.shouldKeepAlive = false
    response.writeHead(status, head.reason, fields)
  }

  #data(data: Buffer): void {
    if (this.#over) return
    if (this.#sentBytes === 0 && data.length <= joinedBytesMost) this.#first = data
    else {
      this.#passFirst()
      this.#pass(data)
    }
    this.#sentBytes += data.length
  }

  #passFirst(): void {
    const first = this.#first
    this.#first = undefined
    if (first) this.#pass(first)
  }

  #pass(data: Buffer): void {
    if (this.#parts.response.write(data)) return
    this.#heldBytes += data.length
    this.#taking.begin()
  }

  #drained(): void {
    this.#taking.end()
    const bytes = this.#heldBytes
    this.#heldBytes = 0
    if (bytes > 0) this.#connection?.consumed(bytes)
  }

  /** `more`: it said more than its answer, and who knows what the next would be told. */
  #complete(more: boolean): void {
    const first = this.#first
    this.#first = undefined
    // As text it leaves together with the head, in one write.
    if (first) this.#parts.response.end(first.toString('latin1'), 'latin1')
    else this.#parts.response.end()
    this.#spoilt ||= more
    this.#settle()
  }

  /** The service closed its side. */
  #ended(): void {
    if (this.#over) return
    if (this.#mayRepeat()) {
      this.#repeat()
      return
    }
    try {
      this.#reader.end()
      this.#complete(true)
    } catch (error) {
      this.#fail(...troubleOf(error))
    }
  }

  #closed(reason: ResetReason | undefined, detail: string): void {
    if (this.#over) return
    if (this.#mayRepeat()) {
      this.#repeat()
      return
    }
    if (reason === undefined) {
      this.#ended()
      return
    }
    this.#fail(...brokenOff(reason, detail))
  }

  /** The service hung up just when it was asked once more. */
  #mayRepeat(): boolean {
    return this.#repeatable && !this.#begun && this.#connection?.reused === true
  }

  #repeat(): void {
    this.#connection?.leave()
    this.#connection?.close()
    this.#reader = this.#newReader()
    this.#ask(false)
  }

  #fail(told: TunnelRefusal, problem: string): void {
    if (this.#over) return
    const { request, response } = this.#parts
    if (response.headersSent) {
      this.end(problem)
      return
    }
    refuse(request, response, told)
    this.#finish(problem)
  }

  /** Both directions are done: the connection can serve another request, if both sides want that. */
  #settle(): void {
    if (this.#over || !this.#reader.complete || !this.#sentAll) return
    const { connections, target } = this.#parts
    const connection = this.#connection
    this.#connection = undefined
    this.#drainInto(connection)
    if (connection && !this.#spoilt && this.#reader.head?.persistent === true) connections.giveBack(connection, target)
    else if (connection) {
      connection.leave()
      connection.close()
    }
    this.#finish(undefined)
  }

  /** What the visitor has not taken yet is Node's now, and bounded by what was let through. */
  #drainInto(connection: TargetConnection | undefined): void {
    if (this.#heldBytes > 0) connection?.consumed(this.#heldBytes)
    this.#heldBytes = 0
  }

  #spoil(problem: string): void {
    const connection = this.#connection
    this.#connection = undefined
    this.#drainInto(connection)
    connection?.spoil(problem)
  }

  #finish(problem: string | undefined): void {
    if (this.#over) return
    this.#over = true
    this.#answer.stop()
    this.#sending.stop()
    this.#taking.stop()
    this.#spoil(problem ?? '')
    this.#parts.onOver(this.#sentBytes, problem)
  }
}
