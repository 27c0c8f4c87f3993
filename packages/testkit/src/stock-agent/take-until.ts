import type { Duplex } from 'node:stream'

/**
 * Reads until `complete` says how many bytes the head has, and takes all that came with its last chunk, as the buffered
 * readers of real agents do: what a hasty peer sends along is lost.
 */
export function takeUntil(stream: Duplex, complete: (bytes: Buffer) => number | undefined): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  let bytes = Buffer.alloc(0)
  const arrived = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk])
    const length = complete(bytes)
    if (length === undefined) return
    stream.off('data', arrived).off('close', ended).pause()
    resolve(bytes.subarray(0, length))
  }
  const ended = (): void => reject(new Error('the server hung up'))
  stream.on('data', arrived).on('close', ended).resume()
  return promise
}

/** Where a text that ends with `end` is complete. */
export const upTo =
  (end: string) =>
  (bytes: Buffer): number | undefined => {
    const at = bytes.indexOf(end)
    return at < 0 ? undefined : at + end.length
  }
