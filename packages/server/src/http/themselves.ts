import { Failure, type UserId } from '@sshore/contract'
import type { CallingUser } from './caller.ts'

/** Who calls, for what nobody can want for them, not even an administrator who acts as them. Fails with `only_themselves`. */
export function themselves({ user: { id, acting } }: { readonly user: CallingUser }): UserId {
  if (acting) throw new Failure('only_themselves')
  return id
}
