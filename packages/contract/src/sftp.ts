// SFTP version 3: the numbers of draft-ietf-secsh-filexfer-02, for the ends that answer it (on a device, for a container)
// and the one that asks (in a browser).

export const version = 3

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

/** S_IFMT of <sys/stat.h> and the letter of each type. */
const typeBits = 0o170000
const typeLetters: Readonly<Record<number, string>> = {
  0o010000: 'p',
  0o020000: 'c',
  0o040000: 'd',
  0o060000: 'b',
  0o100000: '-',
  0o120000: 'l',
  0o140000: 's',
}

/** Read, write and execute of one class; `special` is set-user-id, set-group-id or sticky, shown in the last place. */
function triplet(bits: number, special: boolean, letter: string): string {
  const execute = bits & 1
  const last = special ? (execute ? letter : letter.toUpperCase()) : execute ? 'x' : '-'
  return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${last}`
}

/** `st_mode` as `ls -l` writes it, ten characters: OpenSSH's client prints the line of a listing as it comes. */
export function modeText(mode: number): string {
  const owner = triplet((mode >> 6) & 7, (mode & 0o4000) !== 0, 's')
  const group = triplet((mode >> 3) & 7, (mode & 0o2000) !== 0, 's')
  const others = triplet(mode & 7, (mode & 0o1000) !== 0, 't')
  return `${typeLetters[mode & typeBits] ?? '?'}${owner}${group}${others}`
}

/** Of a listing's dates, whatever language the device speaks. */
export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
