// How fast a recording goes by: as it was, or with its pauses cut short.
import type { Cast } from './cast.ts'

export interface Pace {
  /** When each event is played. */
  readonly seconds: readonly number[]
  readonly length: number
  /** From the time in the recording to the time in the playing, and back. */
  readonly played: (second: number) => number
  readonly recorded: (second: number) => number
}

/** The last that is not above; -1: all are. */
function lastUpTo(seconds: readonly number[], wanted: number): number {
  let [low, high] = [0, seconds.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((seconds[middle] ?? 0) <= wanted) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** `pauseSeconds`: the longest pause that is left. */
export function paceOf({ events, seconds: length }: Cast, pauseSeconds = Infinity): Pace {
  const recorded = events.map(({ second }) => second)
  const seconds: number[] = []
  for (const [at, second] of recorded.entries()) {
    const pause = second - (recorded[at - 1] ?? 0)
    seconds.push((seconds[at - 1] ?? 0) + Math.min(pause, pauseSeconds))
  }
  const along =
    (from: readonly number[], to: readonly number[], end: number) =>
    (second: number): number => {
      const at = lastUpTo(from, second)
      const next = to[at + 1] ?? end
      return Math.min((to[at] ?? 0) + (second - (from[at] ?? 0)), next)
    }
  const shortened = seconds.at(-1) ?? 0
  return {
    seconds,
    length: shortened,
    played: along(recorded, seconds, shortened),
    recorded: along(seconds, recorded, length),
  }
}

const stopChars = 1_000_000

/** Seconds of the playing between which about as much is written as can be drawn without the page standing still. */
export function stopsOf({ events }: Cast, { seconds }: Pace, most = stopChars): readonly number[] {
  const stops: number[] = []
  let chars = 0
  for (const [at, { kind, text }] of events.entries()) {
    if (kind === 'o') chars += text.length
    if (chars < most) continue
    stops.push(seconds[at] ?? 0)
    chars = 0
  }
  return stops
}
