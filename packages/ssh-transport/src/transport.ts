// One SSH connection's transport, the server's side (RFC 4253): identification, key exchange, encryption. Above it
// travel plain payloads.
import type { Socket } from 'node:net'
import type { HostKeySigner } from './host-key.ts'
import { type Identification, IdentificationReader } from './identification.ts'
import { ServerKeyExchange, type Settled } from './key-exchange/server-key-exchange.ts'
import { type DisconnectReason, disconnectReason, keyExchangeNumbers, transportMessage } from './message-numbers.ts'
import type { PacketPool } from './packet-pool.ts'
import { PacketReader } from './packet-reader.ts'
import { PacketWriter, payloadOffset } from './packet-writer.ts'
import { Rekeying, type RekeyLimits, type TransportClock } from './rekeying.ts'
import { SocketWriter } from './socket-writer.ts'
import { ProtocolViolation, Reader, Writer } from './wire.ts'

export interface TransportEvents {
  /** The client told its software version, for example `OpenSSH_9.2p1`. */
  onIdentified(software: string): void
  /** The first key exchange is done; payloads follow. */
  onEstablished(algorithms: string): void
  /**
   * A message from the service request upwards. The view is the receiver's to keep. A throw ends the connection: a
   * ProtocolViolation for its reason, anything else as a fault of ours.
   */
  onPayload(payload: Buffer): void
  /** `congested` was true and is false again. */
  onDrain(): void
  /** Something of ours threw what is no ProtocolViolation; the connection ends. */
  onFault(error: unknown): void
  /** Over, once; nothing follows. */
  onClose(reason: string): void
}

/** What one connection may have done for it while others wait. */
export interface WorkShare {
  /** Nothing more may be done now; `goOn` follows. */
  readonly spent: boolean
  /** A packet of this size is being worked on. */
  spend(bytes: number): void
  /** Set by the transport. */
  goOn: () => void
}

export interface TransportConfig {
  /** By signature algorithm, best first. */
  readonly hostKeys: readonly HostKeySigner[]
  /** Software version, without the `SSH-2.0-` before it. */
  readonly software: string
  /** Signature algorithms a user may log in with, as told to clients (RFC 8308 section 3.1). */
  readonly userSignatureAlgorithms: readonly string[]
  readonly packets: PacketPool
  readonly clock: TransportClock
  readonly rekey: RekeyLimits
  /** Asked for each connection. While a share is spent, its socket has to be paused. */
  readonly shareTurns: (socket: Socket) => WorkShare
}

/** Extended data type of standard error (RFC 4254 section 5.2). */
const standardError = 1
/** Key exchanges with somebody who has not logged in: the first and one more; each costs us more than him. */
const strangerExchangesMost = 2
/** For what was queued to leave, after the end. */
const partingMilliseconds = 5_000
/** Passed over, whenever they come. */
const meaningless: ReadonlySet<number> = new Set([
  transportMessage.ignore,
  transportMessage.unimplemented,
  transportMessage.debug,
])

function writeChannelData(
  target: Buffer,
  from: number,
  recipient: number,
  chunk: Uint8Array,
  toStandardError: boolean,
): void {
  target[from] = toStandardError ? transportMessage.channelExtendedData : transportMessage.channelData
  let at = target.writeUInt32BE(recipient, from + 1)
  if (toStandardError) at = target.writeUInt32BE(standardError, at)
  at = target.writeUInt32BE(chunk.length, at)
  target.set(chunk, at)
}

export class Transport {
  readonly #socket: Socket
  readonly #config: TransportConfig
  readonly #events: TransportEvents
  readonly #socketWriter: SocketWriter
  readonly #writer: PacketWriter
  readonly #reader: PacketReader
  readonly #rekeying: Rekeying
  readonly #ownIdentification: Buffer
  readonly #share: WorkShare
  /** What arrived and is not read yet, the first chunk as far as `#readTo`. */
  readonly #unread: Buffer[] = []
  #readTo = 0
  /** The client sends nothing more; it may have sent more than was read. */
  #clientEnded = false
  readonly #mayGoOn = (): boolean => !this.#share.spent
  #identification: IdentificationReader | undefined = new IdentificationReader()
  #exchange: ServerKeyExchange | undefined
  #state: 'open' | 'ending' | 'closed' = 'open'
  #established = false
  #loggedIn = false
  #exchanges = 0
  #drainAwaited = false
  /** Any packet is a sign of life; the owner compares. */
  packetsReceived = 0

  constructor(socket: Socket, config: TransportConfig, events: TransportEvents) {
    this.#socket = socket
    this.#config = config
    this.#events = events
    this.#socketWriter = new SocketWriter(socket, config.packets, () => this.destroy('client does not read'))
    this.#writer = new PacketWriter(this.#socketWriter, config.packets)
    this.#reader = new PacketReader((payload) => this.#receive(payload))
    this.#rekeying = new Rekeying(config.clock, config.rekey, {
      due: () => this.#startRekeying(),
      late: () => this.#end('the client did not exchange keys in time'),
    })
    this.#ownIdentification = Buffer.from(`SSH-2.0-${config.software}`)
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 60_000)
    this.#share = config.shareTurns(socket)
    this.#share.goOn = () => this.#read()
    socket.on('data', (chunk) => {
      if (this.#state !== 'open') return
      this.#unread.push(chunk)
      this.#read()
    })
    socket.on('drain', () => this.#drained())
    socket.on('error', (error) => this.#closed(error.message))
    socket.on('end', () => {
      this.#clientEnded = true
      this.#read()
    })
    socket.on('close', () => this.#closed('connection closed'))
    socket.write(Buffer.concat([this.#ownIdentification, Buffer.from('\r\n')]))
  }

  /** What the first key exchange settled. Fails before `onEstablished`. */
  get settled(): Settled {
    const settled = this.#exchange?.settled
    if (!settled) throw new Error('The first key exchange is not done.')
    return settled
  }

  /** Identifies the connection for good: the exchange hash of the first key exchange (RFC 4253 section 7.2). */
  get sessionId(): Buffer {
    return this.settled.sessionId
  }

  /** Larger packets and further key exchanges are allowed from now on, and old keys are replaced. */
  loggedIn(): void {
    this.#loggedIn = true
    this.#reader.trust()
    this.#rekeying.begin()
  }

  /** True when channel data has to wait for `onDrain`; `small`: the few bytes of an interactive channel. */
  congested(small = false): boolean {
    if (!this.#writer.holding && !this.#socketWriter.full(small)) return false
    this.#drainAwaited = true
    return true
  }

  /** Sends one message; during a key exchange, after it. */
  send(payload: Uint8Array): void {
    if (this.#state !== 'open') return
    try {
      this.#writer.send(payload)
    } catch (error) {
      this.#fail(error)
      return
    }
    this.#countVolume()
  }

  /**
   * Sends channel data (RFC 4254 section 5.2) with a single copy: from `chunk` into the packet that is then encrypted
   * in place. Ask `congested` before; during a key exchange a second copy has to be kept.
   */
  sendChannelData(recipient: number, chunk: Uint8Array, toStandardError: boolean): void {
    if (this.#state !== 'open') return
    const headBytes = toStandardError ? 13 : 9
    if (this.#writer.holding) {
      const payload = Buffer.allocUnsafe(headBytes + chunk.length)
      writeChannelData(payload, 0, recipient, chunk, toStandardError)
      this.send(payload)
      return
    }
    const packet = this.#writer.layOut(headBytes + chunk.length)
    writeChannelData(packet, payloadOffset, recipient, chunk, toStandardError)
    this.#writer.seal(packet)
    this.#countVolume()
  }

  /** Tells the client that its last message means nothing here (RFC 4253 section 11.4). */
  rejectUnknown(): void {
    this.send(new Writer(transportMessage.unimplemented).uint32(this.#reader.sequence).finish())
  }

  /** Tells the client why and ends the connection. */
  disconnect(reason: DisconnectReason, description: string): void {
    if (this.#state !== 'open') return
    this.#writer.sendNow(new Writer(transportMessage.disconnect).uint32(reason).text(description).text('').finish())
    this.#end(description)
  }

  /** Ends the connection without a word. */
  destroy(reason: string): void {
    this.#socket.destroy()
    this.#closed(reason)
  }

  #read(): void {
    try {
      for (let chunk = this.#unread[0]; chunk && this.#mayGoOn(); chunk = this.#unread[0]) {
        if (this.#identification) this.#readTo = this.#identify(this.#identification, chunk)
        this.#readTo = this.#reader.read(chunk, this.#readTo, this.#mayGoOn)
        if (this.#readTo < chunk.length) break
        this.#unread.shift()
        this.#readTo = 0
      }
      this.#countVolume()
    } catch (error) {
      this.#fail(error)
    }
    if (this.#clientEnded && this.#unread.length === 0) this.#end('client closed the connection')
  }

  /** Returns where in the chunk packets begin. */
  #identify(identification: IdentificationReader, chunk: Buffer): number {
    const read = identification.read(chunk)
    if (!read) return chunk.length
    this.#identification = undefined
    this.#begin(read.identification)
    return chunk.length - read.rest.length
  }

  #begin({ line, software }: Identification): void {
    const packets = { writer: this.#writer, reader: this.#reader }
    const identifications = { client: line, server: this.#ownIdentification }
    this.#exchange = new ServerKeyExchange(packets, this.#config.hostKeys, identifications, {
      onKeysSent: (first) => {
        if (first) this.#tellExtensions()
        this.#writer.release()
        this.#drained()
      },
      onKeysReceived: () => this.#keysReceived(),
    })
    this.#events.onIdentified(software)
    this.#exchange.start()
  }

  #receive(payload: Buffer): void {
    if (this.#state !== 'open') {
      this.#reader.stop()
      return
    }
    this.packetsReceived += 1
    this.#share.spend(payload.length)
    const type = payload[0] ?? 0
    if (type >= 50 && type !== transportMessage.ping && this.#established && !this.#exchange?.clientBusy) {
      this.#events.onPayload(payload)
    } else this.#receiveOwn(type, payload)
  }

  /** Messages of the transport itself, and whatever comes when only these may come. */
  #receiveOwn(type: number, payload: Buffer): void {
    if (type === transportMessage.disconnect) this.#left(new Reader(payload, 1))
    else if (type >= keyExchangeNumbers.from && type <= keyExchangeNumbers.to) this.#receiveKeyExchange(type, payload)
    else if (!this.#established || this.#exchange?.clientBusy) this.#refuseDuringExchange(type)
    else if (type === transportMessage.ping) this.#pong(new Reader(payload, 1))
    else if (!meaningless.has(type)) this.#events.onPayload(payload)
  }

  /** RFC 4253 section 7.1; strict key exchange does not even let the meaningless pass in the first one. */
  #refuseDuringExchange(type: number): void {
    const strictly = !this.#established && this.#exchange?.strict === true
    if (strictly) throw new ProtocolViolation(`strict key exchange: message ${type} within it`)
    if (!meaningless.has(type)) throw new ProtocolViolation(`message ${type} during the key exchange`)
  }

  #receiveKeyExchange(type: number, payload: Buffer): void {
    if (type === transportMessage.keyExchangeInit) {
      this.#exchanges += 1
      if (!this.#loggedIn && this.#exchanges > strangerExchangesMost) {
        throw new ProtocolViolation('too many key exchanges before the login')
      }
      const asked = this.#loggedIn && this.#exchange?.running === false
      if (asked && !this.#rekeying.affords(this.#writer, this.#reader)) {
        throw new ProtocolViolation('too many key exchanges one after the other')
      }
      this.#rekeying.started()
    }
    this.#exchange?.receive(payload)
  }

  #keysReceived(): void {
    this.#rekeying.done()
    if (this.#established) return
    this.#established = true
    const { keyExchange, hostKey, toServer } = this.settled.choice
    this.#events.onEstablished([keyExchange, hostKey, toServer.cipher, toServer.mac].filter(Boolean).join(' '))
  }

  /** RFC 8308 section 2.4: the first message under the new keys. Numbers as in OpenSSH's PROTOCOL. */
  #tellExtensions(): void {
    if (!this.settled.extensionInfo) return
    const extensions = [
      ['server-sig-algs', this.#config.userSignatureAlgorithms.join(',')],
      ['publickey-hostbound@openssh.com', '0'],
      ['ping@openssh.com', '0'],
    ] as const
    const info = new Writer(transportMessage.extInfo).uint32(extensions.length)
    for (const [name, value] of extensions) info.text(name).text(value)
    this.#writer.sendNow(info.finish())
  }

  /** OpenSSH's PROTOCOL section 1.9. */
  #pong(reader: Reader): void {
    this.send(new Writer(transportMessage.pong).bytes(reader.bytes()).finish())
  }

  #left(reader: Reader): void {
    const reason = reader.uint32()
    const description = reader.remaining > 0 ? reader.text() : ''
    const detail = description ? `: ${description.slice(0, 200)}` : ''
    this.#end(reason === disconnectReason.byApplication ? 'client left' : `client left (${reason}${detail})`)
  }

  #startRekeying(): void {
    if (this.#state !== 'open' || this.#exchange?.running) return
    this.#rekeying.started()
    this.#exchange?.start()
  }

  #countVolume(): void {
    if (this.#loggedIn) this.#rekeying.count(this.#writer, this.#reader)
  }

  #fail(error: unknown): void {
    if (this.#state !== 'open') return
    if (!(error instanceof ProtocolViolation)) {
      this.#events.onFault(error)
      this.disconnect(disconnectReason.byApplication, 'internal error')
    } else if (this.#identification) this.#refuseStranger(error.message)
    else this.disconnect(disconnectReason.protocolError, error.message)
  }

  /** Whoever does not speak SSH is told so in a line. */
  #refuseStranger(reason: string): void {
    this.#socket.write('Invalid SSH identification string.\r\n')
    this.#end(reason)
  }

  #drained(): void {
    if (!this.#drainAwaited || this.#state !== 'open' || this.congested()) return
    this.#drainAwaited = false
    try {
      this.#events.onDrain()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** What was queued still leaves; a client that does not read it is cut off. */
  #end(reason: string): void {
    if (this.#state !== 'open') return
    this.#state = 'ending'
    this.#socketWriter.flush()
    this.#socket.end()
    // By the clock: a client that goes on sending would keep the socket's own timer from running out, and its place.
    this.#socket.once(
      'close',
      this.#config.clock.after(partingMilliseconds, () => this.#socket.destroy()),
    )
    this.#closed(reason)
  }

  #closed(reason: string): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#rekeying[Symbol.dispose]()
    this.#reader.stop()
    this.#unread.length = 0
    this.#writer.free()
    this.#events.onClose(reason)
  }
}
