// SFTP version 3: numbers of draft-ietf-secsh-filexfer-02, and the sizes OpenSSH made customary.

export const protocolVersion = 3

export const packetType = {
  init: 1,
  version: 2,
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  fstat: 8,
  setstat: 9,
  fsetstat: 10,
  opendir: 11,
  readdir: 12,
  remove: 13,
  mkdir: 14,
  rmdir: 15,
  realpath: 16,
  stat: 17,
  rename: 18,
  readlink: 19,
  symlink: 20,
  status: 101,
  handle: 102,
  data: 103,
  name: 104,
  attrs: 105,
  extended: 200,
  extendedReply: 201,
} as const

export const statusCode = {
  ok: 0,
  eof: 1,
  noSuchFile: 2,
  permissionDenied: 3,
  failure: 4,
  badMessage: 5,
  opUnsupported: 8,
} as const
export type StatusCode = (typeof statusCode)[keyof typeof statusCode]

export const openFlag = {
  read: 0x01,
  write: 0x02,
  append: 0x04,
  create: 0x08,
  truncate: 0x10,
  exclusive: 0x20,
} as const

export const attributeFlag = {
  size: 0x01,
  owner: 0x02,
  permissions: 0x04,
  times: 0x08,
  extended: 0x80000000,
} as const

/** What `limits@openssh.com` tells: a whole packet, without its length field. */
export const maxPacketBytes = 256 * 1024
/** Clients that put 256 KiB of file into one WRITE add its header on top; they are served too. */
export const maxAcceptedPacketBytes = maxPacketBytes + 1024
/** Longest answer to a READ, and the longest WRITE that is advertised. */
export const maxTransferBytes = maxPacketBytes - 1024
/** Section 3 of the draft: every implementation takes packets of 34,000 bytes; listings stay below that. */
export const maxListingBytes = 32_000
