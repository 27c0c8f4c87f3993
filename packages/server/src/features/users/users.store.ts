import type { UserId } from '@sshore/contract'
import type { Database, UsersTable } from '../../platform/database/schema.ts'
import { countOf, type Listed, listPage, type Page } from '../../platform/paging.ts'

export type User = UsersTable

export interface UserWithPassword extends User {
  readonly password_hash: string
}

export const findUser = (database: Database, id: UserId): Promise<User | undefined> =>
  database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const findUserWithPassword = (database: Database, id: UserId): Promise<UserWithPassword | undefined> =>
  database
    .selectFrom('users')
    .innerJoin('user_credentials', 'user_credentials.user_id', 'users.id')
    .selectAll('users')
    .select('user_credentials.password_hash')
    .where('users.id', '=', id)
    .executeTakeFirst()

/** By e-mail address or user name, without regard to case; the address wins where both fit. */
export const findUserByLogin = (database: Database, login: string): Promise<UserWithPassword | undefined> =>
  database
    .selectFrom('users')
    .innerJoin('user_credentials', 'user_credentials.user_id', 'users.id')
    .selectAll('users')
    .select('user_credentials.password_hash')
    .where((where) => where.or([where('email', '=', login.toLowerCase()), where('username', '=', login.toLowerCase())]))
    .orderBy((order) => order('email', '=', login.toLowerCase()), 'desc')
    .executeTakeFirst()

/** Users whose user name or address is one of these names: a name must not mean two people, in either column. */
export const listUsersNamed = (database: Database, names: readonly string[]): Promise<User[]> =>
  database
    .selectFrom('users')
    .selectAll()
    .where((where) => where.or([where('username', 'in', names), where('email', 'in', names)]))
    .execute()

export async function insertUser(database: Database, user: User, passwordHash: string): Promise<void> {
  await database.insertInto('users').values(user).execute()
  const credentials = { user_id: user.id, password_hash: passwordHash, updated_at: user.created_at }
  await database.insertInto('user_credentials').values(credentials).execute()
}

/** Does nothing when somebody has this address already; without a password, so that nobody can sign in. */
export async function insertInvitedUser(database: Database, user: User): Promise<void> {
  const { numInsertedOrUpdatedRows: inserted } = await database
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (inserted !== 1n) return
  const credentials = { user_id: user.id, password_hash: '', updated_at: user.created_at }
  await database.insertInto('user_credentials').values(credentials).execute()
}

/** Fills in the account that was kept free for somebody. */
export async function takeInvitedUser(database: Database, user: User, passwordHash: string): Promise<void> {
  const { id, ...fields } = user
  await database.updateTable('users').set(fields).where('id', '=', id).execute()
  await updatePasswordHash(database, id, passwordHash, user.created_at)
}

/** Fails where there is none. */
export const getUserByEmail = (database: Database, email: string): Promise<User> =>
  database.selectFrom('users').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirstOrThrow()

export async function updateStatus(database: Database, id: UserId, status: User['status']): Promise<void> {
  await database.updateTable('users').set({ status }).where('id', '=', id).execute()
}

export type UserChange = Pick<User, 'name' | 'username' | 'email' | 'recovery_email'>

export async function updateUserRow(database: Database, id: UserId, fields: UserChange): Promise<void> {
  await database.updateTable('users').set(fields).where('id', '=', id).execute()
}

export async function updateAdministrator(database: Database, id: UserId, administrator: number): Promise<void> {
  await database.updateTable('users').set({ administrator }).where('id', '=', id).execute()
}

export async function updateQuota(database: Database, id: UserId, most: number): Promise<void> {
  await database.updateTable('users').set({ max_namespaces: most }).where('id', '=', id).execute()
}

export async function updatePasswordHash(database: Database, id: UserId, hash: string, now: number): Promise<void> {
  const change = { password_hash: hash, updated_at: now }
  await database.updateTable('user_credentials').set(change).where('user_id', '=', id).execute()
}

/** Kills every token given out so far. */
export async function raiseTokenVersion(database: Database, id: UserId): Promise<void> {
  await database
    .updateTable('users')
    .set((set) => ({ token_version: set('token_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Keeps the user from being removed until the transaction ends; false when there is none. */
export async function holdUser(database: Database, id: UserId): Promise<boolean> {
  // Locks the row on PostgreSQL and does nothing else.
  const { numUpdatedRows } = await database
    .updateTable('users')
    .set((set) => ({ token_version: set.ref('token_version') }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeUser(database: Database, id: UserId): Promise<void> {
  await database.deleteFrom('users').where('id', '=', id).execute()
}

export async function countOwnedNamespaces(database: Database, id: UserId): Promise<number> {
  return countOf(database.selectFrom('namespaces').where('owner_id', '=', id))
}

export async function listUsers(database: Database, page: Page): Promise<Listed<User>> {
  return listPage(database.selectFrom('users').selectAll().orderBy('created_at').orderBy('id'), page)
}
