// What people change about themselves.
import { type BodyOf, type Contract, Failure, type UserId } from '@sshore/contract'
import type { Work } from '../../hooks.ts'
import type { CallingUser } from '../../http/caller.ts'
import type { Changing } from '../../http/implement.ts'
import type { Services } from '../../services.ts'
import { conflictsOf, replacePassword } from './users.ts'
import { findUser, type User, updateUserRow, type UserChange } from './users.store.ts'

export type AccountEdit = BodyOf<Contract['updateUser']>

/** Who asks, and from where: guesses at the current password are counted by that. */
export interface Asking {
  readonly userId: UserId
  readonly address: string
  /** The administrator of the server who acts as the user. */
  readonly acting?: CallingUser['acting']
}

async function getUser({ database }: Pick<Services, 'database'>, id: UserId): Promise<User> {
  const user = await findUser(database, id)
  // Deleted between the check of the token and now.
  if (!user) throw new Failure('unauthenticated')
  return user
}

const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text)

/** The user as edited; absent and empty fields stay. */
function edited(user: User, edit: AccountEdit): UserChange {
  return {
    name: given(edit.name) ?? user.name,
    username: given(edit.username)?.toLowerCase() ?? user.username,
    email: given(edit.email)?.toLowerCase() ?? user.email,
    recovery_email: given(edit.recovery_email)?.toLowerCase() ?? user.recovery_email,
  }
}

/** Specification section 5: the recovery address differs from the e-mail address and, once set, cannot be cleared. */
function checkRecovery(user: User, edit: AccountEdit, after: UserChange): void {
  if (edit.recovery_email === '' && user.recovery_email !== '') {
    const message = 'A recovery address can be changed but not taken away.'
    throw new Failure('invalid_input', { fields: ['recovery_email'], message })
  }
  if (after.recovery_email !== '' && after.recovery_email === after.email) {
    const message = 'The recovery address must differ from the e-mail address.'
    throw new Failure('invalid_input', { fields: ['email', 'recovery_email'], message })
  }
}

const factsOf = ({ name, username, email, recovery_email }: UserChange) => ({ name, username, email, recovery_email })

async function writeEdit(work: Work, id: UserId, edit: AccountEdit): Promise<void> {
  const { database, changed } = work
  const user = await getUser(work, id)
  const after = edited(user, edit)
  checkRecovery(user, edit, after)
  const before = factsOf(user)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const fields = await conflictsOf(database, after, id)
  if (fields.length > 0) throw new Failure('user_exists', { fields })
  await updateUserRow(database, id, after)
  await changed({ what: 'user.update', target: { kind: 'user', id, name: after.username }, before, after })
}

/**
 * Changes a user's own fields and password, all or nothing. Fails with `invalid_input` or `user_exists` and the fields; with
 * `only_themselves` for a recovery address that somebody who acts as the user wants to change; with
 * `wrong_current_password` or `account_locked` where a new password is asked for.
 */
export async function editAccount(
  services: Services,
  changeServer: Changing['changeServer'],
  { userId, address, acting }: Asking,
  edit: AccountEdit,
): Promise<void> {
  const user = await getUser(services, userId)
  const wanted = edited(user, edit)
  checkRecovery(user, edit, wanted)
  // What is mailed there takes a second factor away.
  if (acting && wanted.recovery_email !== user.recovery_email) throw new Failure('only_themselves')
  const password = given(edit.password)
  const hash =
    password === undefined ? undefined : await hashOfNew(services, changeServer, { userId, address }, edit, password)
  await changeServer(async (work) => {
    await writeEdit(work, userId, edit)
    if (hash !== undefined) await replacePassword(work, await getUser(work, userId), hash, services.clock.now())
  })
}

async function hashOfNew(
  services: Services,
  changeServer: Changing['changeServer'],
  asking: Asking,
  edit: AccountEdit,
  password: string,
): Promise<string> {
  const current = given(edit.current_password)
  if (current === undefined) {
    const message = 'Changing the password needs the current one.'
    throw new Failure('invalid_input', { fields: ['current_password'], message })
  }
  for (const prove of services.hooks.list('user.prove-password')) {
    await prove(services, changeServer, { ...asking, password: current })
  }
  return services.passwords.hash(password)
}

/** The older calls name the user in their path: it has to be the one who calls. Fails with `user_not_found`. */
export function requireSelf(id: UserId, userId: UserId): void {
  if (id !== userId) throw new Failure('user_not_found')
}
