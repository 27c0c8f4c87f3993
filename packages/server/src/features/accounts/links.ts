// What mailed links are good for.
import { Failure, type UserId } from '@sshore/contract'
import type { Work } from '../../hooks.ts'
import type { Changing } from '../../http/implement.ts'
import type { MailedTokensTable } from '../../platform/database/account-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { post } from '../../platform/mail/outbox.ts'
import { hashOfKey } from '../../platform/secrets.ts'
import type { Services } from '../../services.ts'
import { unlockAccount } from '../authentication/index.ts'
import { confirmUser, findUser, replacePassword, type User } from '../users/index.ts'
import { findToken } from './accounts.store.ts'
import { type Asker, requireLocalAuthentication } from './requests.ts'

interface Shown {
  readonly token: string
  readonly purpose: MailedTokensTable['purpose']
}

/** Whose link it is, while it is good and their address is the one that it was mailed to. */
async function findShownUser(database: Database, { token, purpose }: Shown, now: number): Promise<User | undefined> {
  const row = await findToken(database, hashOfKey(token), purpose, now)
  const user = row && (await findUser(database, row.user_id))
  return user?.email === row?.email ? user : undefined
}

/** Doing it twice is no failure: mail programs open links ahead, and people press twice. Fails with `confirmation_not_found`. */
export async function confirm(
  { database, clock }: Services,
  changeServer: Changing['changeServer'],
  { email, token }: { readonly email: string; readonly token: string },
): Promise<void> {
  const shown = { token, purpose: 'confirmation' } as const
  const find = async (where: Database): Promise<User> => {
    const user = await findShownUser(where, shown, clock.now())
    if (user?.email !== email.toLowerCase()) throw new Failure('confirmation_not_found')
    return user
  }
  const { id } = await find(database)
  await changeServer(async (work) => {
    const user = await find(work.database)
    if (user.status === 'not-confirmed') await confirmUser(work, user)
  }, id)
}

/**
 * Sets a new password by a link, once: with it all links and all tokens of the user end, and a lockout does. Whoever reads the mailbox
 * has confirmed the address with it. Fails with `recovery_link_unknown` or `local_authentication_disabled`.
 */
export async function recover(
  services: Services,
  changeServer: Changing['changeServer'],
  { uid, token, password }: { readonly uid: UserId; readonly token: string; readonly password: string },
  { language }: Pick<Asker, 'language'>,
): Promise<void> {
  const { database, clock, passwords } = services
  await requireLocalAuthentication(services)
  const find = async (where: Database): Promise<User> => {
    const user = await findShownUser(where, { token, purpose: 'recovery' }, clock.now())
    if (user?.id !== uid) throw new Failure('recovery_link_unknown')
    return user
  }
  await find(database)
  const hash = await passwords.hash(password)
  await changeServer(async (work: Work) => {
    // Again, alone with this user: of two at once one is first.
    const user = await find(work.database)
    if (user.status === 'not-confirmed') await confirmUser(work, user)
    await unlockAccount(work.database, user.id)
    // All links end with it: see `endLinks`.
    await replacePassword(work, user, hash, clock.now())
    const facts = { username: user.username }
    await post(services, work.database, { kind: 'password-changed', to: user.email, language, facts })
  }, uid)
}
