import { randomUUID } from 'node:crypto'
import { limits, type UserId } from '@sshore/contract'
import type { HookTypes } from '../../hooks.ts'
import { serverActor } from '../../platform/actor.ts'
import { changeServer } from '../../platform/change.ts'
import { hours } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/schema.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { post } from '../../platform/mail/outbox.ts'
import { hashOfKey } from '../../platform/secrets.ts'
import type { Services } from '../../services.ts'
import { eraseUser } from '../users/index.ts'
import { insertToken, listAbandonedUsers, removeTokensOf, sweepAccountTraces } from './accounts.store.ts'

/**
 * No link to a new password is mailed to an address that the user has just changed to, for as long as a token lives: whoever has stolen
 * one needs the password to set another, and would get around it by an address of theirs.
 */
async function holdBack({ clock }: Services, database: Database, user_id: UserId): Promise<void> {
  const now = clock.now()
  const [token_hash, expires_at] = [hashOfKey(randomUUID()), now + hours(limits.userTokenHours)]
  await insertToken(database, { token_hash, user_id, purpose: 'recovery', email: '', created_at: now, expires_at })
}

/** A changed password or address ends every link that was mailed before; the address before is told. */
export const endLinks =
  (services: Services): HookTypes['changed'] =>
  async ({ database, actor, fact: { what, target, before, after } }) => {
    if (what !== 'user.password' && what !== 'user.update') return
    const [old, now] = [before?.['email'], after?.['email']]
    const moved = typeof old === 'string' && old !== now
    if (what === 'user.update' && !moved) return
    const userId = target.id as UserId
    await removeTokensOf(database, userId)
    if (!moved) return
    if (actor.kind === 'user') await holdBack(services, database, userId)
    const facts = { username: target.name ?? '' }
    await post(services, database, { kind: 'address-changed', to: old, language: 'en', facts })
  }

const atOnce = 100

/** Removes them a few at a time, so that others get in between. */
async function removeAbandoned(services: Services, status: 'invited' | 'not-confirmed', before: number): Promise<void> {
  const removeSome = () =>
    changeServer(services, serverActor, async (work) => {
      const users = await listAbandonedUsers(work.database, { status, before }, atOnce)
      for (const user of users) await eraseUser(work, user)
      return users.length
    })
  while ((await removeSome()) === atOnce);
}

/** Removes accounts that nobody has confirmed, so that their names are free again, and what is left of requests and invitations. */
export async function sweepAccounts(services: Services): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  await transactFreely(database, (transaction) => sweepAccountTraces(transaction, now, now - hours(1)))
  await removeAbandoned(services, 'not-confirmed', now - hours(24 * limits.accounts.unconfirmedDays))
  await removeAbandoned(services, 'invited', now - hours(1))
}
