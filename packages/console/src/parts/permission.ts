import { hasPermission, type Permission, permissions, type Role, roles } from '@sshore/contract'
import { useUser } from '../console-context.ts'

const isRole = (word: string): word is Role => roles.some((role) => role === word)

/** Why somebody with this role may not do it; undefined when they may. */
export function refusal(role: string, permission: Permission): string | undefined {
  if (isRole(role) && hasPermission(role, permission)) return undefined
  const needed = permissions[permission]
  const orAbove = needed === 'owner' ? '' : ' or above'
  return `Needs the role ${needed}${orAbove}; yours is ${role || 'none'}.`
}

export function useRefusal(permission: Permission): string | undefined {
  return refusal(useUser().role, permission)
}
