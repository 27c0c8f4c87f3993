// What brings a browser back to its session. Every connection gets new tokens; those before stay good until the new
// connection has said something, because a connection can be lost together with what it was told.
import { createHash, randomBytes } from 'node:crypto'

export interface TokenPair {
  readonly token: string
  readonly files: string
}

type Use = keyof TokenPair

const nameOf = (use: Use, token: string): string => createHash('sha256').update(`${use} ${token}`).digest('base64')

export class ResumeTokens<Session extends object> {
  /** By hash: what is in memory opens nothing. */
  readonly #sessions = new Map<string, Session>()
  /** Names of the newest pair, and of the one before. */
  readonly #names = new Map<Session, { newest: string[]; before: string[] }>()

  /** New tokens for a connection of the session. */
  renew(session: Session): TokenPair {
    const [token, files] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
    const newest = [nameOf('token', token), nameOf('files', files)]
    const known = this.#names.get(session)
    // A pair that was never confirmed gives way: the one before it is what the browser may still have.
    const before = known === undefined ? [] : known.before.length > 0 ? known.before : known.newest
    if (known && before !== known.newest) this.#forget(known.newest)
    this.#names.set(session, { newest, before })
    for (const name of newest) this.#sessions.set(name, session)
    return { token, files }
  }

  /** The browser has the newest tokens. */
  confirm(session: Session): void {
    const known = this.#names.get(session)
    if (!known) return
    this.#forget(known.before)
    known.before = []
  }

  find(use: Use, token: string): Session | undefined {
    return this.#sessions.get(nameOf(use, token))
  }

  remove(session: Session): void {
    const known = this.#names.get(session)
    this.#names.delete(session)
    if (known) this.#forget([...known.newest, ...known.before])
  }

  #forget(names: readonly string[]): void {
    for (const name of names) this.#sessions.delete(name)
  }
}
