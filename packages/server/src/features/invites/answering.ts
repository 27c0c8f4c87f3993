// What whoever was invited does about it.
import { type Contract, Failure, limits, type ReplyOf, type TenantId, type UserId } from '@sshore/contract'
import type { Change } from '../../hooks.ts'
import { serverActor } from '../../platform/actor.ts'
import { change } from '../../platform/change.ts'
import { hours } from '../../platform/clock.ts'
import type { InvitesTable } from '../../platform/database/account-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import { hashOfKey } from '../../platform/secrets.ts'
import type { Services } from '../../services.ts'
import { findMembership, getNamespace, type Membership, removeMembership } from '../namespaces/index.ts'
import { findUser } from '../users/index.ts'
import { mayStillInvite } from './waiting.ts'
import { acceptPending, findInvite, findInviteOfEmail, listLapsed } from './invites.store.ts'

/** Fails with `invite_not_found`. */
async function getInvite(database: Database, scope: Scope, sig: string, now: number): Promise<InvitesTable> {
  const invite = await findInvite(database, scope, hashOfKey(sig), now)
  if (!invite) throw new Failure('invite_not_found')
  return invite
}

/** The membership that an invitation is for, while it waits and whoever invited still may. */
async function findPending(
  database: Database,
  scope: Scope,
  { user_id, invited_by }: InvitesTable,
): Promise<Membership | undefined> {
  const membership = await findMembership(database, scope, user_id)
  if (membership?.status !== 'pending') return undefined
  return (await mayStillInvite(database, scope, invited_by, membership.role)) ? membership : undefined
}

/** The membership that waits for the caller. Fails with `invite_not_found`, or with `invite_of_another`. */
async function getPending(
  { database, scope }: Change,
  { userId, sig }: { readonly userId: UserId; readonly sig: string },
  now: number,
): Promise<Membership> {
  const invite = await getInvite(database, scope, sig, now)
  if (invite.used_at !== null) throw new Failure('invite_not_found')
  if (invite.user_id !== userId) throw new Failure('invite_of_another')
  const membership = await findPending(database, scope, invite)
  if (!membership) throw new Failure('invite_not_found')
  return membership
}

export interface Answer {
  readonly userId: UserId
  readonly sig: string
}

/** Fails with `invite_not_found` for a signature that is unknown, too old or used, with `invite_of_another` for that of somebody else. */
export async function accept(services: Services, inside: Change, answer: Answer): Promise<void> {
  const { database, scope, changed } = inside
  const now = services.clock.now()
  const { role } = await getPending(inside, answer, now)
  const { userId } = answer
  for (const hook of services.hooks.list('member.join')) await hook({ ...inside, userId, role })
  await acceptPending(database, scope, userId, now)
  await changed({ what: 'member.accept', target: { kind: 'member', id: userId }, after: { role } })
}

/** Fails as `accept` does. */
export async function decline({ clock }: Services, inside: Change, answer: Answer): Promise<void> {
  const { database, scope, changed } = inside
  const { role } = await getPending(inside, answer, clock.now())
  await removeMembership(database, scope, answer.userId)
  await changed({ what: 'member.decline', target: { kind: 'member', id: answer.userId }, before: { role } })
}

/** What it is for and how far it has come, for whoever has the link. Fails with `invite_not_found`. */
export async function look(
  { database, clock }: Services,
  scope: Scope,
  { userId, sig }: Answer,
): Promise<ReplyOf<Contract['getInvite']>> {
  const invite = await getInvite(database, scope, sig, clock.now())
  const user = invite.user_id === userId ? await findUser(database, userId) : undefined
  const membership = user && (await findMembership(database, scope, userId))
  if (!user || !membership) throw new Failure('invite_not_found')
  const inviter = invite.invited_by === null ? undefined : await findUser(database, invite.invited_by)
  return {
    status: user.status,
    member_status: membership.status,
    namespace: (await getNamespace(database, scope)).name,
    role: membership.role,
    invited_by: inviter?.username ?? '',
  }
}

/** The invitation of whoever has this signature and registers with this address. */
export async function findInviteFor(
  database: Database,
  email: string,
  sig: string,
  now: number,
): Promise<{ readonly mailed: boolean } | undefined> {
  const invite = await findInviteOfEmail(database, email.toLowerCase(), hashOfKey(sig), now)
  if (!invite) return undefined
  const membership = await findPending(database, scopeOf(invite.tenant_id), invite)
  return membership && { mailed: invite.mailed === 1 }
}

const atOnce = 100

/** Removes invitations that nobody has accepted for long. */
export async function dropLapsed(services: Services): Promise<void> {
  const before = services.clock.now() - hours(24 * limits.invites.keptDays)
  for (const { tenant_id: tenantId, user_id: userId } of await listLapsed(services.database, before, atOnce)) {
    await dropOne(services, tenantId, userId, before)
  }
}

const dropOne = (services: Services, tenantId: TenantId, userId: UserId, before: number): Promise<void> =>
  change(services, serverActor, scopeOf(tenantId), async ({ database, scope, changed }) => {
    const membership = await findMembership(database, scope, userId)
    if (membership?.status !== 'pending' || (membership.expires_at ?? 0) >= before) return
    await removeMembership(database, scope, userId)
    await changed({ what: 'member.remove', target: { kind: 'member', id: userId }, before: { role: membership.role } })
  })
