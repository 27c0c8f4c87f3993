import { randomBytes } from 'node:crypto'
import { Failure, limits, type UserId } from '@sshore/contract'
import type { Work } from '../../hooks.ts'
import type { Changing } from '../../http/implement.ts'
import { flag } from '../../platform/database/codecs.ts'
import type { Database } from '../../platform/database/schema.ts'
import { setupDone } from '../../platform/settings.ts'
import type { Services } from '../../services.ts'
import {
  countOwnedNamespaces,
  findUser,
  findUserByLogin,
  getUserByEmail,
  insertInvitedUser,
  insertUser,
  listUsersNamed,
  raiseTokenVersion,
  removeUser,
  takeInvitedUser,
  updateAdministrator,
  updatePasswordHash,
  updateQuota,
  updateStatus,
  type User,
} from './users.store.ts'

export interface NewUser {
  readonly username: string
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  /** Of the whole server. Default: no. */
  readonly administrator?: boolean
  /** Default: unlimited. */
  readonly max_namespaces?: number
  /** Default: confirmed. */
  readonly status?: 'not-confirmed' | 'confirmed'
  /** Whether news may be sent to the address. Default: no. */
  readonly emailMarketing?: boolean
}

/** 24 lower-case hex digits, as clients expect of a user's id. */
const newUserId = (): UserId => randomBytes(12).toString('hex') as UserId

type Names = Pick<User, 'username' | 'email'>

/** Which of the two names is taken; a name is taken as well when it is somebody's other name. */
export async function conflictsOf(database: Database, names: Names, self?: UserId): Promise<string[]> {
  const named = await listUsersNamed(database, [names.username, names.email])
  const taken = new Set(named.filter(({ id }) => id !== self).flatMap(({ username, email }) => [username, email]))
  return (['username', 'email'] as const).filter((field) => taken.has(names[field]))
}

/** As nobody can call themselves: user names have no colon. */
const invitedUsername = (id: UserId): string => `invited:${id}`

/** The account that is kept free for somebody who was invited by this address. */
async function findInvited(database: Database, email: string): Promise<User | undefined> {
  const user = (await listUsersNamed(database, [email])).find((each) => each.email === email)
  return user?.status === 'invited' ? user : undefined
}

/**
 * Adds a user without any namespace of their own; what was kept free for their address, with its invitations, becomes theirs. Fails
 * with `user_exists` and the fields that are taken.
 */
export async function addUser({ database, changed }: Work, input: NewUser, now: number): Promise<User> {
  const invited = await findInvited(database, input.email.toLowerCase())
  const user: User = {
    id: invited?.id ?? newUserId(),
    username: input.username.toLowerCase(),
    email: input.email.toLowerCase(),
    name: input.name,
    recovery_email: '',
    status: input.status ?? 'confirmed',
    email_marketing: flag.write(input.emailMarketing ?? false),
    administrator: flag.write(input.administrator ?? false),
    max_namespaces: input.max_namespaces ?? limits.unlimited,
    preferred_tenant_id: null,
    token_version: 1,
    created_at: now,
    last_login_at: null,
  }
  const fields = await conflictsOf(database, user, invited?.id)
  if (fields.length > 0) throw new Failure('user_exists', { fields })
  await (invited ? takeInvitedUser : insertUser)(database, user, input.passwordHash)
  // From now on somebody can sign in, so nobody may become the first user by the setup link.
  await setupDone.write(database, true)
  const after = { username: user.username, email: user.email, name: user.name }
  await changed({ what: 'user.create', target: { kind: 'user', id: user.id, name: user.username }, after })
  return user
}

/**
 * The user with this address; where there is none, an account is kept free for whoever registers with it: nobody can sign in to it.
 */
export async function getOrInviteUser(database: Database, email: string, now: number): Promise<User> {
  const id = newUserId()
  await insertInvitedUser(database, {
    id,
    username: invitedUsername(id),
    email: email.toLowerCase(),
    name: '',
    recovery_email: '',
    status: 'invited',
    email_marketing: flag.write(false),
    administrator: flag.write(false),
    max_namespaces: 0,
    preferred_tenant_id: null,
    token_version: 1,
    created_at: now,
    last_login_at: null,
  })
  return getUserByEmail(database, email)
}

/** What is taken of the names that somebody wants to register with. */
export async function registrationConflicts(database: Database, wanted: Names): Promise<string[]> {
  const names = { username: wanted.username.toLowerCase(), email: wanted.email.toLowerCase() }
  return conflictsOf(database, names, (await findInvited(database, names.email))?.id)
}

/** Marks the address of a user as theirs. */
export async function confirmUser({ database, changed }: Work, { id, username }: User): Promise<void> {
  await updateStatus(database, id, 'confirmed')
  await changed({ what: 'user.confirm', target: { kind: 'user', id, name: username } })
}

/** Fails with `user_not_found`. */
export async function getUser(database: Database, id: UserId): Promise<User> {
  const user = await findUser(database, id)
  if (!user) throw new Failure('user_not_found')
  return user
}

/** Fails with `user_not_found`. */
export async function getUserByLogin(database: Database, login: string): Promise<User> {
  const user = await findUserByLogin(database, login)
  if (!user) throw new Failure('user_not_found')
  return user
}

/** Writes a new password and revokes every token of the user. */
export async function replacePassword(
  { database, changed }: Work,
  { id, username }: Pick<User, 'id' | 'username'>,
  hash: string,
  now: number,
): Promise<void> {
  await updatePasswordHash(database, id, hash, now)
  await raiseTokenVersion(database, id)
  await changed({ what: 'user.password', target: { kind: 'user', id, name: username } })
}

/** Sets a password, whoever asks. Fails with `user_not_found`. */
export async function setPassword(
  services: Services,
  changeServer: Changing['changeServer'],
  login: string,
  password: string,
): Promise<void> {
  const user = await getUserByLogin(services.database, login)
  const hash = await services.passwords.hash(password)
  await changeServer((work) => replacePassword(work, user, hash, services.clock.now()))
}

/** Sets how many namespaces a user may own; those that are there stay. Fails with `user_not_found`. */
export async function setQuota({ database, changed }: Work, login: string, most: number): Promise<User> {
  const user = await getUserByLogin(database, login)
  if (user.max_namespaces === most) return user
  await updateQuota(database, user.id, most)
  const target = { kind: 'user', id: user.id, name: user.username } as const
  const [before, after] = [{ max_namespaces: user.max_namespaces }, { max_namespaces: most }]
  await changed({ what: 'user.update', target, before, after })
  return { ...user, max_namespaces: most }
}

/** Says whether a user looks after the whole server. */
export async function setAdministrator({ database, changed }: Work, user: User, administrator: boolean): Promise<User> {
  const before = flag.read(user.administrator)
  if (before === administrator) return user
  await updateAdministrator(database, user.id, flag.write(administrator))
  const target = { kind: 'user', id: user.id, name: user.username } as const
  await changed({ what: 'user.administrator', target, before: { administrator: before }, after: { administrator } })
  return { ...user, administrator: flag.write(administrator) }
}

/** Deletes a user with all memberships. Fails with `user_not_found`, or with `user_owns_namespaces`. */
export async function deleteUser(work: Work, login: string): Promise<void> {
  const user = await getUserByLogin(work.database, login)
  if ((await countOwnedNamespaces(work.database, user.id)) > 0) throw new Failure('user_owns_namespaces')
  await eraseUser(work, user)
}

/** Deletes a user who owns no namespace. */
export async function eraseUser({ database, changed }: Work, { id, username, email, name }: User): Promise<void> {
  await removeUser(database, id)
  const target = { kind: 'user', id, name: username } as const
  await changed({ what: 'user.remove', target, before: { username, email, name } })
}
