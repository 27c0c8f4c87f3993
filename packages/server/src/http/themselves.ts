import { Failure } from '@sshore/contract'
import type { CallingUser, UserCaller } from './caller.ts'

/** What nobody else can want for a user, not even an administrator who acts as them. Fails with `only_themselves`. */
export function themselves({ user }: UserCaller): CallingUser {
  if (user.by !== undefined) throw new Failure('only_themselves')
  return user
}
