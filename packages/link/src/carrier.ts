// The part of a link that survives its connections: counts sequenced bytes in both directions, keeps what the peer has
// not acknowledged, and after a reconnect sends from where the peer stopped. Above it nothing is lost or doubled.
import {
  bufferedBytes,
  acknowledgeBytes,
  acknowledgeDelayMilliseconds,
  leastMessageBytes,
  loneFrameBytes,
  promptsPerFlight,
  unfetchedAnswers,
  unfetchedRetryMilliseconds,
} from './bounds.ts'
import type { SentMark } from './bandwidth.ts'
import { closeSocket } from './close-socket.ts'
import { Fifo } from './fifo.ts'
import {
  type Envelope,
  envelopeBytes,
  envelopeKinds,
  pingBytes,
  readEnvelope,
  readUint32,
  writeEnvelope,
  writeUint32,
} from './frames.ts'
import { Inbox, type TakeMessage } from './inbox.ts'
import type { Clock, LinkSocket } from './link.ts'
import { Liveness } from './liveness.ts'
import type { MessageMemory } from './message-memory.ts'
import { Pace } from './pace.ts'

export interface CarrierOptions {
  readonly clock: Clock
  /** Where acknowledged messages go back to. */
  readonly memory: MessageMemory
  readonly heartbeatSeconds: number
  /** Whether this side sends the idle pings. */
  readonly pings: boolean
  /** A message whose frames begin behind the envelope, or where they were left. */
  readonly onFrames: TakeMessage
  /** Acknowledgements or a new connection made room to send. */
  readonly onRoom: () => void
  readonly onDetached: (code: number, reason: string) => void
  readonly onViolation: (detail: string) => void
}

interface Unacknowledged {
  readonly message: Uint8Array
  /** Sequenced position behind the message. */
  readonly end: number
  mark: SentMark
}

/** Kinds of which the envelope tells everything, or its frames do. */
const framesOrLess: ReadonlySet<number> = new Set([
  envelopeKinds.frames,
  envelopeKinds.promptFrames,
  envelopeKinds.acknowledge,
])

/** Given to `onDetached` when the connection was found dead; like RFC 6455's 1006 it never travels. */
const connectionDead = 1006

export class Carrier {
  readonly #options: CarrierOptions
  readonly #pace = new Pace(() => this.#ping())
  readonly #liveness: Liveness
  readonly #unacknowledged = new Fifo<Unacknowledged>()
  #socket: LinkSocket | undefined
  #inbox: Inbox | undefined
  #sent = 0
  /** Where the peer was last asked for an acknowledgement. */
  #promptedAt = 0
  #acknowledged = 0
  #received = 0
  #owedBytes = 0
  #cancelOwed: (() => void) | undefined
  /** Answers sent since the socket was last empty. */
  #unfetched = 0
  #pingNonce = 0
  #pingSentAt: number | undefined

  constructor(options: CarrierOptions) {
    this.#options = options
    this.#liveness = new Liveness({
      clock: options.clock,
      heartbeatSeconds: options.heartbeatSeconds,
      pings: options.pings,
      waiting: () => this.inFlight > 0,
      ping: () => {
        this.#rest()
        this.#ping()
      },
      dead: () => this.detach(connectionDead, 'nothing heard from the peer'),
    })
  }

  get connected(): boolean {
    return this.#socket !== undefined
  }

  /** Sequenced bytes received so far: where the peer has to go on. */
  get received(): number {
    return this.#received
  }

  get inFlight(): number {
    return this.#sent - this.#acknowledged
  }

  /** Bytes that bulk may send now; negative when more is on its way than should be. */
  get room(): number {
    const room = this.#pace.limit - this.inFlight
    const buffered = this.inFlight === 0 ? 0 : (this.#socket?.bufferedBytes ?? 0)
    return buffered > bufferedBytes ? Math.min(room, 0) : room
  }

  /** How large a message may be: coarse ones would blunt the clock of acknowledgements. */
  get messageBytes(): number {
    return Math.min(loneFrameBytes, Math.max(leastMessageBytes, this.#pace.limit >>> 4))
  }

  get roundTrip(): number {
    return this.#pace.roundTrip
  }

  /** Whether a peer that received this much can go on: no acknowledged byte is asked for again, none invented. */
  canResumeFrom(peerReceived: number): boolean {
    if (peerReceived === this.#acknowledged) return true
    for (const entry of this.#unacknowledged) if (entry.end === peerReceived) return true
    return false
  }

  /** Carries on over a new connection, for a peer that received this much. Call `canResumeFrom` first. */
  attach(socket: LinkSocket, peerReceived: number): void {
    if (this.#socket !== undefined) this.#release()
    const now = this.#options.clock.now()
    this.#socket = socket
    const inbox = new Inbox(socket.share, (message, from, mayGoOn) => this.#receive(message, from, mayGoOn))
    this.#inbox = inbox
    socket.onMessage = (message) => {
      if (this.#socket !== socket) return
      this.#liveness.heard(this.#options.clock.now())
      inbox.add(message)
    }
    socket.onClose = (code, reason) => {
      // What came before the close counts.
      inbox.finish()
      if (this.#socket === socket) this.detach(code, reason)
    }
    this.#dropAcknowledged(peerReceived)
    this.#pace.restart(now)
    this.#liveness.start()
    this.#ping()
    let resent = 0
    for (const entry of this.#unacknowledged) {
      if (this.#socket !== socket) return
      entry.mark = this.#pace.mark(now, resent)
      resent += entry.message.length
      this.#transmit(entry.message)
    }
    if (resent > 0) this.#liveness.expectAnswer(now)
    this.#options.onRoom()
  }

  /** Lets go of the connection; what is unacknowledged waits for the next one. */
  detach(code: number, reason: string): void {
    const socket = this.#socket
    if (socket === undefined) return
    this.#release()
    closeSocket(socket, code, reason)
    this.#options.onDetached(code, reason)
  }

  /** Ends for good: closes the connection with this code and forgets everything. */
  end(code: number, reason: string): void {
    const socket = this.#socket
    this.#inbox?.drop()
    this.#release()
    this.#unacknowledged.clear()
    this.#options.memory.clear()
    if (socket !== undefined) closeSocket(socket, code, reason)
  }

  /** Sends one message of whole frames; its first `envelopeBytes` bytes are filled here. */
  send(message: Uint8Array): void {
    const now = this.#options.clock.now()
    const before = this.inFlight
    const mark = this.#pace.mark(now, before)
    this.#sent += message.length - envelopeBytes
    this.#unacknowledged.push({ message, end: this.#sent, mark })
    if (before === 0) this.#liveness.expectAnswer(now)
    const prompt = (this.#sent - this.#promptedAt) * promptsPerFlight >= this.#pace.limit
    if (prompt) this.#promptedAt = this.#sent
    this.#transmit(message, prompt ? envelopeKinds.promptFrames : envelopeKinds.frames)
  }

  /** Everything that may be sent was sent. */
  ranDry(): void {
    this.#pace.ranDry()
  }

  #transmit(message: Uint8Array, kind: number = envelopeKinds.frames): void {
    writeEnvelope(message, kind, this.#received)
    this.#owedBytes = 0
    this.#cancelOwed?.()
    this.#cancelOwed = undefined
    try {
      this.#socket?.send(message)
    } catch {
      // Runtimes differ in whether sending on a socket that is closing throws; either way it carries nothing more.
      this.detach(connectionDead, 'the connection takes no more bytes')
    }
  }

  /** A message from its beginning (0), or on from where its frames were left. */
  #receive(message: Uint8Array, from: number, mayGoOn: () => boolean): number {
    if (from === 0 && !this.#begin(message)) return message.length
    const prompt = message[0] === envelopeKinds.promptFrames
    if (!prompt && message[0] !== envelopeKinds.frames) return message.length
    const to = this.#options.onFrames(message, Math.max(from, envelopeBytes), mayGoOn)
    if (to >= message.length) this.#receivedFrames(message, prompt ? 0 : acknowledgeBytes)
    return to
  }

  /** Everything of a message but its frames. False: nothing more is to be made of it. */
  #begin(message: Uint8Array): boolean {
    const envelope = readEnvelope(message)
    const violation = envelope ? this.#read(envelope, message) : 'truncated message'
    if (violation !== undefined) this.#options.onViolation(violation)
    return violation === undefined
  }

  #read({ kind, received }: Envelope, message: Uint8Array): string | undefined {
    const now = this.#options.clock.now()
    if (!this.#acknowledge(received, now)) return 'impossible acknowledgement'
    if (kind === envelopeKinds.ping && message.length === pingBytes) this.#answer(message)
    else if (kind === envelopeKinds.pong && message.length === pingBytes) this.#answered(message, now)
    else if (!framesOrLess.has(kind)) return 'unknown message'
    return undefined
  }

  /** Told to the peer only now: were the connection lost before, all of the message would be sent again. */
  #receivedFrames(message: Uint8Array, unansweredBytes: number): void {
    const bytes = message.length - envelopeBytes
    this.#received += bytes
    this.#owedBytes += bytes
    if (this.#socket === undefined) return
    if (this.#owedBytes >= unansweredBytes) this.#sendOwed()
    else this.#cancelOwed ??= this.#options.clock.after(acknowledgeDelayMilliseconds, () => this.#sendOwed())
  }

  #sendOwed(): void {
    this.#cancelOwed?.()
    this.#cancelOwed = undefined
    if (this.#mayAnswer()) return this.#transmit(new Uint8Array(envelopeBytes), envelopeKinds.acknowledge)
    this.#cancelOwed = this.#options.clock.after(unfetchedRetryMilliseconds, () => this.#sendOwed())
    return undefined
  }

  /** A peer that talks and never reads would make the socket keep an answer for every one of its words. */
  #mayAnswer(): boolean {
    if ((this.#socket?.bufferedBytes ?? 0) === 0) this.#unfetched = 0
    this.#unfetched += 1
    return this.#unfetched <= unfetchedAnswers
  }

  #acknowledge(received: number, now: number): boolean {
    // Messages sent again after a reconnect are stamped anew, so that an older position can only be an overtaken one.
    if (received <= this.#acknowledged) return true
    if (received > this.#sent) return false
    const bytes = received - this.#acknowledged
    const mark = this.#dropAcknowledged(received)
    if (mark === undefined) return false
    this.#pace.acknowledged(bytes, mark, this.inFlight, now)
    this.#options.onRoom()
    return true
  }

  /** Undefined when the position is not the end of a message. */
  #dropAcknowledged(received: number): SentMark | undefined {
    let mark: SentMark | undefined
    for (let first = this.#unacknowledged.first; first !== undefined && first.end <= received;) {
      mark = first.mark
      this.#acknowledged = first.end
      this.#options.memory.give(first.message)
      this.#unacknowledged.shift()
      first = this.#unacknowledged.first
    }
    return this.#acknowledged === received ? mark : undefined
  }

  #ping(): void {
    const message = new Uint8Array(pingBytes)
    this.#pingNonce = (this.#pingNonce + 1) >>> 0
    this.#pingSentAt = this.#options.clock.now()
    writeUint32(message, envelopeBytes, this.#pingNonce)
    this.#transmit(message, envelopeKinds.ping)
  }

  #answer(ping: Uint8Array): void {
    this.#rest()
    if (!this.#mayAnswer()) return
    const message = new Uint8Array(pingBytes)
    writeUint32(message, envelopeBytes, readUint32(ping, envelopeBytes))
    this.#transmit(message, envelopeKinds.pong)
  }

  /** Pings are sent when nothing else is. */
  #rest(): void {
    if (this.inFlight === 0) this.#options.memory.clear()
  }

  #answered(pong: Uint8Array, now: number): void {
    if (this.#pingSentAt === undefined || readUint32(pong, envelopeBytes) !== this.#pingNonce) return
    this.#pace.answered(now - this.#pingSentAt, now)
    this.#pingSentAt = undefined
  }

  #release(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#inbox?.finishBegun()
    this.#inbox = undefined
    this.#liveness.stop()
    this.#cancelOwed?.()
    this.#cancelOwed = undefined
    this.#owedBytes = 0
    this.#pingSentAt = undefined
    if (socket === undefined) return
    socket.onMessage = () => undefined
    socket.onClose = () => undefined
  }
}
