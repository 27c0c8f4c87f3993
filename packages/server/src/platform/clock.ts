/** Wall time, passed in so that tests own it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const seconds = (count: number): number => count * 1000
export const minutes = (count: number): number => seconds(count * 60)
export const hours = (count: number): number => minutes(count * 60)
