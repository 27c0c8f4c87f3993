// A connection that a stock agent makes for a tunnel, as a stream of the link.
import type { Duplex } from 'node:stream'
import type { ResetReason, TunnelHeader } from '@sshore/contract'
import { lanes, type LinkStream, type StreamHandler } from '@sshore/link'
import { oneLine } from '../plain-text.ts'

/** Handed on and not consumed: more stays in the stream, which stops the agent. */
const ahead = { most: 64 * 1024, resumeAt: 32 * 1024 } as const

export class TunnelStream implements LinkStream {
  readonly id: number
  readonly header: TunnelHeader
  handler: StreamHandler
  #socket: Duplex | undefined
  #early: Uint8Array[] = []
  #aheadBytes = 0
  #over = false
  #closing = false

  constructor(id: number, header: TunnelHeader, handler: StreamHandler, dialled: Promise<Duplex>) {
    this.id = id
    this.header = header
    this.handler = handler
    dialled.then(
      (socket) => this.#begin(socket),
      (error: unknown) => this.#finish('connect_failed', error instanceof Error ? oneLine(error.message) : ''),
    )
  }

  write(chunk: Uint8Array): boolean {
    if (this.#over || this.#closing) return false
    if (this.#socket) return this.#socket.write(chunk)
    this.#early.push(chunk)
    return false
  }

  message(): void {
    // Agents of this kind know none.
  }

  end(): void {
    // The older ones know no half of a connection: ending it would lose what still comes.
  }

  consumed(bytes: number): void {
    this.#aheadBytes -= bytes
    if (!this.#over && this.#aheadBytes <= ahead.resumeAt) this.#socket?.resume()
  }

  /** What is written before is sent still. */
  close(): void {
    if (this.#over || this.#closing) return
    this.#closing = true
    if (!this.#socket) return
    this.#socket.resume()
    this.#socket.end()
  }

  reset(reason: ResetReason, detail = ''): void {
    if (this.#over) return
    this.#over = true
    this.#socket?.destroy()
    const { handler } = this
    queueMicrotask(() => handler.onClose(reason, detail))
  }

  #begin(socket: Duplex): void {
    if (this.#over) {
      socket.destroy()
      return
    }
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('drain', () => {
      if (!this.#over && !this.#closing) this.handler.onDrain()
    })
    socket.once('end', () => {
      if (!this.#over) this.handler.onEnd()
    })
    socket.once('close', () => this.#finish(undefined, ''))
    this.handler.onMessage({ type: 'opened' })
    for (const chunk of this.#early.splice(0)) socket.write(chunk)
    // Whoever read the head has stopped it.
    socket.resume()
    if (this.#closing) socket.end()
    else if (!socket.writableNeedDrain) this.handler.onDrain()
  }

  #take(chunk: Buffer): void {
    if (this.#over || this.#closing) return
    this.#aheadBytes += chunk.length
    if (this.#aheadBytes > ahead.most) this.#socket?.pause()
    this.handler.onData(chunk, lanes.main)
  }

  #finish(reason: ResetReason | undefined, detail: string): void {
    if (this.#over) return
    this.#over = true
    this.#early = []
    this.handler.onClose(reason, detail)
  }
}
