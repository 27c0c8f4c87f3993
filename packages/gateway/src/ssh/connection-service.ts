// The connection protocol (RFC 4254): global requests, and the table of channels.
import type { Transport } from '@sshore/ssh-transport'
import { Channel, openWindowBytes, receivePacketBytes, type WideWindows } from './channel.ts'
import { message, openFailure, type OpenFailure } from './message-numbers.ts'
import { ProtocolViolation, Reader, Writer } from './wire.ts'

/** A channel that the client wants; call exactly one of the two, at once or later. */
export interface ChannelRequest {
  accept(): Channel
  refuse(reason: OpenFailure, text: string): void
  /** The connection ended while the decision was open. */
  onAbandoned: () => void
}

export interface ConnectionHandler {
  onSession(request: ChannelRequest): void
  /** `ssh -L`, `-D`, `-W`: `fields` holds host, port, originator address and port. */
  onDirectTcpip(request: ChannelRequest, fields: Reader): void
}

/** Channels of one connection at a time; OpenSSH's own default for sessions is 10. */
const channelsMost = 256

/** Channels of one connection that carry bulk to the device at a time; further ones do so with small windows. */
const wideWindowsMost = 8

/** Each packet costs the same, however little it carries; no client asks for less than 4 KiB. */
const packetBytesLeast = 256

/** Answers to our keepalive; also late login attempts, which RFC 4252 section 5.1 wants ignored. */
const ignored: ReadonlySet<number> = new Set([message.requestSuccess, message.requestFailure, message.authRequest])

interface Opening {
  channel: Channel | undefined
  abandoned: () => void
}

export class ConnectionService {
  readonly #transport: Transport
  readonly #handler: ConnectionHandler
  readonly #channels = new Map<number, Opening>()
  #wideWindowsLeft = wideWindowsMost
  readonly #wideWindows: WideWindows = {
    take: () => {
      if (this.#wideWindowsLeft === 0) return false
      this.#wideWindowsLeft -= 1
      return true
    },
    giveBack: () => {
      this.#wideWindowsLeft += 1
    },
  }
  #nextChannel = 0
  #firstTurn = 0
  #noMoreSessions = false

  constructor(transport: Transport, handler: ConnectionHandler) {
    this.#transport = transport
    this.#handler = handler
  }

  /** Channels open or being opened. */
  get channelCount(): number {
    return this.#channels.size
  }

  receive(payload: Buffer): void {
    const type = payload[0] ?? 0
    if (type === message.globalRequest) this.#globalRequest(new Reader(payload, 1))
    else if (type === message.channelOpen) this.#open(new Reader(payload, 1))
    else if (type >= message.channelWindowAdjust && type <= message.channelFailure) this.#forChannel(type, payload)
    else if (!ignored.has(type)) this.#transport.rejectUnknown()
  }

  /** The socket has room again: channels that wait send in turns, another one first each time. */
  drain(): void {
    const all = [...this.#channels.values()].flatMap(({ channel }) => channel ?? [])
    this.#firstTurn = (this.#firstTurn + 1) % Math.max(1, all.length)
    let waiting = [...all.slice(this.#firstTurn), ...all.slice(0, this.#firstTurn)]
    while (waiting.length > 0) waiting = waiting.filter((channel) => channel.flush())
  }

  /** Asks the client for a sign of life. */
  probe(): void {
    this.#transport.send(new Writer(message.globalRequest).text('keepalive@openssh.com').boolean(true).finish())
  }

  /** The connection ended: every channel is told. */
  close(): void {
    const all = [...this.#channels.values()]
    this.#channels.clear()
    for (const { channel, abandoned } of all) {
      if (channel) channel.abandon()
      else abandoned()
    }
  }

  #globalRequest(reader: Reader): void {
    const name = reader.text()
    const wantReply = reader.boolean()
    const accepted = name === 'no-more-sessions@openssh.com'
    if (accepted) this.#noMoreSessions = true
    if (wantReply) this.#transport.send(new Writer(accepted ? message.requestSuccess : message.requestFailure).finish())
  }

  #open(reader: Reader): void {
    const type = reader.text()
    const recipient = reader.uint32()
    const peer = { recipient, window: reader.uint32(), packetBytes: reader.uint32() }
    const request = this.#request(peer)
    if (this.#channels.size > channelsMost) {
      request.refuse(openFailure.resourceShortage, `more than ${channelsMost} channels on one connection`)
    } else if (peer.packetBytes < packetBytesLeast) {
      request.refuse(openFailure.resourceShortage, `packets of less than ${packetBytesLeast} bytes are not served`)
    } else if (type === 'session' && this.#noMoreSessions) {
      request.refuse(openFailure.administrativelyProhibited, 'no more sessions were to be opened')
    } else if (type === 'session') this.#handler.onSession(request)
    else if (type === 'direct-tcpip') this.#handler.onDirectTcpip(request, reader)
    else request.refuse(openFailure.unknownChannelType, `channels of type ${type.slice(0, 64)} are not served here`)
  }

  #request(peer: { recipient: number; window: number; packetBytes: number }): ChannelRequest {
    const number = this.#nextChannel
    this.#nextChannel += 1
    const opening: Opening = { channel: undefined, abandoned: () => request.onAbandoned() }
    this.#channels.set(number, opening)
    const request: ChannelRequest = {
      accept: () => {
        const channel = new Channel(this.#transport, peer, this.#wideWindows, () => this.#channels.delete(number))
        opening.channel = channel
        this.#transport.send(
          new Writer(message.channelOpenConfirmation)
            .uint32(peer.recipient)
            .uint32(number)
            .uint32(openWindowBytes)
            .uint32(receivePacketBytes)
            .finish(),
        )
        return channel
      },
      refuse: (reason, text) => {
        this.#channels.delete(number)
        this.#transport.send(
          new Writer(message.channelOpenFailure).uint32(peer.recipient).uint32(reason).text(text).text('').finish(),
        )
      },
      onAbandoned: () => {},
    }
    return request
  }

  #forChannel(type: number, payload: Buffer): void {
    const reader = new Reader(payload, 1)
    const channel = this.#channels.get(reader.uint32())?.channel
    if (!channel) throw new ProtocolViolation('message for a channel that is not open')
    channel.receive(type, reader)
  }
}
