// Switching the second factor off: with a proof of it while signed in, or by whoever looks after the server.
import { type BodyOf, type Contract, Failure, type UserId } from '@sshore/contract'
import type { Changing } from '../../http/implement.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Services } from '../../services.ts'
import { guarded } from '../authentication/index.ts'
import { findUser, getUserByLogin, type User } from '../users/index.ts'
import { acceptCode, isOn, mayDisable, switchOff, switchOffFor } from './factor.ts'
import { attemptOf } from './sign-in.ts'

type ChangeServer = Changing['changeServer']

/** Fails with `mfa_off`. */
export async function getUserWithFactor(database: Database, userId: UserId): Promise<User> {
  const user = await findUser(database, userId)
  if (!user) throw new Failure('unauthenticated')
  if (!(await isOn(database, userId))) throw new Failure('mfa_off')
  return user
}

/** Older clients leave the other one empty. */
const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text)

/** Fails with `mfa_off`, `invalid_input`, `second_factor_refused` or `account_locked`. */
export async function disable(
  services: Services,
  changeServer: ChangeServer,
  { userId, address }: { readonly userId: UserId; readonly address: string },
  body: BodyOf<Contract['disableMfa']>,
): Promise<void> {
  const { database, clock } = services
  const user = await getUserWithFactor(database, userId)
  const [code, recoveryCode] = [given(body.code), given(body.recovery_code)]
  if (code === undefined && recoveryCode === undefined) {
    const message = 'Send a one-time code, or a recovery code.'
    throw new Failure('invalid_input', { fields: ['code'], message })
  }
  await guarded(services, changeServer, attemptOf(user, address), async (work) => {
    const right =
      code === undefined
        ? await mayDisable(work.database, userId, recoveryCode ?? '', clock.now())
        : await acceptCode(services, work.database, userId, code)
    if (!right) {
      return new Failure('second_factor_refused', { fields: [code === undefined ? 'recovery_code' : 'code'] })
    }
    await switchOff(work, user, code === undefined ? 'recovery-code' : 'code')
    return undefined
  })
}

/** Fails with `user_not_found` or `mfa_off`. */
export async function disableFor(changeServer: ChangeServer, login: string): Promise<void> {
  await changeServer(async (work) => switchOffFor(work, await getUserByLogin(work.database, login)))
}
