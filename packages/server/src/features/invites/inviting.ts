// Inviting somebody: the membership waits, and a signature, mailed or handed on, is what it is accepted with.
import { randomUUID } from 'node:crypto'
import { Failure, limits, type Role, type UserId } from '@sshore/contract'
import type { Change, WantedMember } from '../../hooks.ts'
import { lifetimeMilliseconds } from '../../platform/mail/letters.ts'
import { post } from '../../platform/mail/outbox.ts'
import { hashOfKey } from '../../platform/secrets.ts'
import type { Services } from '../../services.ts'
import { requireAuthority } from '../members/index.ts'
import { findMembership, getNamespace, insertMembership, type Membership } from '../namespaces/index.ts'
import { getOrInviteUser, holdUser, type User } from '../users/index.ts'
import { countPending, findInvitedAddress, renewPending, writeInvite } from './invites.store.ts'
import { endWaiting, getWaiting } from './waiting.ts'

type Way = 'mail' | 'link'

/** A mailed invitation that has not run out is not sent again: that would be a way to fill a mailbox. A link was perhaps lost. */
function requireInvitable(membership: Membership, { own }: WantedMember, way: Way, now: number): void {
  const over = (membership.expires_at ?? 0) <= now
  if (membership.status === 'accepted' || (way === 'mail' && !over)) throw new Failure('member_exists')
  requireAuthority(own, membership.role)
}

/** One that has not run out is among those that are counted. Fails with `invite_limit`. */
async function requireRoom({ database, scope }: Change, known: Membership | undefined, now: number): Promise<void> {
  if ((known?.expires_at ?? 0) > now) return
  const full = (await countPending(database, scope, now)) >= limits.invites.pendingPerNamespace
  if (full) throw new Failure('invite_limit')
}

async function writeMembership(
  inside: Change,
  user: User,
  wanted: WantedMember,
  { way, now, until }: { readonly way: Way; readonly now: number; readonly until: number },
): Promise<void> {
  const { database, scope } = inside
  const { role } = wanted
  const known = await findMembership(database, scope, user.id)
  if (known) requireInvitable(known, wanted, way, now)
  await requireRoom(inside, known, now)
  if (known) return renewPending(database, scope, user.id, { role, expires_at: until })
  const membership = { tenant_id: scope.tenantId, user_id: user.id, role, added_at: now, expires_at: until }
  await insertMembership(database, { ...membership, status: 'pending' })
}

/** With the address that was invited. */
type Invited = Pick<User, 'id' | 'email'>

/** Path of the page that accepts it, as links of existing servers have it. */
const pathOf = ({ scope }: Change, { id, email }: Invited, sig: string): string =>
  `/accept-invite?${new URLSearchParams({ 'tenant-id': scope.tenantId, 'user-id': id, sig, email })}`

/** The user, held so that they stay until the end of the transaction. */
async function holdInvited({ database }: Change, email: string, now: number): Promise<User> {
  const user = await getOrInviteUser(database, email, now)
  if (!(await holdUser(database, user.id))) throw new Failure('user_not_found')
  return user
}

interface Sending extends Pick<WantedMember, 'role' | 'inviter' | 'language'> {
  readonly way: Way
  readonly now: number
  readonly until: number
}

/** Makes the link, which ends the one before, and mails it if that is the way. Returns its path. */
async function send(services: Services, inside: Change, user: Invited, sending: Sending): Promise<string> {
  const { database, scope, changed } = inside
  const { way, role, inviter, language, now, until } = sending
  const sig = randomUUID()
  await writeInvite(database, {
    tenant_id: scope.tenantId,
    user_id: user.id,
    email: user.email,
    sig_hash: hashOfKey(sig),
    mailed: way === 'mail' ? 1 : 0,
    created_at: now,
    expires_at: until,
    used_at: null,
    invited_by: inviter.id,
  })
  const path = pathOf(inside, user, sig)
  if (way === 'mail') {
    const { name: namespace } = await getNamespace(database, scope)
    const facts = { inviter: inviter.username, namespace, role, path }
    const letter = { kind: 'invite', to: user.email, language, facts } as const
    if (!(await post(services, database, letter, inviter.id))) throw new Failure('mail_limit')
  }
  await changed({ what: 'member.invite', target: { kind: 'member', id: user.id }, after: { role, by: way } })
  return path
}

/**
 * Returns the path of the link. Fails with `role_above_own`, `member_exists` or `invite_limit`; when it is mailed with `mail_limit` or
 * `mail_queue_full`.
 */
export async function invite(services: Services, inside: Change, wanted: WantedMember, way: Way): Promise<string> {
  const { own, role, email } = wanted
  requireAuthority(own, role)
  const now = services.clock.now()
  const until = now + lifetimeMilliseconds.invite
  const user = await holdInvited(inside, email, now)
  await writeMembership(inside, user, wanted, { way, now, until })
  return send(services, inside, user, { ...wanted, way, now, until })
}

/**
 * Mails an invitation that waits once more. How often is bounded as for any mail to one address. Fails with `role_above_own`,
 * `invite_not_waiting`, `invite_limit` (it had run out, and others have come in its place), `mail_limit` or `mail_queue_full`.
 */
export async function resend(
  services: Services,
  inside: Change,
  { own, userId, inviter, language }: Pick<WantedMember, 'own' | 'inviter' | 'language'> & { readonly userId: UserId },
): Promise<void> {
  const { database, scope } = inside
  const waiting = await getWaiting(inside, userId)
  const { role } = waiting
  requireAuthority(own, role)
  // Not the address that the user has now: whoever asks need not learn it.
  const email = await findInvitedAddress(database, scope, userId)
  if (email === undefined) throw new Failure('invite_not_waiting')
  const now = services.clock.now()
  await requireRoom(inside, waiting, now)
  const until = now + lifetimeMilliseconds.invite
  await renewPending(database, scope, userId, { role, expires_at: until })
  await send(services, inside, { id: userId, email }, { way: 'mail', role, inviter, language, now, until })
}

/** Fails with `role_above_own` or `invite_not_waiting`. */
export async function withdraw(inside: Change, own: Role, userId: UserId): Promise<void> {
  const { role } = await getWaiting(inside, userId)
  requireAuthority(own, role)
  await endWaiting(inside, userId, role)
}
