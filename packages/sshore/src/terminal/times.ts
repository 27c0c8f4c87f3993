import { zeroTime } from '@sshore/contract'

/** A time of the wire (RFC 3339, UTC) to the second, for people. */
export const shortTime = (wire: string): string =>
  wire === zeroTime || wire === '' ? 'never' : `${wire.slice(0, 19).replace('T', ' ')}Z`
