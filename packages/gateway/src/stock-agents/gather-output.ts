// Output of a stock agent that comes in tiny packets while its reader is behind: joined before it waits, and without the
// packets that carried it, so that what waits costs what it counts (0029).
import type { Readable } from 'node:stream'
import { SmallPieces, worthKeeping } from '@sshore/link'

/** `unreadBytes`: what the reader was given and did not take yet. Returns what hands on the bytes that were kept back. */
export function gatherOutput(source: Readable, unreadBytes: () => number): () => void {
  const pieces = new SmallPieces()
  const push = source.push.bind(source)
  const pass = (): void => {
    const chunk = pieces.take()
    if (chunk) push(chunk)
  }
  // The library has no other place between a packet and the buffer of its channel.
  source.push = (chunk: unknown) => {
    if (!(chunk instanceof Uint8Array)) {
      pass()
      return push(chunk)
    }
    if (pieces.keeps(chunk, unreadBytes())) return source.readableLength < source.readableHighWaterMark
    pass()
    return push(worthKeeping(chunk))
  }
  return pass
}
