// Users of the server, for its administrators.
import { type Static, Type } from 'typebox'
import { TenantId, UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Email, memberStatuses, NamespaceName, Password, Role, UserAuth, UserName, Username } from '../entities.ts'
import { userColumns, userProperties } from '../filters.ts'
import { unlimited } from '../limits.ts'
import { Filter, OneOf, OrderBy, Paging, SortBy, Time, TotalCount } from '../schemas.ts'
import { UserAccount } from './internal-users.ts'

const feature = 'admin' as const
const access = { kind: 'administrator' } as const
const byId = Type.Object({ id: UserId })
const MaxNamespaces = Type.Integer({ minimum: unlimited, maximum: 100_000, description: '-1 unlimited, 0 none' })

const Belonging = Type.Object({
  tenant_id: TenantId,
  name: NamespaceName,
  role: Role,
  status: OneOf(memberStatuses, 'pending: invited, and the invitation is not accepted yet'),
})

export const adminLogin = endpoint({
  id: 'adminLogin',
  method: 'POST',
  path: '/admin/api/login',
  feature,
  summary: 'Sign in as an administrator of the server, by all rules of signing in; the token is that of the user',
  access: { kind: 'public' },
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 1024 }),
  }),
  success: {
    status: 200,
    description: 'Signed in',
    body: Type.Object({ token: Type.String(), user: Type.String({ description: 'User name' }) }),
  },
  errors: [
    ...(['invalid_credentials', 'user_not_confirmed', 'local_authentication_disabled', 'account_locked'] as const),
    ...(['mfa_needed', 'not_administrator'] as const),
  ],
})

export const adminListUsers = endpoint({
  id: 'adminListUsers',
  method: 'GET',
  path: '/admin/api/users',
  feature,
  summary: 'List the users of the server, oldest first unless told otherwise',
  access,
  query: Type.Object({
    filter: Filter(userProperties),
    ...Paging,
    sort_by: SortBy(userColumns),
    order_by: OrderBy,
  }),
  success: { status: 200, description: 'Users', body: Type.Array(UserAccount), headers: TotalCount },
  errors: [],
})

export const adminCreateUser = endpoint({
  id: 'adminCreateUser',
  method: 'POST',
  path: '/admin/api/users',
  feature,
  summary: 'Create a user without a namespace',
  access,
  body: Type.Object({
    name: UserName,
    email: Email,
    username: Username,
    password: Password,
    confirmed: Type.Optional(
      Type.Boolean({ description: 'Whether the e-mail address counts as confirmed; default: yes' }),
    ),
    max_namespaces: Type.Optional(MaxNamespaces),
    administrator: Type.Optional(Type.Boolean()),
  }),
  success: { status: 200, description: 'The user', body: UserAccount },
  errors: ['user_exists'],
  bareFieldLists: true,
})

export const adminGetUser = endpoint({
  id: 'adminGetUser',
  method: 'GET',
  path: '/admin/api/users/{id}',
  feature,
  summary: 'Get one user',
  access,
  params: byId,
  success: {
    status: 200,
    description: 'The user',
    body: Type.Object({
      user: UserAccount,
      namespacesOwned: Type.Integer({ description: 'How many namespaces the user owns' }),
      auth_methods: Type.Array(Type.String({ examples: ['local'] })),
      mfa: Type.Boolean({ description: 'Whether a second factor is on' }),
      recovery_email: Type.String({ description: 'Empty when there is none' }),
      namespaces: Type.Array(Belonging, { description: 'Where they belong, by name; those they own among them' }),
    }),
  },
  errors: ['user_not_found'],
})

/** Only what is there changes. */
const AdminUserEdit = Type.Object({
  name: Type.Optional(UserName),
  email: Type.Optional(Email),
  username: Type.Optional(Username),
  password: Type.Optional(Password),
  confirmed: Type.Optional(Type.Literal(true, { description: 'The e-mail address counts as confirmed' })),
  max_namespaces: Type.Optional(MaxNamespaces),
  administrator: Type.Optional(Type.Boolean()),
})
export type AdminUserEdit = Static<typeof AdminUserEdit>

export const adminUpdateUser = endpoint({
  id: 'adminUpdateUser',
  method: 'PUT',
  path: '/admin/api/users/{id}',
  feature,
  summary: 'Change a user; a new password revokes every token of theirs',
  access,
  params: byId,
  body: AdminUserEdit,
  success: { status: 200, description: 'The user', body: UserAccount },
  errors: ['user_not_found', 'user_exists'],
  bareFieldLists: true,
})

export const adminDeleteUser = endpoint({
  id: 'adminDeleteUser',
  method: 'DELETE',
  path: '/admin/api/users/{id}',
  feature,
  summary: 'Delete a user; refused while they own namespaces',
  access,
  params: byId,
  success: { status: 200, description: 'Gone' },
  errors: ['user_not_found', 'user_owns_namespaces'],
})

export const adminResetPassword = endpoint({
  id: 'adminResetPassword',
  method: 'PATCH',
  path: '/admin/api/users/{id}/password/reset',
  feature,
  summary: 'Give a password to a user who has none, such as one who came by single sign-on; it is shown this once',
  access,
  params: byId,
  success: {
    status: 200,
    description: 'The password',
    body: Type.Object({ password: Type.String({ minLength: 16, maxLength: 16 }) }),
  },
  errors: ['user_not_found', 'user_has_password'],
})

export const adminUnlockUser = endpoint({
  id: 'adminUnlockUser',
  method: 'POST',
  path: '/admin/api/users/{id}/unlock',
  feature,
  summary: 'End the lockout after failed logins of a user',
  access,
  params: byId,
  success: { status: 200, description: 'May sign in again at once' },
  errors: ['user_not_found'],
})

export const adminLogoutUser = endpoint({
  id: 'adminLogoutUser',
  method: 'POST',
  path: '/admin/api/users/{id}/logout',
  feature,
  summary: 'Revoke every token of a user',
  access,
  params: byId,
  success: { status: 200, description: 'Signed out everywhere' },
  errors: ['user_not_found'],
})

export const adminGetUserToken = endpoint({
  id: 'adminGetUserToken',
  method: 'GET',
  path: '/admin/api/auth/token/{id}',
  feature,
  summary: 'A token to act as a user, for an hour; everything done with it is written down with both names',
  access,
  params: byId,
  success: {
    status: 200,
    description: 'The token, whose it is, and when it ends',
    body: Type.Object({ ...UserAuth.properties, expires_at: Time }),
  },
  errors: ['user_not_found', 'user_not_confirmed', 'administrator_protected'],
})

export const adminExportUsers = endpoint({
  id: 'adminExportUsers',
  method: 'GET',
  path: '/admin/api/export/users',
  feature,
  summary: 'All users of the server, one JSON object a line; without secrets',
  access,
  success: { status: 200, description: 'Users, line by line', body: UserAccount, stream: 'application/x-ndjson' },
  errors: [],
})
