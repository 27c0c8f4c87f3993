import type { Surroundings } from '../surroundings.ts'

/** Waits for the first signal that asks to stop. A second one, while things come to an end, ends the process at once. */
export function waitForStop({
  onStopSignal,
  exitNow,
}: Pick<Surroundings, 'onStopSignal' | 'exitNow'>): Promise<string> {
  return new Promise((resolve) => {
    let asked = false
    onStopSignal((signal) => {
      if (asked) exitNow(signal === 'SIGINT' ? 130 : 143)
      asked = true
      resolve(signal)
    })
  })
}
