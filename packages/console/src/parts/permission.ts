import { hasPermission, type Permission, permissions, type Role, roles } from '@sshore/contract'
import { useUser } from '../console-context.ts'
import { type Phrase, phrase } from '../language/language.ts'
import { roleName } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'

export const isRole = (word: string): word is Role => roles.some((role) => role === word)

/** Why somebody with this role may not do it; undefined when they may. */
export function refusal(role: string, permission: Permission): Phrase | undefined {
  if (isRole(role) && hasPermission(role, permission)) return undefined
  const needed = permissions[permission]
  const [own, least] = [roleName(role), roleName(needed)]
  const above = needed === 'owner' ? { en: '', pt: '' } : { en: ' or above', pt: ' ou superior' }
  return phrase(
    `Needs the role ${least.en}${above.en}; yours is ${own.en}.`,
    `É preciso o papel ${least.pt}${above.pt}; o seu é ${own.pt}.`,
  )
}

export function useRefusal(permission: Permission): string | undefined {
  const say = useText()
  const found = refusal(useUser().role, permission)
  return found && say(found)
}
