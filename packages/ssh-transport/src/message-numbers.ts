// Message and reason numbers of the transport layer (RFC 4250 section 4, RFC 8308, OpenSSH's PROTOCOL section 1.9).
export const transportMessage = {
  disconnect: 1,
  ignore: 2,
  unimplemented: 3,
  debug: 4,
  extInfo: 7,
  keyExchangeInit: 20,
  newKeys: 21,
  /** Of RFC 4253 section 8, RFC 5656 and RFC 8731 alike: the client's share, then the server's. */
  keyExchangeShare: 30,
  keyExchangeReply: 31,
  /** Of RFC 4254, here because these packets are laid out in place. */
  channelData: 94,
  channelExtendedData: 95,
  ping: 192,
  pong: 193,
} as const

/** Numbers from here to 49 belong to the key exchange. */
export const keyExchangeNumbers = { from: 20, to: 49 } as const

export const disconnectReason = {
  protocolError: 2,
  keyExchangeFailed: 3,
  serviceNotAvailable: 7,
  connectionLost: 10,
  byApplication: 11,
  tooManyConnections: 12,
  noMoreAuthMethods: 14,
  illegalUserName: 15,
} as const
export type DisconnectReason = (typeof disconnectReason)[keyof typeof disconnectReason]
