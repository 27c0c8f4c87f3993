// The second factor at the SSH port: a member of the namespace answers with a one-time code.
import {
  type BodyOf,
  type Contract,
  Failure,
  hasPermission,
  type ReplyOf,
  type SecondFactorAnswer,
} from '@sshore/contract'
import type { Changing } from '../../http/implement.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { accountOf, guarded } from '../authentication/index.ts'
import { findMembership } from '../namespaces/index.ts'
import { findUser, findUserByLogin, type User } from '../users/index.ts'
import { acceptCode, isOn, targetOf } from './factor.ts'

async function mayConnect(database: Database, scope: Scope, user: User): Promise<boolean> {
  const membership = await findMembership(database, scope, user.id)
  const belongs = membership?.status === 'accepted' && hasPermission(membership.role, 'device:connect')
  return belongs && user.status === 'confirmed'
}

export async function findAsked(
  { database }: Services,
  { tenant_id, user_id }: BodyOf<Contract['findSecondFactor']>,
): Promise<ReplyOf<Contract['findSecondFactor']>> {
  const user = await findUser(database, user_id)
  const enabled = user !== undefined && (await isOn(database, user_id))
  return {
    enabled: enabled && (await mayConnect(database, scopeOf(tenant_id), user)),
    username: user?.username ?? '',
  }
}

/**
 * Whoever typed it: a wrong code, a name that nobody has, of somebody without second factor or of another namespace are all
 * answered alike, and all count for the lockout.
 */
export async function checkAnswer(
  services: Services,
  changeServer: Changing['changeServer'],
  { tenant_id, device_uid, session_uid, identifier, user_id, code, ip_address }: BodyOf<Contract['checkSecondFactor']>,
): Promise<SecondFactorAnswer> {
  const { database, clock } = services
  const scope = scopeOf(tenant_id)
  const user = user_id ? await findUser(database, user_id) : await findUserByLogin(database, identifier.trim())
  const attempt = { user, account: accountOf(user, identifier.trim()), address: ip_address }
  const check = guarded(services, changeServer, attempt, async (work): Promise<SecondFactorAnswer | Failure> => {
    const wrong = new Failure('wrong_code')
    if (!user || !(await mayConnect(work.database, scope, user))) return wrong
    if (!(await acceptCode(services, work.database, user.id, code.replaceAll(/\s/g, '')))) return wrong
    const after = { device: device_uid, session: session_uid, ip_address }
    await work.changed({ what: 'user.mfa-answer', target: targetOf(user), after }, scope)
    return { outcome: 'right', username: user.username }
  })
  return check.catch((error: unknown): SecondFactorAnswer => {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'wrong_code') return { outcome: 'wrong' }
    if (error.code !== 'account_locked') throw error
    const until = Number(error.detail.headers?.['X-Account-Lockout'] ?? 0)
    // The header is rounded up already.
    return { outcome: 'locked', wait_seconds: Math.max(1, Math.floor(until - clock.now() / 1000)) }
  })
}
