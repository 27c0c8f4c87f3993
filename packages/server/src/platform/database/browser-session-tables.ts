// Tables of browsers in which somebody is signed in. Columns hold what `codecs.ts` says.
import type { UserId } from '@sshore/contract'

export interface BrowserSessionTables {
  browser_sessions: BrowserSessionsTable
  begun_logins: BegunLoginsTable
}

/** Logins of a console that a browser session began with. */
export interface BegunLoginsTable {
  login: string
  /** When no token of it is good any more. */
  forgotten_at: number
}

export interface BrowserSessionsTable {
  id: string
  user_id: UserId
  /** Equal to the user's, or the session is over. */
  token_version: number
  /** Whether a second factor was given at its beginning. */
  second_factor: number
  /** What the cookie has to have now. */
  sealed_secret: string
  /** SHA-256, hex, of what it had before; empty for nothing. */
  previous_hash: string
  /** However much it is used; whoever is there signs in again then. */
  ends_at: number
  /** When it was replaced last. */
  rotated_at: number
}
