// One set of store files serves SQLite and PostgreSQL. What they write has to mean the same on both:
//
// - Values cross in `codecs.ts`: flags are 0 or 1, times are milliseconds, JSON is text. A column is `text`, `integer`
//   (32 bits) or `bigint`, nothing else. Text compares by code point on both; `lower` knows ASCII alone.
// - What is compared has the column's type: PostgreSQL refuses a text where a number belongs, so parse before.
//   No NUL character gets into a text. A selected parameter needs a cast.
// - "Insert, or else" is `onConflict`; in `doUpdateSet` an old value is written with its table (`ref('counts.total')`).
//   Rows touched are `numInsertedOrUpdatedRows`, `numUpdatedRows`, `numDeletedRows`; `returning` works on both.
// - A statement that broke a constraint has ended the transaction on PostgreSQL: let the error leave it
//   (`violatedUniqueness` reads it outside or on its way out), or use `onConflict` and go on.
// - Whatever reads and then writes goes through `transact` or `change`, which let nobody else write in between.
// - Columns that may be NULL sort with `nullsFirst()` or `nullsLast()` said; every list ends in a unique column.
// - A search for a part of a text is `containing`; `like` by itself differs in case.
// - Long lists of rows go through `inChunks`: no statement takes more than a few thousand parameters.
import { type Expression, sql, type SqlBool } from 'kysely'

/** As `lower` of both engines does it under our collations: the 26 letters, no language. */
const lowered = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The fragment anywhere, with what `like` would take for a pattern escaped. */
const pattern = (fragment: string): string => `%${lowered(fragment).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Whether a text holds the fragment, taken literally, without regard to the case of ASCII letters. */
export const containing = (text: Expression<string | null>, fragment: string): Expression<SqlBool> =>
  sql<SqlBool>`lower(${text}) like ${pattern(fragment)} escape '\\'`

/** The same for a column that holds no upper-case letters: twice as fast where every row is looked at. */
export const containingInLowerCase = (text: Expression<string | null>, fragment: string): Expression<SqlBool> =>
  sql<SqlBool>`${text} like ${pattern(fragment)} escape '\\'`
