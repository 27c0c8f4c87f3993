import { zeroTime } from '@sshore/contract'
import { type Language, languageTags, phrase } from '../language/language.ts'

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const

const justNow = phrase('just now', 'agora mesmo')
const soon = phrase('in a moment', 'em instantes')

/** How far from now, in words; undefined for the time that stands for "never". `now` in Unix milliseconds. */
export function relativeTime(time: string, now: number, language: Language): string | undefined {
  if (time === zeroTime) return undefined
  const seconds = (now - Date.parse(time)) / 1000
  const unit = units.find(([, length]) => Math.abs(seconds) >= length)
  // The clocks of server and browser differ: what lies a little ahead is now.
  if (!unit) return (seconds < -30 ? soon : justNow)[language]
  const words = new Intl.RelativeTimeFormat(languageTags[language], { numeric: 'always' })
  // Of what has passed, whole units; of what is to come, the nearest.
  const count = seconds > 0 ? -Math.floor(seconds / unit[1]) : Math.round(-seconds / unit[1])
  return words.format(count, unit[0])
}

export const exactTime = (time: string, language: Language): string =>
  new Intl.DateTimeFormat(languageTags[language], { dateStyle: 'full', timeStyle: 'long' }).format(new Date(time))

/** Minutes and seconds as on a kitchen timer. */
export function countdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const parts = [
  ['d', 24 * 3600],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** A stretch of time by its two largest units: `2 h 5 min`. */
export function stretch(milliseconds: number): string {
  let rest = Math.max(0, Math.round(milliseconds / 1000))
  const first = parts.findIndex(([, length]) => rest >= length)
  if (first === -1) return '0 s'
  const said = parts.slice(first, first + 2).map(([unit, length]) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return count === 0 ? '' : `${count} ${unit}`
  })
  return said.filter((part) => part !== '').join(' ')
}
