// Message, reason and data type numbers of RFC 4250 section 4, as far as a server uses them.
export const message = {
  disconnect: 1,
  ignore: 2,
  unimplemented: 3,
  debug: 4,
  serviceRequest: 5,
  serviceAccept: 6,
  /** RFC 8308. */
  extInfo: 7,
  keyExchangeInit: 20,
  authRequest: 50,
  authFailure: 51,
  authSuccess: 52,
  authBanner: 53,
  authPublicKeyOk: 60,
  authInfoRequest: 60,
  authInfoResponse: 61,
  globalRequest: 80,
  requestSuccess: 81,
  requestFailure: 82,
  channelOpen: 90,
  channelOpenConfirmation: 91,
  channelOpenFailure: 92,
  channelWindowAdjust: 93,
  channelData: 94,
  channelExtendedData: 95,
  channelEof: 96,
  channelClose: 97,
  channelRequest: 98,
  channelSuccess: 99,
  channelFailure: 100,
} as const

export { disconnectReason } from '@sshore/ssh-transport'

export const openFailure = {
  administrativelyProhibited: 1,
  connectFailed: 2,
  unknownChannelType: 3,
  resourceShortage: 4,
} as const
export type OpenFailure = (typeof openFailure)[keyof typeof openFailure]
