import { limits, type UserId } from '@sshore/contract'
import type { HookTypes } from '../../hooks.ts'
import { serverActor } from '../../platform/actor.ts'
import { changeServer } from '../../platform/change.ts'
import { hours } from '../../platform/clock.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { post } from '../../platform/mail/outbox.ts'
import type { Services } from '../../services.ts'
import { eraseUser } from '../users/index.ts'
import { listAbandonedUsers, removeTokensOf, sweepAccountTraces } from './accounts.store.ts'

/** A changed password or address ends every link that was mailed before; the address before is told. */
export const endLinks =
  (services: Services): HookTypes['changed'] =>
  async ({ database, fact: { what, target, before, after } }) => {
    if (what !== 'user.password' && what !== 'user.update') return
    const [old, now] = [before?.['email'], after?.['email']]
    const moved = typeof old === 'string' && old !== now
    if (what === 'user.update' && !moved) return
    await removeTokensOf(database, target.id as UserId)
    if (!moved) return
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
