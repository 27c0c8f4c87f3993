// Whose account it is. An identity leads to the account that it was linked to; an account that is there already is never
// taken for somebody's because an identity provider says that they have its e-mail address: its owner proves it first.
import type { UserId } from '@sshore/contract'
import type { Work } from '../../hooks.ts'
import { violatedUniqueness } from '../../platform/database/transaction.ts'
import { addUser, findUser, findUserByLogin, type User } from '../users/index.ts'
import { findIdentity, insertIdentity, noteLogin } from './identities.store.ts'
import { type Profile, shownName, usernameFor } from './profile.ts'
import type { Identity } from './sealed-texts.ts'

export type Found =
  | { readonly outcome: 'known'; readonly user: User }
  /** Somebody has this address; whether it is they has to be proved. */
  | { readonly outcome: 'unproved' }
  | { readonly outcome: 'unknown' }

const attempts = 50

async function freeUsername({ database }: Work, email: string): Promise<string> {
  for (let number = 1; number < attempts; number += 1) {
    const username = usernameFor(email, number)
    if (!(await findUserByLogin(database, username))) return username
  }
  return usernameFor(email, Math.floor(Math.random() * 1e9))
}

export async function link(work: Work, user: User, identity: Identity, now: number): Promise<void> {
  await insertIdentity(work.database, { ...identity, user_id: user.id, created_at: now, last_login_at: null })
  const target = { kind: 'user', id: user.id, name: user.username } as const
  await work.changed({ what: 'user.link', target, after: { issuer: identity.issuer, name_id: identity.name } })
}

/** Finds the account of an identity, or makes one if the settings say so. */
export async function findAccount(
  work: Work,
  identity: Identity,
  profile: Profile,
  { createUsers, now }: { readonly createUsers: boolean; readonly now: number },
): Promise<Found> {
  const { database } = work
  const known = await findIdentity(database, identity)
  if (known) {
    const user = await findUser(database, known.user_id)
    if (!user) return { outcome: 'unknown' }
    await noteLogin(database, identity, now)
    return { outcome: 'known', user }
  }
  if (await findUserByLogin(database, profile.email)) return { outcome: 'unproved' }
  if (!createUsers) return { outcome: 'unknown' }
  const username = await freeUsername(work, profile.email)
  const name = shownName(profile.name, username)
  const user = await addUser(work, { username, email: profile.email, name, passwordHash: '' }, now)
  await link(work, user, identity, now)
  await noteLogin(database, identity, now)
  return { outcome: 'known', user }
}

export const isTaken = (error: unknown): boolean =>
  (violatedUniqueness(error) ?? []).some((column) => column.startsWith('saml_identities.'))

/** Whether an identity is this user's already. */
export async function ownerOf({ database }: Work, identity: Identity): Promise<UserId | undefined> {
  return (await findIdentity(database, identity))?.user_id
}
