// Packets of the first key exchange: neither encrypted nor authenticated (RFC 4253 section 6).
import type { Opener, Sealer } from './cipher.ts'

const layout = { blockBytes: 8, unpaddedBytes: 0, tagBytes: 0 } as const

export const plainSealer: Sealer = { ...layout, seal: () => undefined, free: () => undefined }

export const plainOpener: Opener = {
  ...layout,
  headBytes: 4,
  packetBytes: (head) => head.readUInt32BE(0),
  open: () => undefined,
  free: () => undefined,
}
