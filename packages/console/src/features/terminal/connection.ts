// One terminal's conversation with the server, over as many WebSockets as it takes. The messages are the contract's.
import {
  webTerminal,
  webTerminalClose,
  type WebTerminalError,
  webTerminalPath,
  WebTerminalReply,
  type WebTerminalRequest,
  webTerminalSubprotocol,
} from '@sshore/contract'
import { Check } from 'typebox/schema'
import { InputQueue } from './input-queue.ts'

export interface Cells {
  readonly columns: number
  readonly rows: number
}

type Reply<Type extends WebTerminalReply['type']> = Extract<WebTerminalReply, { type: Type }>
export type Challenge = Reply<'challenge'>
export type Prompt = Reply<'prompt'>

/** Of the browser itself, beside those of the server. */
export type Trouble =
  | { readonly code: 'unreachable' | 'too_late' | 'no_answer' | 'cannot_sign' }
  | Pick<WebTerminalError, 'code' | 'reason' | 'message' | 'next'>

export type ConnectionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'prompt'; readonly prompt: Prompt }
  | { readonly kind: 'running' }
  /** The connection is lost; the session waits. `until`: Unix milliseconds. */
  | { readonly kind: 'away'; readonly until: number }
  | { readonly kind: 'taken-over' }
  | { readonly kind: 'exited'; readonly code?: number; readonly signal?: string }
  | { readonly kind: 'failed'; readonly trouble: Trouble }

export interface ConnectionPorts {
  readonly size: () => Cells
  readonly sign: (challenge: Challenge) => Promise<string>
  /** `shown` is called when the terminal has it. */
  readonly output: (bytes: Uint8Array, shown: () => void) => void
  /** To be written into a terminal that was reset. */
  readonly screen: (text: string) => void
  readonly onState: (state: ConnectionState) => void
  readonly onReady: (ready: Reply<'ready'>) => void
  readonly now: () => number
}

export type Beginning = { readonly ticket: string } | { readonly token: string }

const firstWaitMilliseconds = 300
const mostWaitMilliseconds = 4000
const openMilliseconds = 15_000
/** Somebody types and nothing comes back: maybe it is only quiet, maybe the connection is dead. */
const doubtMilliseconds = 4000

const terminalUrl = (path: string): string => new URL(path, location.href.replace(/^http/, 'ws')).href

export class Connection {
  readonly #ports: ConnectionPorts
  readonly #input = new InputQueue()
  readonly #stopListening = new AbortController()
  #socket: WebSocket | undefined
  readonly #ticket: string | undefined
  #token: string | undefined
  /** Undefined: nothing is left of the output here, the screen has to be sent. */
  #received: number | undefined
  #acknowledged = 0
  #windows: { readonly output: number; readonly input: number } = {
    output: webTerminal.windowBytes,
    input: webTerminal.inputWindowBytes,
  }
  #resumeMilliseconds = webTerminal.resumeSeconds * 1000
  #isReady = false
  #ended = false
  #goodbye: Reply<'error'> | undefined
  #lostAt = 0
  #wait = firstWaitMilliseconds
  #retry: ReturnType<typeof setTimeout> | undefined
  #doubt: ReturnType<typeof setTimeout> | undefined
  #patience: ReturnType<typeof setTimeout> | undefined

  constructor(beginning: Beginning, ports: ConnectionPorts) {
    this.#ports = ports
    if ('ticket' in beginning) this.#ticket = beginning.ticket
    else {
      this.#token = beginning.token
      this.#lostAt = ports.now()
    }
    const { signal } = this.#stopListening
    window.addEventListener('online', () => this.#hurry(), { signal })
    window.addEventListener('offline', () => this.#lose(), { signal })
    document.addEventListener('visibilitychange', () => document.hidden || this.#hurry(), { signal })
    ports.onState(this.#ticket === undefined ? this.#away() : { kind: 'connecting' })
    this.#dial()
  }

  type(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#ended) return
    this.#input.add(bytes)
    this.#flush()
    this.#doubt ??= setTimeout(() => void this.#probe(), doubtMilliseconds)
  }

  resize({ columns, rows }: Cells): void {
    if (this.#isReady) this.#say({ type: 'resize', columns, rows })
  }

  answer(answers: readonly string[]): void {
    this.#say({ type: 'answers', answers: [...answers] })
    this.#ports.onState({ kind: 'connecting' })
  }

  /** Ends the session for good. */
  leave(): void {
    if (this.#isReady) this.#say({ type: 'leave' })
    this.drop()
  }

  /** Leaves the session where it is: it can be resumed for a while. */
  drop(): void {
    this.#ended = true
    this.#stopListening.abort()
    this.#quiet()
    const socket = this.#socket
    this.#socket = undefined
    socket?.close(1000)
  }

  #away(): ConnectionState {
    return { kind: 'away', until: this.#lostAt + this.#resumeMilliseconds }
  }

  #quiet(): void {
    clearTimeout(this.#retry)
    clearTimeout(this.#doubt)
    clearTimeout(this.#patience)
    this.#doubt = undefined
  }

  #dial(): void {
    this.#quiet()
    this.#goodbye = undefined
    this.#isReady = false
    const socket = new WebSocket(terminalUrl(webTerminalPath), webTerminalSubprotocol)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    const mine = (): boolean => this.#socket === socket
    socket.addEventListener('open', () => mine() && this.#say(this.#opening()))
    socket.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (!mine()) return
      if (event.data instanceof ArrayBuffer) this.#show(new Uint8Array(event.data))
      else if (typeof event.data === 'string') this.#hear(event.data)
    })
    socket.addEventListener('close', ({ code }) => mine() && this.#closed(code))
    this.#patience = setTimeout(() => mine() && this.#lose(), openMilliseconds)
  }

  #opening(): WebTerminalRequest | { readonly type: 'open' | 'resume' } {
    const size = this.#ports.size()
    if (this.#token === undefined) return { type: 'open', ticket: this.#ticket ?? '', ...size }
    const received = this.#received
    return { type: 'resume', token: this.#token, ...(received === undefined ? {} : { received }), ...size }
  }

  #say(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #flush(): void {
    if (!this.#isReady || this.#socket?.readyState !== WebSocket.OPEN) return
    for (const piece of this.#input.take(this.#windows.input)) this.#socket.send(piece)
  }

  #show(bytes: Uint8Array): void {
    this.#trust()
    this.#received = (this.#received ?? 0) + bytes.length
    const [received, socket] = [this.#received, this.#socket]
    this.#ports.output(bytes, () => {
      if (this.#socket !== socket || received - this.#acknowledged < this.#windows.output / 2) return
      this.#acknowledged = received
      this.#say({ type: 'ack', received })
    })
  }

  #trust(): void {
    clearTimeout(this.#doubt)
    this.#doubt = undefined
  }

  #hear(text: string): void {
    this.#trust()
    const reply: unknown = JSON.parse(text)
    if (!Check(WebTerminalReply, reply)) return
    switch (reply.type) {
      case 'challenge':
        void this.#sign(reply)
        break
      case 'prompt':
        // Whoever is asked may take their time.
        clearTimeout(this.#patience)
        this.#ports.onState({ kind: 'prompt', prompt: reply })
        break
      case 'ready':
        this.#begin(reply)
        break
      case 'ack':
        this.#input.acknowledge(reply.received)
        this.#flush()
        break
      case 'screen':
        this.#ports.screen(reply.text)
        break
      case 'exit': {
        const { code, signal } = reply
        this.#end({
          kind: 'exited',
          ...(code === undefined ? {} : { code }),
          ...(signal === undefined ? {} : { signal }),
        })
        break
      }
      case 'error':
        this.#goodbye = reply
        break
    }
  }

  async #sign(challenge: Challenge): Promise<void> {
    try {
      this.#say({ type: 'signature', signature: await this.#ports.sign(challenge) })
    } catch {
      this.#end({ kind: 'failed', trouble: { code: 'cannot_sign' } })
    }
  }

  #begin(ready: Reply<'ready'>): void {
    clearTimeout(this.#patience)
    this.#token = ready.token
    this.#received = ready.received
    this.#acknowledged = ready.received
    this.#windows = { output: ready.window_bytes, input: ready.input_window_bytes }
    this.#resumeMilliseconds = ready.resume_seconds * 1000
    this.#wait = firstWaitMilliseconds
    this.#isReady = true
    this.#input.restart(ready.input)
    // The size may have changed while the answer was on its way; this also tells the server that its answer arrived.
    this.resize(this.#ports.size())
    this.#flush()
    this.#ports.onReady(ready)
    this.#ports.onState({ kind: 'running' })
  }

  #end(state: ConnectionState): void {
    this.#ended = true
    this.#isReady = false
    this.#quiet()
    this.#ports.onState(state)
  }

  #closed(code: number): void {
    this.#socket = undefined
    this.#isReady = false
    if (this.#ended) return
    const error = this.#goodbye
    if (code === webTerminalClose.takenOver) return this.#end({ kind: 'taken-over' })
    const final = [webTerminalClose.ended, webTerminalClose.refused, webTerminalClose.protocol].some(
      (each) => each === code,
    )
    if (error && (final || this.#token === undefined)) return this.#end({ kind: 'failed', trouble: error })
    if (final) return this.#end({ kind: 'exited' })
    this.#lose()
  }

  #lose(): void {
    if (this.#ended) return
    const socket = this.#socket
    this.#socket = undefined
    socket?.close(1000)
    if (this.#token === undefined) return this.#end({ kind: 'failed', trouble: { code: 'unreachable' } })
    const now = this.#ports.now()
    if (this.#isReady || this.#lostAt === 0) this.#lostAt = now
    this.#isReady = false
    this.#quiet()
    if (now - this.#lostAt > this.#resumeMilliseconds) {
      return this.#end({ kind: 'failed', trouble: { code: 'too_late' } })
    }
    this.#ports.onState(this.#away())
    this.#retry = setTimeout(() => this.#dial(), this.#wait)
    this.#wait = Math.min(this.#wait * 2, mostWaitMilliseconds)
  }

  /** The network is there again, or somebody looks: no reason to wait any longer. */
  #hurry(): void {
    if (this.#ended || this.#socket || this.#token === undefined) return
    this.#wait = firstWaitMilliseconds
    this.#dial()
  }

  /** A browser cannot ping. Another request tells a quiet program from a dead connection. */
  async #probe(): Promise<void> {
    this.#doubt = undefined
    const socket = this.#socket
    if (!this.#isReady) return
    try {
      await fetch('/info', { signal: AbortSignal.timeout(doubtMilliseconds), cache: 'no-store' })
    } catch {
      if (this.#socket === socket) this.#lose()
    }
  }
}
