// Messages of SSH's connection protocol (RFC 4254) laid out by hand, for clients that mean harm.

/** RFC 4254. */
export const messages = {
  globalRequest: 80,
  channelOpen: 90,
  windowAdjust: 93,
  data: 94,
  extendedData: 95,
  eof: 96,
  close: 97,
  request: 98,
} as const

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
export const string = (content: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(content)
  return Buffer.concat([uint32(bytes.length), bytes])
}
export const packet = (type: number, ...parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.of(type), ...parts, Buffer.alloc(parts.length === 0 ? 8 : 0)])

export const openSession = (channel: number, window = 1_000_000, most = 32_768): Buffer =>
  packet(messages.channelOpen, string('session'), uint32(channel), uint32(window), uint32(most))
export const exec = (channel: number, command: string): Buffer =>
  packet(messages.request, uint32(channel), string('exec'), Buffer.of(1), string(command))
