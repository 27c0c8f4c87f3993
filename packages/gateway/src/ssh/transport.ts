// One SSH connection's transport (RFC 4253): identification, key exchange, encryption. Above it travel plain
// payloads. ssh2 does the cryptography; what it gets wrong for a server is put right here.
import type { Socket } from 'node:net'
import { shareTurns } from '../turn-share.ts'
import { userSignatureAlgorithms } from './algorithms.ts'
import { type DisconnectReason, disconnectReason, message, standardError } from './message-numbers.ts'
import { packetAllocator, type PacketPool } from './packet-pool.ts'
import { SocketWriter } from './socket-writer.ts'
import { nativeCiphers, Protocol, sendPacket, type Ssh2HostKey } from './ssh2.ts'
import { ProtocolViolation, Writer } from './wire.ts'

export interface TransportEvents {
  /** The client told its software version, for example `OpenSSH_9.2p1`. */
  onIdentified(software: string): void
  /** The first key exchange is done; payloads follow. */
  onEstablished(algorithms: string): void
  /** A message from the service request upwards. The view is the receiver's to keep. A throw ends the connection. */
  onPayload(payload: Buffer): void
  /** `congested` was true and is false again. */
  onDrain(): void
  /** Over, once; nothing follows. */
  onClose(reason: string): void
}

export interface TransportConfig {
  readonly hostKeys: Readonly<Record<string, Ssh2HostKey>>
  readonly offer: object
  /** Software version, without the `SSH-2.0-` before it. */
  readonly ident: string
  readonly packets: PacketPool
}

/** RFC 4344 section 3.1: rekey before 2^32 packets; OpenSSH stops at 2^31. */
const rekeyPackets = 2 ** 30

export class Transport {
  readonly #socket: Socket
  readonly #protocol: Protocol
  readonly #events: TransportEvents
  readonly #packets: PacketPool
  readonly #writer: SocketWriter
  #state: 'open' | 'ending' | 'closed' = 'open'
  #established = false
  #drainAwaited = false
  #packetsSinceKeyExchange = 0
  /** Any packet is a sign of life; the owner compares. */
  packetsReceived = 0

  constructor(socket: Socket, config: TransportConfig, events: TransportEvents) {
    this.#socket = socket
    this.#events = events
    this.#packets = config.packets
    this.#writer = new SocketWriter(socket, config.packets, () => this.destroy('client does not read'))
    this.#protocol = new Protocol({
      server: true,
      hostKeys: config.hostKeys,
      ident: config.ident,
      offer: config.offer,
      onWrite: (packet) => this.#writer.write(packet),
      onError: (error) => this.#end(error.message),
      onHeader: (header) => events.onIdentified(header.versions.software),
      onHandshakeComplete: (negotiated) => {
        this.#packetsSinceKeyExchange = 0
        if (this.#established) return
        this.#established = true
        const { kex, serverHostKey, cs } = negotiated
        events.onEstablished([kex, serverHostKey, cs.cipher, cs.mac].filter(Boolean).join(' '))
      },
      messageHandlers: {
        DISCONNECT: (_, reason, description) => {
          const detail = description ? `: ${description.slice(0, 200)}` : ''
          this.#end(reason === disconnectReason.byApplication ? 'client left' : `client left (${reason}${detail})`)
        },
      },
    })
    this.#takeOverPayloads()
    this.#replaceExtensionInfo()
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 60_000)
    const arrived = shareTurns(socket)
    socket.on('data', (chunk) => {
      arrived(chunk.length)
      this.#receive(chunk)
    })
    socket.on('drain', () => this.#drained())
    socket.on('error', (error) => this.#closed(error.message))
    socket.on('end', () => this.#end('client closed the connection'))
    socket.on('close', () => this.#closed('connection closed'))
    this.#protocol.start()
  }

  /** Identifies the connection for good: the exchange hash of the first key exchange (RFC 4253 section 7.2). */
  get sessionId(): Buffer {
    return this.#protocol._kex.sessionID
  }

  /** True when channel data has to wait for `onDrain`; `small`: the few bytes of an interactive channel. */
  congested(small = false): boolean {
    // During a key exchange ssh2 queues packets without bound; data waits for its end (see `#receive`).
    const exchanging = this.#established && this.#protocol._kexinit !== undefined
    if (!exchanging && !this.#writer.full(small)) return false
    this.#drainAwaited = true
    return true
  }

  /** Sends one message. */
  send(payload: Uint8Array): void {
    if (this.#state !== 'open') return
    const { write } = this.#protocol._packetRW
    const start = write.allocStart
    const packet = write.alloc(payload.length)
    packet.set(payload, start)
    this.#dispatch(packet)
  }

  /** Sends channel data with a single copy: from `chunk` into the packet that is then encrypted in place. */
  sendChannelData(recipient: number, chunk: Uint8Array, toStandardError: boolean): void {
    if (this.#state !== 'open') return
    const { write } = this.#protocol._packetRW
    let at = write.allocStart
    const packet = write.alloc((toStandardError ? 13 : 9) + chunk.length)
    packet[at] = toStandardError ? message.channelExtendedData : message.channelData
    at = packet.writeUInt32BE(recipient, at + 1)
    if (toStandardError) at = packet.writeUInt32BE(standardError, at)
    at = packet.writeUInt32BE(chunk.length, at)
    packet.set(chunk, at)
    this.#dispatch(packet)
  }

  /** Tells the client that its last message means nothing here (RFC 4253 section 11.4). */
  rejectUnknown(): void {
    this.send(new Writer(message.unimplemented).uint32((this.#protocol._decipher.inSeqno - 1) >>> 0).finish())
  }

  /** Tells the client why and ends the connection. */
  disconnect(reason: DisconnectReason, description: string): void {
    if (this.#state !== 'open') return
    const payload = new Writer(message.disconnect).uint32(reason).text(description).text('').finish()
    const { write } = this.#protocol._packetRW
    const start = write.allocStartKEX
    const packet = write.alloc(payload.length, true)
    packet.set(payload, start)
    this.#protocol._cipher.encrypt(write.finalize(packet, true))
    this.#end(description)
  }

  /** Ends the connection without a word. */
  destroy(reason: string): void {
    this.#socket.destroy()
    this.#closed(reason)
  }

  #dispatch(packet: Buffer): void {
    sendPacket(this.#protocol, this.#protocol._packetRW.write.finalize(packet))
    this.#packetsSinceKeyExchange += 1
    if (this.#packetsSinceKeyExchange >= rekeyPackets && this.#protocol._kexinit === undefined) this.#protocol.rekey()
  }

  /**
   * Payloads come to us undecoded: ssh2's own decoder skips terminal modes and shares one parser state. Only the key
   * exchange and `disconnect` stay with it.
   */
  #takeOverPayloads(): void {
    const decode = this.#protocol._onPayload
    // Any answer but undefined stops the decipher's loop, whose native state is gone once the connection has ended.
    const stopIfEnded = (): number | undefined => (this.#state === 'open' ? undefined : Infinity)
    this.#protocol._onPayload = (payload) => {
      if (this.#state !== 'open') return Infinity
      this.packetsReceived += 1
      const type = payload[0]
      if (type === message.keyExchangeInit || type === message.disconnect) return decode(payload) ?? stopIfEnded()
      if (type === undefined || type === message.ignore || type === message.debug || type === message.unimplemented) {
        return undefined
      }
      this.#events.onPayload(payload)
      return stopIfEnded()
    }
  }

  /**
   * ssh2's extension message names algorithms we refuse and glues two names together for want of a comma, which
   * hides rsa-sha2-512 from clients; ours takes its place (RFC 8308 section 2.4: first message after NEWKEYS).
   */
  #replaceExtensionInfo(): void {
    const complete = this.#protocol._onHandshakeComplete
    this.#protocol._onHandshakeComplete = (negotiated) => {
      const allocate = packetAllocator(this.#packets, negotiated.sc.cipher)
      if (allocate && nativeCiphers) this.#protocol._cipher.allocPacket = allocate
      const wanted = this.#protocol._kex.remoteExtInfoEnabled && !this.#established
      this.#protocol._kex.remoteExtInfoEnabled = false
      if (wanted) {
        const info = new Writer(message.extInfo).uint32(1).text('server-sig-algs')
        this.send(info.text(userSignatureAlgorithms.join(',')).finish())
      }
      complete(negotiated)
    }
  }

  #receive(chunk: Buffer): void {
    if (this.#state !== 'open') return
    const exchanging = this.#established && this.#protocol._kexinit !== undefined
    try {
      this.#protocol.parse(chunk, 0, chunk.length)
    } catch (error) {
      this.#fail(error)
      return
    }
    if (exchanging && this.#protocol._kexinit === undefined) this.#drained()
  }

  #fail(error: unknown): void {
    if (this.#state !== 'open') return
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof ProtocolViolation) this.disconnect(disconnectReason.protocolError, reason)
    else this.#end(reason)
  }

  #drained(): void {
    if (!this.#drainAwaited || this.#state !== 'open' || this.congested()) return
    this.#drainAwaited = false
    this.#events.onDrain()
  }

  /** What was queued still leaves; a client that does not read it is cut off. */
  #end(reason: string): void {
    if (this.#state !== 'open') return
    this.#state = 'ending'
    this.#socket.end()
    this.#socket.setTimeout(5_000, () => this.#socket.destroy())
    this.#closed(reason)
  }

  #closed(reason: string): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#protocol.cleanup()
    this.#events.onClose(reason)
  }
}
