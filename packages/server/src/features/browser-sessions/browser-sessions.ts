// A chain of secrets, each good for one use: whoever comes with one that was replaced has stolen it, or was stolen from.
import { randomBytes, randomUUID } from 'node:crypto'
import { Failure, limits, type TenantId, type UserAuth } from '@sshore/contract'
import type { CallingUser } from '../../http/caller.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { flag } from '../../platform/database/codecs.ts'
import type { BrowserSessionsTable } from '../../platform/database/browser-session-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { equalSecrets, hashOfKey } from '../../platform/secrets.ts'
import type { Services } from '../../services.ts'
import { findUserAuth } from '../authentication/index.ts'
import {
  findBrowserSession,
  insertBrowserSession,
  removeBrowserSession,
  rotate,
  sweepBrowserSessions,
  forgetLogins,
  spendLogin,
} from './browser-sessions.store.ts'

const { mostHours, singleSignOnHours, tokenMinutes } = limits.browserSessions

const idleMilliseconds = hours(limits.browserSessions.idleHours)

const contextOf = (id: string): string => `browser session ${id}`
const newSecret = (): string => randomBytes(32).toString('hex')
const cookieOf = (id: string, secret: string): string => `${id}.${secret}`

const userIn = (
  services: Services,
  { id: session, user_id: id, token_version: tokenVersion, second_factor, ends_at }: BrowserSessionsTable,
  tenantId: TenantId | undefined,
): Promise<UserAuth | undefined> =>
  findUserAuth(
    services,
    {
      ...{ id, tokenVersion, secondFactor: flag.read(second_factor) },
      browser: { session, until: Math.floor(ends_at / 1000) },
    },
    tenantId,
  )

export interface SignedInHere {
  /** With a token that is bound to the session. */
  readonly user: UserAuth
  /** What the cookie holds. */
  readonly cookie: string
}

/** Two nodes need not agree on the second. */
const clockLeeway = minutes(1)

/**
 * What a session hands out for a quarter of an hour must not become another one, nor a login of a console more than one. Tokens of
 * other clients may begin any number.
 */
async function spend(database: Database, { browser }: CallingUser, now: number): Promise<void> {
  if (!browser) return
  const { session, login } = browser
  const forgotten_at = now + minutes(tokenMinutes) + clockLeeway
  const isFirst = session === '' && login !== undefined && (await spendLogin(database, { login, forgotten_at }))
  if (!isFirst) throw new Failure('browser_session_begun')
}

/** A new session for whoever has just signed in, in the namespace that they are in. Fails with `browser_session_begun`. */
export async function begin(
  services: Services,
  user: CallingUser,
  tenantId: TenantId | undefined,
): Promise<SignedInHere> {
  const { database, clock, sealer, bus } = services
  const [id, secret, now] = [randomUUID(), newSecret(), clock.now()]
  const session: BrowserSessionsTable = {
    id,
    user_id: user.id,
    token_version: user.tokenVersion,
    second_factor: flag.write(user.secondFactor),
    sealed_secret: sealer.seal(Buffer.from(secret), contextOf(id)),
    previous_hash: '',
    ends_at: now + hours(user.singleSignOn === true ? singleSignOnHours : mostHours),
    rotated_at: now,
  }
  const gaveWay = await transactFreely(database, async (transaction) => {
    await spend(transaction, user, now)
    return insertBrowserSession(transaction, session, limits.browserSessions.perUser)
  })
  if (gaveWay) bus.publish('user.standing', { userId: user.id })
  const signedIn = await userIn(services, session, tenantId)
  if (!signedIn) throw new Failure('unauthenticated')
  return { user: signedIn, cookie: cookieOf(id, secret) }
}

/** The secret that is good from now on; undefined when the session is over. */
async function replaced(
  { database, clock, sealer, log }: Services,
  session: BrowserSessionsTable,
  given: string,
): Promise<string | undefined> {
  const { id, sealed_secret, previous_hash, rotated_at } = session
  const now = clock.now()
  const current = sealer.open(sealed_secret, contextOf(id)).toString()
  if (equalSecrets(given, current)) {
    const secret = newSecret()
    const next = {
      sealed_secret: sealer.seal(Buffer.from(secret), contextOf(id)),
      previous_hash: hashOfKey(current),
      rotated_at: now,
    }
    if (await transactFreely(database, (transaction) => rotate(transaction, session, next))) return secret
    // Another tab came first: what it got is good for this one, too.
    const winner = await findBrowserSession(database, id)
    return winner && sealer.open(winner.sealed_secret, contextOf(id)).toString()
  }
  if (!equalSecrets(hashOfKey(given), previous_hash)) return undefined
  // Also for whoever never got the answer, because the page was reloaded meanwhile.
  if (now - rotated_at <= seconds(limits.browserSessions.graceSeconds)) return current
  log.warn({ user: session.user_id }, 'a cookie that was replaced came back: the browser session is over')
  return undefined
}

/** By what the cookie holds. Undefined: nobody is signed in there any more, and the cookie is good for nothing. */
export async function refresh(
  services: Services,
  cookie: string | undefined,
  tenantId: TenantId | undefined,
): Promise<SignedInHere | undefined> {
  const { database, clock } = services
  const [id = '', given = ''] = (cookie ?? '').split('.')
  const session = id === '' ? undefined : await findBrowserSession(database, id)
  if (!session) return undefined
  const { rotated_at, ends_at } = session
  const now = clock.now()
  const isFresh = now - rotated_at <= idleMilliseconds && now < ends_at
  const secret = isFresh ? await replaced(services, session, given) : undefined
  const user = secret === undefined ? undefined : await userIn(services, session, tenantId)
  if (secret === undefined || !user) {
    await end(services, cookie)
    return undefined
  }
  return { user, cookie: cookieOf(id, secret) }
}

/** Tells those who have something open that came of it. */
export async function end({ database, bus }: Services, cookie: string | undefined): Promise<void> {
  const [id = ''] = (cookie ?? '').split('.')
  if (id === '') return
  const userId = await transactFreely(database, (transaction) => removeBrowserSession(transaction, id))
  if (userId !== undefined) bus.publish('user.standing', { userId })
}

/** Ends what is over, or was not used for too long. */
export async function sweep({ database, clock, bus }: Services): Promise<void> {
  const now = clock.now()
  const gone = await transactFreely(database, async (transaction) => {
    await forgetLogins(transaction, now)
    return sweepBrowserSessions(transaction, now - idleMilliseconds, now)
  })
  for (const userId of gone) bus.publish('user.standing', { userId })
}
