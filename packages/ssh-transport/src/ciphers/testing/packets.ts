// Packets for the tests of ciphers, laid out as RFC 4253 section 6 says.
import type { Opener, PacketLayout } from '../cipher.ts'

/** A packet with `payload`, zeros as padding, and room for the tag. */
export function layOut({ blockBytes, unpaddedBytes, tagBytes }: PacketLayout, payload: Buffer): Buffer {
  const padding = 4 + ((blockBytes - ((9 + payload.length - unpaddedBytes) % blockBytes)) % blockBytes)
  const packet = Buffer.concat([Buffer.alloc(5), payload, Buffer.alloc(padding + tagBytes)])
  packet.writeUInt32BE(1 + payload.length + padding, 0)
  packet[4] = padding
  return packet
}

/** The length that `sealed` says, and a copy of it decrypted. */
export function openedFrom(opener: Opener, sealed: Buffer, sequence: number): { bytes: number; packet: Buffer } {
  const packet = Buffer.from(sealed)
  const bytes = opener.packetBytes(packet.subarray(0, opener.headBytes), sequence)
  opener.open(packet, sequence)
  return { bytes, packet }
}
