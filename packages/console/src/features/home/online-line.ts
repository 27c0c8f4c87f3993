// The line of devices online over time, in numbers: shares of width and height, so that no size has to be known.
import type { OnlineStats } from '@sshore/contract'

export interface OnlinePoint {
  /** Unix milliseconds. */
  readonly at: number
  readonly online: number
  readonly registered: number
}

/** What is drawn: the counts of the server, and what is known of this moment behind them. */
export function pointsOf(
  { points }: Pick<OnlineStats, 'points'>,
  now: OnlinePoint | undefined,
): readonly OnlinePoint[] {
  const counted = points.map(({ at, ...count }) => ({ ...count, at: Date.parse(at) }))
  return now && (counted.at(-1)?.at ?? 0) < now.at ? [...counted, now] : counted
}

export interface Frame {
  /** Unix milliseconds. */
  readonly from: number
  readonly until: number
  /** The count at the upper edge. */
  readonly most: number
}

const nice = [1, 2, 3, 4, 5, 6, 8, 10]

/** The least round number that is no less. */
export function roundUp(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(count, 1)))
  const step = nice.find((candidate) => candidate * power >= count) ?? 10
  return step * power
}

export const frameOf = (points: readonly OnlinePoint[], from: number, until: number): Frame => ({
  from,
  until,
  most: roundUp(Math.max(1, ...points.map(({ online, registered }) => Math.max(online, registered)))),
})

/** From 0 at the left to 1 at the right. */
export const across = (at: number, { from, until }: Frame): number =>
  Math.min(1, Math.max(0, (at - from) / Math.max(1, until - from)))

/** Stretches without a gap: a server that was stopped, or a namespace without devices, has no line. */
export function stretches(
  points: readonly OnlinePoint[],
  stepMilliseconds: number,
): readonly (readonly OnlinePoint[])[] {
  const all: OnlinePoint[][] = []
  for (const point of points) {
    const last = all.at(-1)
    const before = last?.at(-1)
    if (last && before && point.at - before.at <= stepMilliseconds * 2) last.push(point)
    else all.push([point])
  }
  return all
}

const scale = 1000
const rounded = (share: number): number => Math.round(share * scale * 10) / 10

/** A path in a square of 1000: a count holds until the next one. */
export function stairs(
  points: readonly OnlinePoint[],
  frame: Frame,
  count: (point: OnlinePoint) => number,
): { readonly line: string; readonly area: string } {
  const places = points.map(
    (point) => [rounded(across(point.at, frame)), rounded(1 - count(point) / frame.most)] as const,
  )
  const [first] = places
  if (!first) return { line: '', area: '' }
  const steps = places.slice(1).map(([x, y]) => `H${x}V${y}`)
  const line = `M${first[0]} ${first[1]}${steps.join('')}`
  return { line, area: `${line}V${scale}H${first[0]}Z` }
}

/** The point that a share of the width means: the last one before it, or the first of all. */
export function pointAt(points: readonly OnlinePoint[], share: number, { from, until }: Frame): number {
  const at = from + share * (until - from)
  return Math.max(
    0,
    points.findLastIndex((point) => point.at <= at),
  )
}

/** At most so many points, evenly chosen, the last among them: for a table. */
export function sampled(points: readonly OnlinePoint[], most: number): readonly OnlinePoint[] {
  const every = Math.max(1, Math.ceil(points.length / most))
  return points.filter((_, index) => (points.length - 1 - index) % every === 0)
}

/**
 * Where a key leads from one point of the line, as sliders have it: upwards is later.
 * https://www.w3.org/WAI/ARIA/apg/patterns/slider/
 */
export function moved(key: string, index: number, last: number): number | undefined {
  const page = Math.max(1, Math.round(last / 10))
  const places: Readonly<Record<string, number | undefined>> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - page,
    PageUp: index + page,
    Home: 0,
    End: last,
  }
  const next = places[key]
  return next === undefined ? undefined : Math.min(last, Math.max(0, next))
}
