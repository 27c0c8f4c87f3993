// The part of ssh2 1.17 (pinned) that `transport.ts` stands on, as far as it is used. ssh2's public server hides the
// session identifier, banners, terminal modes and exact flow control, so only its RFC 4253 layer serves us.
declare module 'ssh2/lib/protocol/Protocol.js' {
  export interface Ssh2HostKey {
    readonly type: string
    getPublicSSH(): Buffer
    sign(contents: Buffer, hash?: string): Buffer | Error
  }

  export interface Ssh2Negotiated {
    readonly kex: string
    readonly serverHostKey: string
    readonly cs: { readonly cipher: string; readonly mac: string }
    readonly sc: { readonly cipher: string; readonly mac: string }
  }

  export interface Ssh2Cipher {
    /** Memory for a packet, with length and padding written; the payload goes to byte 5. */
    allocPacket: (payloadBytes: number) => Buffer
    encrypt(packet: Buffer): void
  }

  interface PacketWriter {
    allocStart: number
    allocStartKEX: number
    alloc(payloadBytes: number, evenDuringKeyExchange?: boolean): Buffer
    finalize(packet: Buffer, evenDuringKeyExchange?: boolean): Buffer
  }

  export default class Protocol {
    constructor(config: {
      readonly server: true
      readonly hostKeys: Readonly<Record<string, Ssh2HostKey>>
      readonly ident: string
      readonly offer: object
      readonly onWrite: (bytes: Buffer) => void
      readonly onError: (error: Error) => void
      readonly onHeader: (header: {
        readonly versions: { readonly protocol: string; readonly software: string }
      }) => void
      readonly onHandshakeComplete: (negotiated: Ssh2Negotiated) => void
      readonly messageHandlers: {
        readonly DISCONNECT: (protocol: Protocol, reason: number, description: string | undefined) => void
      }
    })
    start: () => void
    parse(chunk: Buffer, from: number, to: number): void
    rekey(): void
    cleanup(): void
    /** Undefined once the protocol has failed or was cleaned up. */
    _destruct: ((reason?: string) => void) | undefined
    /** Defined while a key exchange runs. */
    _kexinit: Buffer | undefined
    _queue: Buffer[] | undefined
    _kex: { readonly sessionID: Buffer; remoteExtInfoEnabled: boolean }
    /** Counts one past the packet in hand. */
    _decipher: { readonly inSeqno: number }
    _cipher: Ssh2Cipher
    _packetRW: { readonly write: PacketWriter }
    _onPayload: (payload: Buffer) => unknown
    _onHandshakeComplete: (negotiated: Ssh2Negotiated) => void
  }
}

declare module 'ssh2/lib/protocol/kex.js' {
  export interface Direction {
    readonly cipher: readonly string[]
    readonly mac: readonly string[]
    readonly compress: readonly string[]
    readonly lang: readonly string[]
  }
  export interface Lists {
    readonly kex: readonly string[]
    readonly serverHostKey: readonly string[]
    readonly cs: Direction
    readonly sc: Direction
  }
  const kex: { readonly KexInit: new (lists: Lists) => object }
  export default kex
}

declare module 'ssh2/lib/protocol/crypto.js' {
  const crypto: {
    /** Whether the native cipher addon was found. */
    readonly bindingAvailable: boolean
    /** Settles once the WebAssembly Poly1305, which stands in for the addon, is ready. */
    readonly init: Promise<void>
  }
  export default crypto
}

declare module 'ssh2/lib/protocol/utils.js' {
  import type Protocol from 'ssh2/lib/protocol/Protocol.js'
  const utils: {
    /** Encrypts and writes, or queues while a key exchange runs. */
    readonly sendPacket: (protocol: Protocol, packet: Buffer) => boolean
  }
  export default utils
}
