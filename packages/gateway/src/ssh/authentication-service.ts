// The user authentication protocol (RFC 4252, RFC 4256): reads requests in order, asks an authenticator, answers.
import type { Transport } from '@sshore/ssh-transport'
import { disconnectReason, message } from './message-numbers.ts'
import { ProtocolViolation, Reader, Writer } from './wire.ts'

export type AuthenticationMethod = 'publickey' | 'password' | 'keyboard-interactive'

export interface OfferedKey {
  /** Signature algorithm, for example `rsa-sha2-512`. */
  readonly algorithm: string
  /** The key in its wire form (RFC 4253 section 6.6). */
  readonly blob: Buffer
}

export interface KeySignature {
  /** The signature in its wire form. */
  readonly signature: Buffer
  /** The bytes that were signed (RFC 4252 section 7). */
  readonly signed: Buffer
}

export type Verdict =
  | { readonly outcome: 'accepted' }
  /** The offered key would do; the client may sign. */
  | { readonly outcome: 'key-acceptable'; readonly key: OfferedKey }
  /** Refused, or good but not enough (`partial`); the client may go on with the methods named. */
  | {
      readonly outcome: 'refused'
      readonly methods: readonly AuthenticationMethod[]
      readonly banner?: string
      readonly partial?: true
    }
  /** Refused for good; the connection ends. */
  | { readonly outcome: 'ended'; readonly banner?: string; readonly description: string }
  /** Keyboard-interactive: answers are wanted. */
  | { readonly outcome: 'ask'; readonly prompt: Prompt }

/** An information request (RFC 4256 section 3.2). */
export interface Prompt {
  /** Shown above the questions; may be empty. */
  readonly instruction: string
  readonly questions: readonly {
    readonly text: string
    /** Whether the terminal shows what is typed. */
    readonly shown: boolean
  }[]
}

/** Decides about the attempts of one connection; calls never overlap. */
export interface Authenticator {
  none(user: string): Promise<Verdict>
  offer(user: string, key: OfferedKey): Promise<Verdict>
  prove(user: string, key: OfferedKey, proof: KeySignature): Promise<Verdict>
  password(user: string, password: string): Promise<Verdict>
  /** The client wants to set a new password (RFC 4252 section 8), which nobody asked for. */
  passwordChange(user: string): Promise<Verdict>
  /** A keyboard-interactive exchange begins. */
  ask(user: string): Promise<Verdict>
  /** As many answers as were asked for. */
  answer(user: string, answers: readonly string[]): Promise<Verdict>
}

/** OpenSSH's PROTOCOL section 1.8: the server's host key is signed too. */
const hostBoundMethod = 'publickey-hostbound-v00@openssh.com'
/** Requests of all kinds on one connection; the authenticator counts failures more strictly. */
const requestsMost = 100
/** Attempts that wait for an earlier one's answer; honest clients have none. */
const waitingMost = 4

export class AuthenticationService {
  readonly #transport: Transport
  readonly #authenticator: Authenticator
  readonly #onAccepted: () => void
  readonly #onFault: (error: unknown) => void
  readonly #waiting: (() => Promise<Verdict>)[] = []
  #serviceAccepted = false
  #running = false
  #user: string | undefined
  #requests = 0
  /** Answers that the running keyboard-interactive exchange waits for; undefined: none runs. */
  #asked: number | undefined
  #over = false

  constructor(
    transport: Transport,
    authenticator: Authenticator,
    on: { accepted: () => void; fault: (error: unknown) => void },
  ) {
    this.#transport = transport
    this.#authenticator = authenticator
    this.#onAccepted = on.accepted
    this.#onFault = on.fault
  }

  /** Takes a message that arrived before the login stood. */
  receive(payload: Buffer): void {
    if (this.#over) return
    const type = payload[0]
    if (type === message.serviceRequest) this.#acceptService(new Reader(payload, 1).text())
    else if (type === message.authRequest && this.#serviceAccepted) this.#request(payload)
    else if (type === message.authInfoResponse && this.#asked !== undefined) this.#answered(new Reader(payload, 1))
    else if (type !== message.extInfo) throw new ProtocolViolation(`message ${type} before login`)
  }

  #acceptService(name: string): void {
    if (name !== 'ssh-userauth' || this.#serviceAccepted) {
      this.#transport.disconnect(disconnectReason.serviceNotAvailable, 'log in first')
      return
    }
    this.#serviceAccepted = true
    this.#transport.send(new Writer(message.serviceAccept).text(name).finish())
  }

  #request(payload: Buffer): void {
    const reader = new Reader(payload, 1)
    const user = reader.text()
    if (reader.text() !== 'ssh-connection') throw new ProtocolViolation('unknown service')
    // A second user name within a connection would outrun what was decided for the first (OpenSSH refuses it too).
    if (this.#user !== undefined && this.#user !== user) throw new ProtocolViolation('the user name changed')
    this.#user = user
    // RFC 4256 section 3.1: a new request abandons a running keyboard-interactive exchange.
    this.#asked = undefined
    const method = reader.text()
    if (method === 'publickey') this.#publicKey(user, payload, reader, false)
    else if (method === hostBoundMethod) this.#publicKey(user, payload, reader, true)
    else if (method === 'password') this.#password(user, reader)
    else if (method === 'keyboard-interactive') this.#queue(() => this.#authenticator.ask(user))
    else this.#queue(() => this.#authenticator.none(user))
  }

  #publicKey(user: string, payload: Buffer, reader: Reader, hostBound: boolean): void {
    const signed = reader.boolean()
    const algorithm = reader.text()
    const key = { algorithm, blob: reader.bytes() }
    // A signature that was made for another server is nobody's proof here.
    if (hostBound && !reader.bytes().equals(this.#transport.settled.hostKeyBlob)) {
      throw new ProtocolViolation('the key is bound to another host')
    }
    if (!signed) {
      this.#queue(() => this.#authenticator.offer(user, key))
      return
    }
    const upToSignature = payload.subarray(0, reader.position)
    const signature = reader.bytes()
    const contents = Buffer.concat([new Writer().bytes(this.#transport.sessionId).finish(), upToSignature])
    this.#queue(() => this.#authenticator.prove(user, key, { signature, signed: contents }))
  }

  #password(user: string, reader: Reader): void {
    const change = reader.boolean()
    const password = reader.text()
    if (change) this.#queue(() => this.#authenticator.passwordChange(user))
    else this.#queue(() => this.#authenticator.password(user, password))
  }

  #answered(reader: Reader): void {
    const asked = this.#asked
    this.#asked = undefined
    // RFC 4256 section 3.4: another number of answers than of questions is a failure.
    if (reader.uint32() !== asked) throw new ProtocolViolation('another number of answers than of questions')
    const answers = Array.from({ length: asked }, () => reader.text())
    const user = this.#user ?? ''
    this.#queue(() => this.#authenticator.answer(user, answers))
  }

  #queue(attempt: () => Promise<Verdict>): void {
    this.#requests += 1
    if (this.#requests > requestsMost) throw new ProtocolViolation('too many login requests')
    if (this.#waiting.length >= waitingMost) throw new ProtocolViolation('too many attempts at once')
    this.#waiting.push(attempt)
    if (!this.#running) void this.#run()
  }

  async #run(): Promise<void> {
    this.#running = true
    try {
      for (let attempt = this.#waiting.shift(); attempt && !this.#over; attempt = this.#waiting.shift()) {
        // RFC 4252 section 5.1: answers come in the order of requests.
        const verdict = await attempt()
        if (!this.#over) this.#tell(verdict)
      }
    } catch (error) {
      this.#over = true
      this.#onFault(error)
    }
    this.#running = false
  }

  /** The connection is gone; verdicts still on their way are dropped. */
  close(): void {
    this.#over = true
    this.#waiting.length = 0
  }

  #tell(verdict: Verdict): void {
    const transport = this.#transport
    if (verdict.outcome === 'accepted') {
      this.#over = true
      transport.send(new Writer(message.authSuccess).finish())
      this.#onAccepted()
    } else if (verdict.outcome === 'ask') {
      this.#ask(verdict.prompt)
    } else if (verdict.outcome === 'key-acceptable') {
      const { algorithm, blob } = verdict.key
      transport.send(new Writer(message.authPublicKeyOk).text(algorithm).bytes(blob).finish())
    } else if (verdict.outcome === 'refused') {
      if (verdict.banner !== undefined) this.#banner(verdict.banner)
      transport.send(
        new Writer(message.authFailure)
          .text(verdict.methods.join(','))
          .boolean(verdict.partial ?? false)
          .finish(),
      )
    } else {
      this.#over = true
      if (verdict.banner !== undefined) this.#banner(verdict.banner)
      transport.disconnect(disconnectReason.noMoreAuthMethods, verdict.description)
    }
  }

  #ask({ instruction, questions }: Prompt): void {
    this.#asked = questions.length
    const request = new Writer(message.authInfoRequest).text('').text(instruction).text('').uint32(questions.length)
    for (const { text, shown } of questions) request.text(text).boolean(shown)
    this.#transport.send(request.finish())
  }

  #banner(text: string): void {
    this.#transport.send(new Writer(message.authBanner).text(text).text('').finish())
  }
}
