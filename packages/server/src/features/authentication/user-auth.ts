import { Failure, type TenantId, type UserAuth, type UserId } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { findMembership, findStartingMembership, type Membership } from '../namespaces/index.ts'
import { findUser, type User } from '../users/index.ts'
import { writeLogin, writePreferredNamespace } from './authentication.store.ts'

/** A fresh token for the user, bound to the namespace of the membership, and what clients show beside it. */
async function userAuth(services: Services, user: User, membership: Membership | undefined): Promise<UserAuth> {
  const { id, username, token_version: version } = user
  const tenantId = membership?.tenant_id
  return {
    token: await services.tokens.signUser({ id, username, tenantId, version }),
    id,
    origin: 'local',
    auth_methods: ['local'],
    user: username,
    name: user.name,
    email: user.email,
    recovery_email: user.recovery_email,
    tenant: tenantId ?? '',
    role: membership?.role ?? '',
    mfa: false,
    max_namespaces: user.max_namespaces,
  }
}

/** After the proof of identity: the preferred namespace, or the oldest one, becomes the token's. */
export async function signIn(
  services: Services,
  database: Database,
  user: User,
): Promise<{ userAuth: UserAuth; scope: Scope | undefined }> {
  const membership = await findStartingMembership(database, user.id, user.preferred_tenant_id)
  await writeLogin(database, user.id, membership?.tenant_id ?? null, services.clock.now())
  const scope = membership && scopeOf(membership.tenant_id)
  return { userAuth: await userAuth(services, user, membership), scope }
}

async function getUser(database: Database, id: UserId): Promise<User> {
  const user = await findUser(database, id)
  // Deleted between the check of the token and now.
  if (!user) throw new Failure('unauthenticated')
  return user
}

/** A fresh token for somebody signed in: for the given namespace if they belong to it, else where a login would start. */
export async function renewUserAuth(services: Services, id: UserId, tenantId?: TenantId): Promise<UserAuth> {
  const user = await getUser(services.database, id)
  const starting = await findStartingMembership(services.database, id, tenantId ?? user.preferred_tenant_id)
  return userAuth(services, user, starting)
}

/** A token bound to another namespace, preferred from now on. Fails with `namespace_not_found` for somebody who does not belong to it. */
export async function switchTo(services: Services, id: UserId, scope: Scope): Promise<UserAuth> {
  const membership = await findMembership(services.database, scope, id)
  if (membership?.status !== 'accepted') throw new Failure('namespace_not_found')
  await transactFreely(services.database, (transaction) => writePreferredNamespace(transaction, id, scope))
  return userAuth(services, await getUser(services.database, id), membership)
}
