// What the packet layer needs of a cipher together with its integrity check (RFC 4253 sections 6.3 and 6.4).

/** The layout of packets: which part is padded to whole blocks, and what follows it. */
export interface PacketLayout {
  readonly blockBytes: number
  /** 4 where the length is not part of what is padded to whole blocks, else 0. */
  readonly unpaddedBytes: 0 | 4
  /** After the padding. */
  readonly tagBytes: number
}

/** One direction; `sequence` is the packet's number, which goes up by one with each. */
export interface Sealer extends PacketLayout {
  /** In place: length, padding length, payload, padding, and room for the tag. */
  seal(packet: Buffer, sequence: number): void
  free(): void
}

export interface Opener extends PacketLayout {
  /** Bytes of a packet that `packetBytes` wants. */
  readonly headBytes: number
  /** The length written in the packet, not checked yet. It may change `head`; it is called once for each packet. */
  packetBytes(head: Buffer, sequence: number): number
  /** In place; `packet` begins with the `head` of before. Throws when the tag is wrong. */
  open(packet: Buffer, sequence: number): void
  free(): void
}

/** Keys of one direction, cut to what was asked for (RFC 4253 section 7.2). */
export interface DirectionKeys {
  readonly initialVector: Buffer
  readonly cipherKey: Buffer
  readonly macKey: Buffer
}
