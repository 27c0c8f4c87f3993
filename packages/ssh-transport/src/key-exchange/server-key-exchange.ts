// The server's side of key exchanges (RFC 4253 sections 7 to 9) with strict key exchange (OpenSSH's PROTOCOL section
// 1.10), the first of a connection and all later ones.
import type { HostKeySigner } from '../host-key.ts'
import { transportMessage } from '../message-numbers.ts'
import type { PacketReader } from '../packet-reader.ts'
import type { PacketWriter } from '../packet-writer.ts'
import { ProtocolViolation, Reader, Writer } from '../wire.ts'
import { directionFor, exchangeHash, type KeySource } from './keys.ts'
import { keyExchangeMethods } from './methods.ts'
import { type Choice, choose, guessedRight, marker, ownProposal, readProposal, writeProposal } from './proposal.ts'

/** What the first exchange settled for the whole connection. */
export interface Settled {
  readonly choice: Choice
  /** The exchange hash (RFC 4253 section 7.2). */
  readonly sessionId: Buffer
  /** The host key that the client has verified. */
  readonly hostKeyBlob: Buffer
  /** The client's signature algorithms for host keys, best first. */
  readonly hostKeyAlgorithms: readonly string[]
  readonly strict: boolean
  /** Whether the client wants to be told of extensions (RFC 8308). */
  readonly extensionInfo: boolean
}

export interface KeyExchangeEvents {
  /** We may send again, under new keys; `first`: of the connection. What waited has not been sent yet. */
  onKeysSent(first: boolean): void
  /** The client uses the new keys too. */
  onKeysReceived(): void
}

interface Running {
  readonly ownPayload: Buffer
  client:
    | {
        readonly payload: Buffer
        readonly choice: Choice
        readonly markers: ReadonlySet<string>
        readonly hostKeys: readonly string[]
      }
    | undefined
  /** The next message is of a method that was guessed wrong, whatever its number (RFC 4253 section 7). */
  ignoreShare: boolean
  /** Set once our NEWKEYS has left. */
  source: { readonly keys: KeySource; readonly choice: Choice } | undefined
}

export class ServerKeyExchange {
  readonly #writer: PacketWriter
  readonly #reader: PacketReader
  readonly #hostKeys: readonly HostKeySigner[]
  readonly #identifications: { readonly client: Buffer; readonly server: Buffer }
  readonly #events: KeyExchangeEvents
  #running: Running | undefined
  #settled: Settled | undefined

  constructor(
    packets: { readonly writer: PacketWriter; readonly reader: PacketReader },
    hostKeys: readonly HostKeySigner[],
    identifications: { readonly client: Buffer; readonly server: Buffer },
    events: KeyExchangeEvents,
  ) {
    this.#writer = packets.writer
    this.#reader = packets.reader
    this.#hostKeys = hostKeys
    this.#identifications = identifications
    this.#events = events
  }

  get settled(): Settled | undefined {
    return this.#settled
  }

  get running(): boolean {
    return this.#running !== undefined
  }

  /** The client has begun its part and may send nothing else until it is done. */
  get clientBusy(): boolean {
    return this.#running?.client !== undefined
  }

  /** Whether the client asked for strict key exchange, in its first proposal; false before that. */
  get strict(): boolean {
    return this.#settled?.strict ?? this.#running?.client?.markers.has(marker.strictClient) ?? false
  }

  /** Proposes; nothing happens while an exchange runs. */
  start(): void {
    if (!this.#running) this.#propose()
  }

  /** Takes a message with a number from 20 to 49. Throws a ProtocolViolation for anything out of turn. */
  receive(payload: Buffer): void {
    const type = payload[0] ?? 0
    if (type === transportMessage.keyExchangeInit) this.#receiveProposal(payload)
    else if (type >= transportMessage.keyExchangeShare && this.#running?.ignoreShare) this.#running.ignoreShare = false
    else if (type === transportMessage.keyExchangeShare) this.#receiveShare(new Reader(payload, 1))
    else if (type === transportMessage.newKeys) this.#receiveNewKeys()
    else throw new ProtocolViolation(`key exchange: message ${type} is none of a client`)
  }

  #propose(): Running {
    const ownPayload = writeProposal(ownProposal(this.#hostKeys.map(({ algorithm }) => algorithm)))
    this.#running = { ownPayload, client: undefined, ignoreShare: false, source: undefined }
    this.#writer.hold()
    this.#writer.sendNow(ownPayload)
    return this.#running
  }

  #receiveProposal(payload: Buffer): void {
    const running = this.#running ?? this.#propose()
    if (running.client) throw new ProtocolViolation('key exchange: begun anew before its end')
    const proposal = readProposal(payload)
    const markers = new Set(proposal.keyExchanges)
    if (!this.#settled && markers.has(marker.strictClient) && this.#reader.sequence !== 0) {
      throw new ProtocolViolation('strict key exchange: something came before it')
    }
    const own = readProposal(running.ownPayload)
    const choice = choose(proposal, own)
    running.client = { payload, choice, markers, hostKeys: proposal.hostKeys }
    running.ignoreShare = proposal.guess && !guessedRight(proposal, own)
  }

  #receiveShare(reader: Reader): void {
    const running = this.#running
    if (!running?.client || running.source) throw new ProtocolViolation('key exchange: a share out of turn')
    const clientShare = reader.bytes()
    if (reader.remaining > 0) throw new ProtocolViolation('key exchange: bytes behind the share')
    const { payload, choice, markers, hostKeys } = running.client
    const method = keyExchangeMethods.get(choice.keyExchange)
    const hostKey = this.#hostKeys.find(({ algorithm }) => algorithm === choice.hostKey)
    if (!method || !hostKey) throw new Error('Agreed on what was not offered.')
    const { serverShare, secret } = method.respond(clientShare)
    const hash = exchangeHash(method.hash, {
      clientIdentification: this.#identifications.client,
      serverIdentification: this.#identifications.server,
      clientProposal: payload,
      serverProposal: running.ownPayload,
      hostKeyBlob: hostKey.blob,
      clientShare,
      serverShare,
      secret,
    })
    const reply = new Writer(transportMessage.keyExchangeReply).bytes(hostKey.blob).bytes(serverShare)
    this.#writer.sendNow(reply.bytes(hostKey.sign(hash)).finish())
    const first = this.#settled === undefined
    this.#settled ??= {
      choice,
      sessionId: hash,
      hostKeyBlob: hostKey.blob,
      hostKeyAlgorithms: hostKeys,
      strict: markers.has(marker.strictClient),
      extensionInfo: markers.has(marker.extInfoClient),
    }
    const { sessionId, strict } = this.#settled
    const keys: KeySource = { hash: method.hash, secret, exchangeHash: hash, sessionId }
    running.source = { keys, choice }
    this.#writer.sendNow(Buffer.of(transportMessage.newKeys))
    const toClient = directionFor(keys, 'client', choice.toClient)
    this.#writer.changeKeys(toClient.suite.sealer(toClient.keys, toClient.mac), strict)
    this.#events.onKeysSent(first)
  }

  #receiveNewKeys(): void {
    const { source } = this.#running ?? {}
    const settled = this.#settled
    if (!source || !settled) throw new ProtocolViolation('key exchange: new keys out of turn')
    const toServer = directionFor(source.keys, 'server', source.choice.toServer)
    this.#reader.changeKeys(toServer.suite.opener(toServer.keys, toServer.mac), settled.strict)
    this.#running = undefined
    this.#events.onKeysReceived()
  }
}
