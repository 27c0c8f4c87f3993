import { randomBytes } from 'node:crypto'
import { Failure, limits, type UserId } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import { transact } from '../../platform/database/transaction.ts'
import { writeSetting } from '../../platform/settings.ts'
import type { Services } from '../../services.ts'
import {
  countOwnedNamespaces,
  findUserByLogin,
  insertUser,
  listUsersNamed,
  raiseTokenVersion,
  removeUser,
  updatePasswordHash,
  type User,
} from './users.store.ts'

export interface NewUser {
  readonly username: string
  readonly email: string
  readonly name: string
  readonly passwordHash: string
}

/** 24 lower-case hex digits, as clients expect of a user's id. */
const newUserId = (): UserId => randomBytes(12).toString('hex') as UserId

/** Which of the two names is taken; a name is taken as well when it is somebody's other name. */
function conflictsOf(user: User, taken: readonly User[]): string[] {
  const names = new Set(taken.flatMap(({ username, email }) => [username, email]))
  return (['username', 'email'] as const).filter((field) => names.has(user[field]))
}

/** Adds a confirmed user without any namespace. Fails with `user_exists` and the fields that are taken. */
export async function addUser(database: Database, input: NewUser, now: number): Promise<User> {
  const user: User = {
    id: newUserId(),
    username: input.username.toLowerCase(),
    email: input.email.toLowerCase(),
    name: input.name,
    recovery_email: '',
    status: 'confirmed',
    max_namespaces: limits.unlimited,
    preferred_tenant_id: null,
    token_version: 1,
    created_at: now,
    last_login_at: null,
  }
  return transact(database, async (transaction) => {
    const fields = conflictsOf(user, await listUsersNamed(transaction, [user.username, user.email]))
    if (fields.length > 0) throw new Failure('user_exists', { fields })
    await insertUser(transaction, user, input.passwordHash)
    // From now on somebody can sign in, so nobody may become the first user by the setup link.
    await writeSetting(transaction, 'setup_done', true)
    return user
  })
}

/** Fails with `user_not_found`. */
export async function getUserByLogin(database: Database, login: string): Promise<User> {
  const user = await findUserByLogin(database, login)
  if (!user) throw new Failure('user_not_found')
  return user
}

/** Sets a password and revokes every token of the user. Fails with `user_not_found`. */
export async function setPassword(services: Services, login: string, password: string): Promise<void> {
  const { id } = await getUserByLogin(services.database, login)
  const hash = await services.passwords.hash(password)
  await transact(services.database, async (database) => {
    await updatePasswordHash(database, id, hash, services.clock.now())
    await raiseTokenVersion(database, id)
  })
}

/** Deletes a user with all memberships. Fails with `user_not_found`, or with `user_owns_namespaces`. */
export function deleteUser(database: Database, login: string): Promise<void> {
  return transact(database, async (transaction) => {
    const { id } = await getUserByLogin(transaction, login)
    if ((await countOwnedNamespaces(transaction, id)) > 0) throw new Failure('user_owns_namespaces')
    await removeUser(transaction, id)
  })
}
