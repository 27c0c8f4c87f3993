import type { LinkSocket } from './link.ts'
import { encodeText } from './text.ts'

/** RFC 6455 section 5.5: a close frame carries 125 bytes, two of them the code. */
const reasonBytes = 123

/** Closes with a code and a reason cut to what fits; a socket that is closed already stays so. */
export const closeSocket = (socket: LinkSocket, code: number, reason: string): void => {
  const fits = encodeText(reason).length <= reasonBytes ? reason : reason.replace(/[^ -~]/gu, '?').slice(0, reasonBytes)
  // Codes below 3000 other than 1000 are for protocol stacks to send (RFC 6455 section 7.4.2).
  const sendable = code === 1000 || (code >= 3000 && code <= 4999) ? code : 1000
  try {
    socket.close(sendable, fits)
  } catch {
    // Runtimes differ in whether closing a closed socket throws; it is closed either way.
  }
}
