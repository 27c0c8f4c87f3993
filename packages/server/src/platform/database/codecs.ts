// How values that SQL engines disagree on are stored: as integers and text, which every engine keeps and sorts alike.
// Store files cross here and nowhere else, so one set of them serves SQLite and PostgreSQL; `portable.ts` has the rules.
import { type Position, zeroTime } from '@sshore/contract'

/** A boolean as 0 or 1 (`integer`): indexable, and no engine has an opinion on it. */
export const flag = {
  write: (value: boolean): number => (value ? 1 : 0),
  /** Also takes a selected condition, which SQLite answers as 0 or 1 and PostgreSQL as a boolean. */
  read: (column: number | boolean): boolean => column === true || (column !== false && column !== 0),
}

/**
 * A time as integer milliseconds since the Unix epoch (`bigint`): eight bytes, sorts and compares as a number, no time zone and
 * no text format to agree on. "Never" is NULL. `toWire` is RFC 3339 in UTC, with the zero time for "never".
 */
export const time = {
  toWire: (milliseconds: number | null): string =>
    milliseconds === null ? zeroTime : new Date(milliseconds).toISOString(),
}

export interface PositionColumns {
  readonly latitude_microdegrees: number
  readonly longitude_microdegrees: number
}

const microdegrees = 1_000_000

/** A place on earth as two integers, in millionths of a degree: a tenth of a metre, which is finer than anybody knows it. */
export const position = {
  write: ({ latitude, longitude }: Position): PositionColumns => ({
    latitude_microdegrees: Math.round(latitude * microdegrees),
    longitude_microdegrees: Math.round(longitude * microdegrees),
  }),
  read: ({ latitude_microdegrees, longitude_microdegrees }: PositionColumns): Position => ({
    latitude: latitude_microdegrees / microdegrees,
    longitude: longitude_microdegrees / microdegrees,
  }),
}

/** JSON as text, parsed when it is read; for values that no query looks into. */
export const json = <Value>() => ({
  write: (value: Value): string => JSON.stringify(value),
  /** The column was written by `write`, so its shape is ours. */
  read: (column: string): Value => JSON.parse(column) as Value,
})
