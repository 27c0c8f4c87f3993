// Reads what stands at the beginning of a byte stream and leaves all that follows in it, for whoever reads on.
import type { Duplex } from 'node:stream'
import type { Clock } from '@sshore/link'

export interface Head<T> {
  readonly value: T
  /** Bytes that belong to the head. */
  readonly used: number
}

export interface HeadLimits {
  readonly clock: Clock
  readonly seconds: number
  /** Bytes within which the head must be complete. */
  readonly bytesMost: number
}

/** What a peer sent, or failed to send, where a head was expected. */
export class BadHead extends Error {
  override readonly name = 'BadHead'
}

/**
 * Collects bytes until `parse` finds its head in them. `parse` sees all bytes so far, every time more have come.
 * Rejects with what `parse` throws, or with `BadHead` when the stream ends, the head grows too long or the time is up;
 * the stream is destroyed then.
 */
export function readHead<T>(
  stream: Duplex,
  { clock, seconds, bytesMost }: HeadLimits,
  parse: (bytes: Buffer) => Head<T> | undefined,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let bytes: Buffer = Buffer.alloc(0)
  const stop = (): void => {
    cancel()
    stream.off('data', arrived).off('end', ended).off('close', ended).pause()
  }
  const fail = (error: unknown): void => {
    stop()
    stream.destroy()
    reject(error)
  }
  const arrived = (chunk: Buffer): void => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    try {
      const head = parse(bytes)
      if (head) {
        stop()
        if (head.used < bytes.length) stream.unshift(bytes.subarray(head.used))
        resolve(head.value)
      } else if (bytes.length > bytesMost) fail(new BadHead('the agent answered at too great length'))
    } catch (error) {
      fail(error)
    }
  }
  const ended = (): void => fail(new BadHead('the agent hung up'))
  const cancel = clock.after(seconds * 1000, () => fail(new BadHead(`the agent gave no answer for ${seconds} seconds`)))
  stream.on('data', arrived).on('end', ended).on('close', ended)
  if (stream.destroyed || stream.readableEnded) ended()
  else stream.resume()
  return promise
}

const identification = Buffer.from('SSH-')

/**
 * Waits until the agent's SSH server has begun to speak, and takes nothing. Whatever is sent before that may be
 * swallowed by the buffered reader that took the request in.
 */
export const sshHasBegun = (bytes: Buffer): Head<undefined> | undefined => {
  const compared = bytes.subarray(0, identification.length)
  if (!compared.equals(identification.subarray(0, compared.length))) throw new BadHead('the agent does not speak SSH')
  return compared.length < identification.length ? undefined : { value: undefined, used: 0 }
}
