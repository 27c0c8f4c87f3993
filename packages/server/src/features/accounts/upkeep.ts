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

/** Removes accounts that nobody has confirmed, so that their names are free again, and what is left of requests. */
export async function sweepAccounts(services: Services): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  await transactFreely(database, (transaction) => sweepAccountTraces(transaction, now, now - hours(1)))
  const before = now - hours(24 * limits.accounts.unconfirmedDays)
  await changeServer(services, serverActor, async (work) => {
    for (const user of await listAbandonedUsers(work.database, before, atOnce)) await eraseUser(work, user)
  })
}
