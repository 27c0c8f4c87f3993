// Who may do what: four roles, named permissions, and authority over other members.

/** Lowest first; a role holds everything the ones before it hold. */
export const roles = ['observer', 'operator', 'administrator', 'owner'] as const
export type Role = (typeof roles)[number]

/** Permission → the lowest role that has it. */
export const permissions = {
  'device:connect': 'observer',
  'device:details': 'observer',
  'session:details': 'observer',
  'device:accept': 'operator',
  'device:update': 'operator',
  'device:tag': 'operator',
  'device:remove': 'administrator',
  'session:play': 'administrator',
  'session:close': 'administrator',
  'session:update': 'administrator',
  'session:remove': 'administrator',
  'public-key:create': 'administrator',
  'public-key:update': 'administrator',
  'public-key:remove': 'administrator',
  'certificate-authority:create': 'administrator',
  'certificate-authority:update': 'administrator',
  'certificate-authority:remove': 'administrator',
  'certificate:issue': 'administrator',
  'certificate:revoke': 'administrator',
  'audit:details': 'administrator',
  'webhook:details': 'administrator',
  'webhook:create': 'administrator',
  'webhook:update': 'administrator',
  'webhook:remove': 'administrator',
  'connector:details': 'observer',
  'connector:create': 'administrator',
  'connector:update': 'administrator',
  'connector:remove': 'administrator',
  'firewall:details': 'observer',
  'firewall:create': 'administrator',
  'firewall:update': 'administrator',
  'firewall:remove': 'administrator',
  'tunnel:create': 'administrator',
  'tunnel:remove': 'administrator',
  'namespace:update': 'administrator',
  'member:add': 'administrator',
  'member:update': 'administrator',
  'member:remove': 'administrator',
  'api-key:create': 'administrator',
  'api-key:update': 'administrator',
  'api-key:remove': 'administrator',
  'namespace:delete': 'owner',
  'billing:details': 'owner',
  'billing:update': 'owner',
} as const satisfies Record<string, Role>

export type Permission = keyof typeof permissions

const rank = (role: Role): number => roles.indexOf(role)

/** The lower of two roles: what a key may do is bounded by what its creator may do now. */
export const lowerRole = (one: Role, other: Role): Role => (rank(one) <= rank(other) ? one : other)

/** Whether a role is no higher than another; a key may be given at most its creator's. */
export const isAtMost = (role: Role, most: Role): boolean => rank(role) <= rank(most)

export const hasPermission = (role: Role, permission: Permission): boolean =>
  rank(role) >= rank(permissions[permission])

/** Equals may manage equals; nobody has authority over the owner. */
export const hasAuthorityOver = (own: Role, other: Role): boolean => other !== 'owner' && rank(own) >= rank(other)
