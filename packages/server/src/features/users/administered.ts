// What administrators of the server change about users.
import { type AdminUserEdit, Failure, type UserId } from '@sshore/contract'
import type { Work } from '../../hooks.ts'
import { updateQuota, updateUserRow, type User } from './users.store.ts'
import { confirmUser, conflictsOf, getUser, replacePassword, setAdministrator } from './users.ts'

async function editNames(work: Work, user: User, edit: AdminUserEdit): Promise<User> {
  const { database, changed } = work
  const factsOf = ({ name, username, email, max_namespaces }: User) => ({ name, username, email, max_namespaces })
  const after: User = {
    ...user,
    name: edit.name ?? user.name,
    username: edit.username?.toLowerCase() ?? user.username,
    email: edit.email?.toLowerCase() ?? user.email,
    max_namespaces: edit.max_namespaces ?? user.max_namespaces,
  }
  const facts = { before: factsOf(user), after: factsOf(after) }
  if (JSON.stringify(facts.before) === JSON.stringify(facts.after)) return user
  if (after.email === user.recovery_email && after.email !== user.email) {
    const message = 'This is the recovery address of the user; the two differ.'
    throw new Failure('invalid_input', { fields: ['email'], message })
  }
  const fields = await conflictsOf(database, after, user.id)
  if (fields.length > 0) throw new Failure('user_exists', { fields })
  const { name, username, email, recovery_email } = after
  await updateUserRow(database, user.id, { name, username, email, recovery_email })
  await updateQuota(database, user.id, after.max_namespaces)
  await changed({ what: 'user.update', target: { kind: 'user', id: user.id, name: username }, ...facts })
  return after
}

/** Changes what is present; `hash` is that of a new password. Fails with `user_not_found`, `invalid_input` or `user_exists`. */
export async function editUser(
  work: Work,
  id: UserId,
  edit: AdminUserEdit,
  hash: string | undefined,
  now: number,
): Promise<User> {
  const user = await editNames(work, await getUser(work.database, id), edit)
  if (edit.confirmed === true && user.status === 'not-confirmed') await confirmUser(work, user)
  if (edit.administrator !== undefined) await setAdministrator(work, user, edit.administrator)
  if (hash !== undefined) await replacePassword(work, user, hash, now)
  return getUser(work.database, id)
}
