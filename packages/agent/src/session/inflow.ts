// From the link into a program or a socket: one write at a time, credit given back only for what was taken.
import type { LinkStream } from '@sshore/link'
import type { ByteSink } from '../platform/platform.ts'

export interface Inflow {
  /** Bytes from the peer, for `StreamHandler.onData`. */
  push(chunk: Uint8Array): void
  /** The peer sends no more: closes the sink behind what is still waiting. */
  end(): void
  /** Drops what waits and closes the sink. */
  [Symbol.dispose](): void
}

/** Bounded by the link: a peer whose bytes are not consumed runs out of credit. */
export function createInflow(stream: LinkStream, sink: ByteSink): Inflow {
  const waiting: Uint8Array[] = []
  let writing = false
  let ended = false
  /** The reader went away: further bytes are taken and dropped, as sshd does, so that the peer does not hang. */
  let gone = false

  const run = async () => {
    writing = true
    for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
      if (!gone && !(await sink.write(chunk))) gone = true
      stream.consumed(chunk.byteLength)
    }
    writing = false
    if (ended) sink[Symbol.dispose]()
  }

  return {
    push: (chunk) => {
      waiting.push(chunk)
      if (!writing) void run()
    },
    end: () => {
      ended = true
      if (!writing) sink[Symbol.dispose]()
    },
    [Symbol.dispose]: () => {
      gone = true
      ended = true
      waiting.length = 0
      sink[Symbol.dispose]()
    },
  }
}
