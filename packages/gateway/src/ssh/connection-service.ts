// The connection protocol (RFC 4254): global requests, and the table of channels.
import type { Transport } from '@sshore/ssh-transport'
import { Channel, openWindowBytes, receivePacketBytes, type WideWindows } from './channel.ts'
import { GlobalReplies, type GlobalReply, plainSuccess } from './global-replies.ts'
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
  /** `ssh -L` to a Unix socket (OpenSSH's PROTOCOL section 2.4): `fields` holds the path. */
  onDirectSocket(request: ChannelRequest, fields: Reader): void
  /** Anything but the few that this layer answers. Call `reply` once, at once or later. */
  onGlobalRequest(name: string, fields: Reader, reply: GlobalReply): void
}

/** What becomes of a channel that was asked of the client. */
export interface ChannelOffer {
  onOpened(channel: Channel): void
  /** The client refused, or the connection ended before it answered. */
  onRefused(): void
}

/** The client, to whoever serves its connection. */
export interface ConnectionClient {
  /** Asks for a channel; `fields` are those of its type (RFC 4254 section 5.1). */
  openChannel(type: string, fields: Uint8Array, offer: ChannelOffer): void
  /** A line for whoever runs the client with `-v`. */
  tell(text: string): void
}

/** Channels of one connection at a time: each forwarded connection is one. */
const channelsMost = 1024
/** Those that start with a full window; further ones start small, so that all together hold some 40 MiB at most. */
const fullWindowsMost = 256
const smallWindowBytes = 16 * 1024

/** Channels of one connection that carry bulk to the device at a time; further ones do so with small windows. */
const wideWindowsMost = 8

/** Each packet costs the same, however little it carries; no client asks for less than 4 KiB. */
const packetBytesLeast = 256

/** Answers to our keepalive; also late login attempts, which RFC 4252 section 5.1 wants ignored. */
const ignored: ReadonlySet<number> = new Set([message.requestSuccess, message.requestFailure, message.authRequest])

interface Peer {
  readonly recipient: number
  readonly window: number
  readonly packetBytes: number
}

interface Opening {
  channel: Channel | undefined
  abandoned: () => void
  /** Only for a channel that was asked of the client, until it answers. */
  offer?: ChannelOffer | undefined
  readonly windowBytes: number
}

export class ConnectionService implements ConnectionClient {
  readonly #transport: Transport
  readonly #handler: ConnectionHandler
  readonly #globalReplies = new GlobalReplies((payload) => this.#transport.send(payload))
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

  constructor(transport: Transport, serve: (client: ConnectionClient) => ConnectionHandler) {
    this.#transport = transport
    this.#handler = serve(this)
  }

  /** Channels open or being opened. */
  get channelCount(): number {
    return this.#channels.size
  }

  receive(payload: Buffer): void {
    const type = payload[0] ?? 0
    if (type === message.globalRequest) this.#globalRequest(new Reader(payload, 1))
    else if (type === message.channelOpen) this.#open(new Reader(payload, 1))
    else if (type === message.channelOpenConfirmation) this.#confirmed(new Reader(payload, 1))
    else if (type === message.channelOpenFailure) this.#refused(new Reader(payload, 1))
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

  openChannel(type: string, fields: Uint8Array, offer: ChannelOffer): void {
    if (this.#channels.size >= channelsMost) {
      offer.onRefused()
      return
    }
    const number = this.#nextChannel
    this.#nextChannel += 1
    const windowBytes = this.#windowBytes()
    this.#channels.set(number, { channel: undefined, abandoned: () => offer.onRefused(), offer, windowBytes })
    const head = new Writer(message.channelOpen)
      .text(type)
      .uint32(number)
      .uint32(windowBytes)
      .uint32(receivePacketBytes)
    this.#transport.send(Buffer.concat([head.finish(), fields]))
  }

  tell(text: string): void {
    this.#transport.send(new Writer(message.debug).boolean(true).text(text).text('').finish())
  }

  #windowBytes(): number {
    return this.#channels.size < fullWindowsMost ? openWindowBytes : smallWindowBytes
  }

  #globalRequest(reader: Reader): void {
    const name = reader.text()
    const reply = this.#globalReplies.owe(reader.boolean())
    if (name === 'no-more-sessions@openssh.com') {
      this.#noMoreSessions = true
      reply(plainSuccess)
    } else this.#handler.onGlobalRequest(name, reader, reply)
  }

  #offered(number: number): { readonly opening: Opening; readonly offer: ChannelOffer } {
    const opening = this.#channels.get(number)
    if (!opening?.offer) throw new ProtocolViolation('answer for a channel that was not asked for')
    return { opening, offer: opening.offer }
  }

  #confirmed(reader: Reader): void {
    const number = reader.uint32()
    const { opening, offer } = this.#offered(number)
    opening.offer = undefined
    const peer = { recipient: reader.uint32(), window: reader.uint32(), packetBytes: reader.uint32() }
    const channel = this.#newChannel(number, peer, opening)
    if (peer.packetBytes >= packetBytesLeast) offer.onOpened(channel)
    else {
      channel.close()
      offer.onRefused()
    }
  }

  #refused(reader: Reader): void {
    const number = reader.uint32()
    const { offer } = this.#offered(number)
    this.#channels.delete(number)
    offer.onRefused()
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
    else if (type === 'direct-streamlocal@openssh.com') this.#handler.onDirectSocket(request, reader)
    else request.refuse(openFailure.unknownChannelType, `channels of type ${type.slice(0, 64)} are not served here`)
  }

  #request(peer: Peer): ChannelRequest {
    const number = this.#nextChannel
    this.#nextChannel += 1
    const windowBytes = this.#windowBytes()
    const opening: Opening = { channel: undefined, abandoned: () => request.onAbandoned(), windowBytes }
    this.#channels.set(number, opening)
    const request: ChannelRequest = {
      accept: () => {
        const channel = this.#newChannel(number, peer, opening)
        this.#transport.send(
          new Writer(message.channelOpenConfirmation)
            .uint32(peer.recipient)
            .uint32(number)
            .uint32(windowBytes)
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

  #newChannel(number: number, peer: Peer, opening: Opening): Channel {
    const { windowBytes } = opening
    const gone = (): void => void this.#channels.delete(number)
    opening.channel = new Channel(this.#transport, { ...peer, windowBytes }, this.#wideWindows, gone)
    return opening.channel
  }

  #forChannel(type: number, payload: Buffer): void {
    const reader = new Reader(payload, 1)
    const channel = this.#channels.get(reader.uint32())?.channel
    if (!channel) throw new ProtocolViolation('message for a channel that is not open')
    channel.receive(type, reader)
  }
}
