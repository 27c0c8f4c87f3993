// From a program into the link: nothing is read while the link has no room, so that the program stops.
import type { Lane, LinkStream } from '@sshore/link'
import type { ByteSource } from '../platform/platform.ts'

export interface Outflow {
  /** For `StreamHandler.onDrain`. */
  drained(): void
  /** Copies a source until its end. */
  copy(source: ByteSource, lane: Lane): Promise<void>
  /** Stops all copies; bytes not yet read are lost. */
  stop(): void
}

export function createOutflow(stream: LinkStream): Outflow {
  let waiting: (() => void)[] = []
  let stopped = false
  const drained = () => {
    const woken = waiting
    waiting = []
    for (const wake of woken) wake()
  }
  return {
    drained,
    copy: async (source, lane) => {
      for (;;) {
        const chunk = await source.read()
        if (chunk === undefined || stopped) return
        if (!stream.write(chunk, lane)) await new Promise<void>((resolve) => waiting.push(resolve))
        if (stopped) return
      }
    },
    stop: () => {
      stopped = true
      drained()
    },
  }
}
