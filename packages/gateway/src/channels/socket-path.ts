import { socketPathBytes } from '@sshore/contract'

/** Whether a client named what can be the path of a Unix socket at all. */
export const isSocketPath = (path: string): boolean =>
  path !== '' && !path.includes('\0') && Buffer.byteLength(path) <= socketPathBytes
