import { randomUUID } from 'node:crypto'
import { Failure, limits, type TenantId, type UserAuth, type UserId } from '@sshore/contract'
import { hours } from '../../platform/clock.ts'
import { flag } from '../../platform/database/codecs.ts'
import type { Database } from '../../platform/database/schema.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { findSessionEnd } from '../../http/holders.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import type { Acting, InBrowser } from '../../platform/tokens.ts'
import type { Services } from '../../services.ts'
import { findMembership, findStartingMembership, type Membership } from '../namespaces/index.ts'
import { findUser, type User } from '../users/index.ts'
import { methodsOf, originOf } from './methods.ts'
import { writeLogin, writePreferredNamespace } from './authentication.store.ts'

/** What the user has shown, beside the password or what stands in its place. */
export interface Proved {
  readonly secondFactor: boolean
  /** An identity provider said who it is. */
  readonly singleSignOn?: boolean | undefined
  /** Whoever acts as the user. */
  readonly acting?: Acting | undefined
  /** For the console. */
  readonly browser?: InBrowser | undefined
}

/** For whom a sign-in is: a page of the console has a token that is good until a browser session replaces it. */
export const browserOf = (byConsole: boolean): InBrowser | undefined =>
  byConsole ? { session: '', login: randomUUID() } : undefined

export async function hasSecondFactor({ hooks }: Services, database: Database, id: UserId): Promise<boolean> {
  for (const { isOn } of hooks.list('authentication.second-factor')) if (await isOn(database, id)) return true
  return false
}

/** A fresh token for the user, bound to the namespace of the membership, and what clients show beside it. */
async function userAuth(
  services: Services,
  database: Database,
  user: User,
  membership: Membership | undefined,
  { secondFactor, singleSignOn, acting, browser }: Proved,
): Promise<UserAuth> {
  const { id, username, token_version: version } = user
  const methods = await methodsOf(services, database, id)
  const tenantId = membership?.tenant_id
  return {
    token: await services.tokens.signUser({
      id,
      username,
      tenantId,
      version,
      secondFactor,
      singleSignOn,
      acting,
      browser,
    }),
    id,
    origin: originOf(methods),
    auth_methods: methods,
    user: username,
    name: user.name,
    email: user.email,
    recovery_email: user.recovery_email,
    tenant: tenantId ?? '',
    role: membership?.role ?? '',
    mfa: await hasSecondFactor(services, database, id),
    max_namespaces: user.max_namespaces,
    // Nobody who acts as somebody else has their administration.
    administrator: acting === undefined && flag.read(user.administrator),
  }
}

/** After the proof of identity: the preferred namespace, or the oldest one, becomes the token's. */
export async function signIn(
  services: Services,
  database: Database,
  user: User,
  proved: Proved,
): Promise<{ userAuth: UserAuth; scope: Scope | undefined }> {
  const membership = await findStartingMembership(database, user.id, user.preferred_tenant_id)
  await writeLogin(database, user.id, membership?.tenant_id ?? null, services.clock.now())
  const scope = membership && scopeOf(membership.tenant_id)
  return { userAuth: await userAuth(services, database, user, membership, proved), scope }
}

/** When acting as a user ends that begins now, in Unix milliseconds: in an hour, and with the administrator's browser session. */
async function actingEnd(services: Services, { administrator }: Omit<Acting, 'until'>): Promise<number> {
  const hour = services.clock.now() + hours(limits.actingTokenHours)
  if (administrator?.session === undefined) return hour
  return Math.min(hour, (await findSessionEnd(services, administrator.id, administrator.session)) ?? 0)
}

/** For an administrator of the server who acts as a user: where a login would start, and good for an hour at most. */
export async function actAs(
  services: Services,
  database: Database,
  user: User,
  by: Omit<Acting, 'until'>,
): Promise<{ userAuth: UserAuth; until: number; scope: Scope | undefined }> {
  const membership = await findStartingMembership(database, user.id, user.preferred_tenant_id)
  const until = Math.floor((await actingEnd({ ...services, database }, by)) / 1000)
  const proved = { secondFactor: false, acting: { ...by, until } }
  return {
    userAuth: await userAuth(services, database, user, membership, proved),
    until: until * 1000,
    scope: membership && scopeOf(membership.tenant_id),
  }
}

/** Somebody signed in, by a credential of this token version. */
export interface SignedInAs extends Proved {
  readonly id: UserId
  readonly tokenVersion: number
}

/** Undefined for whoever was deleted or signed out everywhere: a stolen credential must not get one of the version that was to end it. */
async function findStanding(database: Database, { id, tokenVersion }: SignedInAs): Promise<User | undefined> {
  const user = await findUser(database, id)
  return user?.status === 'confirmed' && user.token_version === tokenVersion ? user : undefined
}

/**
 * A fresh token for somebody signed in: for the given namespace if they belong to it, else where a login would start. Undefined once
 * their credential is good no more.
 */
export async function findUserAuth(
  services: Services,
  proved: SignedInAs,
  tenantId?: TenantId,
): Promise<UserAuth | undefined> {
  const { database } = services
  const user = await findStanding(database, proved)
  if (!user) return undefined
  const starting = await findStartingMembership(database, user.id, tenantId ?? user.preferred_tenant_id)
  return userAuth(services, database, user, starting, proved)
}

/** The same; fails with `unauthenticated`. */
export async function renewUserAuth(services: Services, proved: SignedInAs, tenantId?: TenantId): Promise<UserAuth> {
  const found = await findUserAuth(services, proved, tenantId)
  if (!found) throw new Failure('unauthenticated')
  return found
}

/**
 * A token bound to another namespace, preferred from now on. Fails with `namespace_not_found` for somebody who does not belong to it,
 * with `unauthenticated` once their credential is good no more.
 */
export async function switchTo(services: Services, proved: SignedInAs, scope: Scope): Promise<UserAuth> {
  const { database } = services
  const { id } = proved
  const membership = await findMembership(database, scope, id)
  if (membership?.status !== 'accepted') throw new Failure('namespace_not_found')
  await transactFreely(database, (transaction) => writePreferredNamespace(transaction, id, scope))
  const user = await findStanding(database, proved)
  if (!user) throw new Failure('unauthenticated')
  return userAuth(services, database, user, membership, proved)
}
