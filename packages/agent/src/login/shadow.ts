// shadow(5): the fields of an account's ageing, and what they mean today. Days are counted from 1970-01-01 UTC.
import { linesOf } from './accounts.ts'

export interface ShadowEntry {
  readonly hash: string
  readonly lastChangeDay: number | undefined
  readonly maximumDays: number | undefined
  readonly inactiveDays: number | undefined
  readonly expireDay: number | undefined
}

const dayMilliseconds = 86_400_000
/** More than 270 years: how tools write "never". */
const neverDays = 99_999

export function parseShadowEntry(line: string): ShadowEntry {
  const [, hash = '', lastChange, , maximum, , inactive, expire] = line.split(':')
  const days = (field: string | undefined) => (field !== undefined && /^\d+$/.test(field) ? Number(field) : undefined)
  return {
    hash,
    lastChangeDay: days(lastChange),
    maximumDays: days(maximum),
    inactiveDays: days(inactive),
    expireDay: days(expire),
  }
}

/** The account's line, or undefined when it has none or this process may not read the file. */
export function findShadowEntry(username: string): ShadowEntry | undefined {
  const line = linesOf('/etc/shadow').find((candidate) => candidate.startsWith(`${username}:`))
  return line === undefined ? undefined : parseShadowEntry(line)
}

export type Ageing = 'valid' | 'account_expired' | 'password_expired'

/** As pam_unix's account phase decides: an expired account first, then a password that has to be changed. */
export function ageingOf(entry: ShadowEntry, calendarMilliseconds: number): Ageing {
  const today = Math.floor(calendarMilliseconds / dayMilliseconds)
  const { lastChangeDay, maximumDays, inactiveDays, expireDay } = entry
  if (expireDay !== undefined && today >= expireDay) return 'account_expired'
  if (lastChangeDay === 0) return 'password_expired'
  if (lastChangeDay === undefined || maximumDays === undefined || maximumDays >= neverDays) return 'valid'
  const age = today - lastChangeDay
  if (inactiveDays !== undefined && age > maximumDays + inactiveDays) return 'account_expired'
  return age > maximumDays ? 'password_expired' : 'valid'
}

/** A hash that a password can match at all: neither empty nor locked with `!` or `*`. */
export const isUsableHash = (hash: string): boolean => hash !== '' && !hash.startsWith('!') && !hash.startsWith('*')
