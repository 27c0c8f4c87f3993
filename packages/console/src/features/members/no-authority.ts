import { hasAuthorityOver, type Permission, type Role } from '@sshore/contract'
import { useUser } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { isRole, useRefusal } from '../../parts/permission.ts'

const words = {
  owner: phrase('Nobody has authority over the owner.', 'Ninguém tem autoridade sobre o dono.'),
  above: phrase('This role is above yours.', 'Este papel está acima do seu.'),
}

/** Why the user may not do this to somebody with this role; undefined when they may. */
export function useNoAuthority(role: Role, permission: Permission): string | undefined {
  const say = useText()
  const { role: own } = useUser()
  const refusal = useRefusal(permission)
  if (role === 'owner') return say(words.owner)
  if (refusal !== undefined) return refusal
  return isRole(own) && hasAuthorityOver(own, role) ? undefined : say(words.above)
}
