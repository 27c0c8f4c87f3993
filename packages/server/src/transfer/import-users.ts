// Who is who: the users that a file names, among those of this server.
import { randomBytes } from 'node:crypto'
import type { UserId } from '@sshore/contract'
import { addUser, findUserByLogin } from '../features/users/index.ts'
import type { Work } from '../hooks.ts'
import type { Services } from '../services.ts'
import type { UserRecord } from './transfer-file.ts'

export interface UserChoices {
  /** User name in the file to user name or e-mail address here. */
  readonly userMap: ReadonlyMap<string, string>
  /** Makes users that are not here. */
  readonly createUsers: boolean
}

export type ImportedUser = UserRecord['user']

export type Match = { readonly found: UserId } | { readonly create: ImportedUser } | { readonly problem: string }

/** Every other hash would make each login of the user a fault of the server. */
const isArgon2 = (hash: string): boolean => /^\$argon2(id|i|d)\$v=19\$m=\d+,t=\d+,p=\d+\$[\w+/]+\$[\w+/]+$/.test(hash)

/** The same user name and address are the same person. Anything less has to be said by somebody who knows. */
export async function matchUser(database: Work['database'], user: ImportedUser, choices: UserChoices): Promise<Match> {
  const { username, email, password_hash: hash } = user
  const named = choices.userMap.get(username)
  if (named !== undefined) {
    const here = await findUserByLogin(database, named)
    return here ? { found: here.id } : { problem: `There is no user ${named} here, whom ${username} was to be.` }
  }
  const [byName, byEmail] = [await findUserByLogin(database, username), await findUserByLogin(database, email)]
  if (byName && byName.id === byEmail?.id) return { found: byName.id }
  if (byName ?? byEmail) {
    const who = byName
      ? `${username} has the address ${byName.email} here and ${email} in the file`
      : `${email} belongs to ${byEmail?.username ?? ''} here and to ${username} in the file`
    return { problem: `${who}. Say who it is with --user ${username}=<user here>.` }
  }
  if (choices.createUsers && hash !== null && !isArgon2(hash)) {
    return {
      problem: `The password of ${username} in the file is not hashed with Argon2, so nobody could log in with it.`,
    }
  }
  if (choices.createUsers) return { create: user }
  return {
    problem: `There is no user ${username} (${email}) here. Let them be made with --create-users, or say --user ${username}=<user here>.`,
  }
}

/** For users without a password in the file: of one that nobody knows. Made before the transaction, for hashing takes its time. */
export const hashOfNobody = ({ passwords }: Services): Promise<string> =>
  passwords.hash(randomBytes(24).toString('base64url'))

export async function createImportedUser(
  { clock }: Services,
  work: Work,
  user: ImportedUser,
  otherHash: string,
): Promise<UserId> {
  const { username, email, name, password_hash: known } = user
  return (await addUser(work, { username, email, name, passwordHash: known ?? otherHash }, clock.now())).id
}
