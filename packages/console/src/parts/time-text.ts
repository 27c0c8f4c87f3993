import { zeroTime } from '@sshore/contract'

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const

const language = 'en'
const words = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' })

/** How long ago, in words; undefined for the time that stands for "never". `now` in Unix milliseconds. */
export function relativeTime(time: string, now: number): string | undefined {
  if (time === zeroTime) return undefined
  const seconds = (now - Date.parse(time)) / 1000
  const unit = units.find(([, length]) => seconds >= length)
  // The clocks of server and browser differ: what lies a little ahead is now.
  return unit ? words.format(-Math.floor(seconds / unit[1]), unit[0]) : 'just now'
}

export const exactTime = (time: string): string => exact.format(new Date(time))

/** Minutes and seconds as on a kitchen timer. */
export function countdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
