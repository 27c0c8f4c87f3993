// What `sshore user` asks the server on the server's own machine.
import { Type } from 'typebox'
import { UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Email, Password, UserName, Username } from '../entities.ts'
import { unlimited } from '../limits.ts'
import { OneOf, Paging, Time, TotalCount } from '../schemas.ts'

const access = { kind: 'internal', by: 'command-line' } as const

const byUsername = Type.Object({ username: Type.String({ minLength: 1, maxLength: 254 }) })
const MaxNamespaces = Type.Integer({ minimum: unlimited, maximum: 100_000, description: '-1 unlimited, 0 none' })

export const UserAccount = Type.Object({
  id: UserId,
  username: Type.String(),
  email: Type.String(),
  name: Type.String(),
  status: OneOf(['invited', 'not-confirmed', 'confirmed'], 'State of the account'),
  administrator: Type.Boolean({ description: 'Of the whole server' }),
  max_namespaces: Type.Integer(),
  created_at: Time,
  last_login: Time,
})

export const listUsers = endpoint({
  id: 'listUsers',
  method: 'GET',
  path: '/internal/users',
  feature: 'users',
  summary: 'List all users of the server',
  access,
  query: Type.Object({ ...Paging }),
  success: { status: 200, description: 'Users', body: Type.Array(UserAccount), headers: TotalCount },
  errors: [],
})

export const createUser = endpoint({
  id: 'createUser',
  method: 'POST',
  path: '/internal/users',
  feature: 'users',
  summary: 'Create a confirmed user without a namespace',
  access,
  body: Type.Object({
    username: Username,
    email: Email,
    password: Password,
    name: Type.Optional(UserName),
    max_namespaces: Type.Optional(MaxNamespaces),
  }),
  success: { status: 200, description: 'The user', body: UserAccount },
  errors: ['user_exists'],
})

export const setUserPassword = endpoint({
  id: 'setUserPassword',
  method: 'PATCH',
  path: '/internal/users/{username}/password',
  feature: 'users',
  summary: 'Set a password; every token of the user is revoked',
  access,
  params: byUsername,
  body: Type.Object({ password: Password }),
  success: { status: 200, description: 'Set' },
  errors: ['user_not_found'],
})

export const deleteUser = endpoint({
  id: 'deleteUser',
  method: 'DELETE',
  path: '/internal/users/{username}',
  feature: 'users',
  summary: 'Delete a user; refused while the user owns namespaces',
  access,
  params: byUsername,
  success: { status: 200, description: 'Gone' },
  errors: ['user_not_found', 'user_owns_namespaces'],
})

export const updateUserQuota = endpoint({
  id: 'updateUserQuota',
  method: 'PATCH',
  path: '/internal/users/{username}/quota',
  feature: 'users',
  summary: 'Set how many namespaces a user may own; those that are there stay',
  access,
  params: byUsername,
  body: Type.Object({ max_namespaces: MaxNamespaces }),
  success: { status: 200, description: 'The user', body: UserAccount },
  errors: ['user_not_found'],
})

export const setAdministrator = endpoint({
  id: 'setAdministrator',
  method: 'PATCH',
  path: '/internal/users/{username}/administrator',
  feature: 'users',
  summary: 'Say whether a user is an administrator of the server',
  access,
  params: byUsername,
  body: Type.Object({ administrator: Type.Boolean() }),
  success: { status: 200, description: 'The user', body: UserAccount },
  errors: ['user_not_found'],
})

export const unlockUser = endpoint({
  id: 'unlockUser',
  method: 'POST',
  path: '/internal/users/{username}/unlock',
  feature: 'authentication',
  summary: 'Forget the failed logins of a user, so that a lockout ends',
  access,
  params: byUsername,
  success: {
    status: 200,
    description: 'From how many addresses there had been failures',
    body: Type.Object({ cleared: Type.Integer() }),
  },
  errors: ['user_not_found'],
})
