// The server lives in a process of its own and blocks: that is the whole of its flow control, in both directions.
import { failedWith } from './failures.ts'

const longestPauseMilliseconds = 8
const pauseCell = new Int32Array(new SharedArrayBuffer(4))

/**
 * Repeats a read or a write until the descriptor lets it happen. Descriptors are meant to block; one that somebody left
 * in non-blocking mode works too, at the price of short sleeps.
 */
export function untilReady(transfer: () => number): number {
  for (let pauseMilliseconds = 1; ; pauseMilliseconds = Math.min(pauseMilliseconds * 2, longestPauseMilliseconds)) {
    try {
      return transfer()
    } catch (failure) {
      if (failedWith(failure, 'EINTR')) continue
      if (!failedWith(failure, 'EAGAIN')) throw failure
    }
    Atomics.wait(pauseCell, 0, 0, pauseMilliseconds)
  }
}
