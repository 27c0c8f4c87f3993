// What the command line asks the server on the server's own machine.
import { Type } from 'typebox'
import { Fingerprint, TenantId, UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import {
  Email,
  Namespace,
  NamespaceName,
  NamespaceSettings,
  Password,
  PublicKey,
  Role,
  UserName,
  Username,
} from '../entities.ts'
import { OneOf, Paging, Time, TotalCount } from '../schemas.ts'
import { apiKey, maxDevicesDefault, unlimited } from '../limits.ts'
import { createApiKey, updateApiKey } from './api-keys.ts'
import { createPublicKey } from './public-keys.ts'

const access = { kind: 'internal', by: 'command-line' } as const

const login = Type.String({ minLength: 1, maxLength: 254, description: 'User name or e-mail address' })
const MaxNamespaces = Type.Integer({ minimum: unlimited, maximum: 100_000, description: '-1 unlimited, 0 none' })
/** Section 9: at least 3; -1 is unlimited. */
const MaxDevices = Type.Union([
  Type.Literal(unlimited),
  Type.Integer({ minimum: maxDevicesDefault, maximum: 1_000_000, description: '-1 unlimited' }),
])

export const UserAccount = Type.Object({
  id: UserId,
  username: Type.String(),
  email: Type.String(),
  name: Type.String(),
  status: OneOf(['invited', 'not-confirmed', 'confirmed'], 'State of the account'),
  max_namespaces: Type.Integer(),
  created_at: Time,
  last_login: Time,
})

export const getSetup = endpoint({
  id: 'getSetup',
  method: 'GET',
  path: '/internal/setup',
  feature: 'instance',
  summary: 'Tell the setup signature while the server is not set up',
  access,
  success: {
    status: 200,
    description: 'The state',
    body: Type.Object({
      done: Type.Boolean(),
      sign: Type.String(),
      public_url: Type.Optional(Type.String({ description: 'Address that people use, where it is known' })),
    }),
  },
  errors: [],
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

const byUsername = Type.Object({ username: Type.String({ minLength: 1, maxLength: 254 }) })

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

const byName = Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) })

export const listAllNamespaces = endpoint({
  id: 'listAllNamespaces',
  method: 'GET',
  path: '/internal/namespaces',
  feature: 'namespaces',
  summary: 'List all namespaces of the server',
  access,
  query: Type.Object({ ...Paging }),
  success: { status: 200, description: 'Namespaces', body: Type.Array(Namespace), headers: TotalCount },
  errors: [],
})

export const getNamespaceByName = endpoint({
  id: 'getNamespaceByName',
  method: 'GET',
  path: '/internal/namespaces/{name}',
  feature: 'namespaces',
  summary: 'Get one namespace by its name',
  access,
  params: byName,
  success: { status: 200, description: 'The namespace', body: Namespace },
  errors: ['namespace_not_found'],
})

export const createNamespaceFor = endpoint({
  id: 'createNamespaceFor',
  method: 'POST',
  path: '/internal/namespaces',
  feature: 'namespaces',
  summary: 'Create a namespace for an owner, beyond any quota',
  access,
  body: Type.Object({
    name: NamespaceName,
    owner: Type.String({ minLength: 1, maxLength: 254, description: 'User name or e-mail address' }),
    tenant_id: Type.Optional(TenantId),
    type: Type.Optional(OneOf(['personal', 'team'], 'Default: team')),
  }),
  success: { status: 200, description: 'The namespace', body: Namespace },
  errors: ['user_not_found', 'namespace_name_taken'],
})

export const updateNamespaceByName = endpoint({
  id: 'updateNamespaceByName',
  method: 'PUT',
  path: '/internal/namespaces/{name}',
  feature: 'namespaces',
  summary: 'Change a namespace, its limits and its owner; only fields present change',
  access,
  params: byName,
  body: Type.Object({
    name: Type.Optional(NamespaceName),
    settings: Type.Optional(Type.Partial(NamespaceSettings)),
    max_devices: Type.Optional(MaxDevices),
    owner: Type.Optional(login),
  }),
  success: { status: 200, description: 'The changed namespace', body: Namespace },
  errors: ['namespace_not_found', 'namespace_name_taken', 'user_not_found'],
})

export const deleteNamespaceByName = endpoint({
  id: 'deleteNamespaceByName',
  method: 'DELETE',
  path: '/internal/namespaces/{name}',
  feature: 'namespaces',
  summary: 'Delete a namespace and everything in it',
  access,
  params: byName,
  success: { status: 200, description: 'Gone' },
  errors: ['namespace_not_found'],
})

export const addMemberByName = endpoint({
  id: 'addMemberByName',
  method: 'POST',
  path: '/internal/namespaces/{name}/members',
  feature: 'members',
  summary: 'Add a user to a namespace',
  access,
  params: byName,
  body: Type.Object({ user: Type.String({ minLength: 1, maxLength: 254 }), role: Role }),
  success: { status: 200, description: 'The namespace with its members', body: Namespace },
  errors: ['namespace_not_found', 'user_not_found', 'member_exists', 'role_above_own'],
})

export const removeMemberByName = endpoint({
  id: 'removeMemberByName',
  method: 'DELETE',
  path: '/internal/namespaces/{name}/members/{user}',
  feature: 'members',
  summary: 'Remove a user from a namespace',
  access,
  params: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 64 }),
    user: Type.String({ minLength: 1, maxLength: 254 }),
  }),
  success: { status: 200, description: 'The namespace with its members', body: Namespace },
  errors: ['namespace_not_found', 'user_not_found', 'member_not_found', 'role_above_own'],
})

export const updateMemberByName = endpoint({
  id: 'updateMemberByName',
  method: 'PATCH',
  path: '/internal/namespaces/{name}/members/{user}',
  feature: 'members',
  summary: "Change a member's role",
  access,
  params: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 64 }),
    user: Type.String({ minLength: 1, maxLength: 254 }),
  }),
  body: Type.Object({ role: Role }),
  success: { status: 200, description: 'The namespace with its members', body: Namespace },
  errors: ['namespace_not_found', 'user_not_found', 'member_not_found', 'role_above_own'],
})

const keyByName = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  key: Type.String({ minLength: 1, maxLength: apiKey.name.max }),
})

export const createApiKeyFor = endpoint({
  id: 'createApiKeyFor',
  method: 'POST',
  path: '/internal/namespaces/{name}/api-keys',
  feature: 'api-keys',
  summary:
    'Create an API key in the name of a member, by default the owner; the reply is the only time that it is shown',
  access,
  params: byName,
  body: Type.Object({ ...createApiKey.body.properties, member: Type.Optional(login) }),
  success: createApiKey.success,
  errors: ['namespace_not_found', 'user_not_found', 'member_not_found', 'role_above_own', 'api_key_exists'],
})

export const updateApiKeyOf = endpoint({
  id: 'updateApiKeyOf',
  method: 'PATCH',
  path: '/internal/namespaces/{name}/api-keys/{key}',
  feature: 'api-keys',
  summary: 'Rename an API key or give it another role; only fields present change',
  access,
  params: keyByName,
  body: updateApiKey.body,
  success: { status: 200, description: 'Changed' },
  errors: ['namespace_not_found', 'api_key_not_found', 'role_above_own', 'api_key_exists'],
})

export const deleteApiKeyOf = endpoint({
  id: 'deleteApiKeyOf',
  method: 'DELETE',
  path: '/internal/namespaces/{name}/api-keys/{key}',
  feature: 'api-keys',
  summary: 'Remove an API key; it opens nothing from then on',
  access,
  params: keyByName,
  success: { status: 200, description: 'Gone' },
  errors: ['namespace_not_found', 'api_key_not_found'],
})

export const listPublicKeysOf = endpoint({
  id: 'listPublicKeysOf',
  method: 'GET',
  path: '/internal/namespaces/{name}/public-keys',
  feature: 'public-keys',
  summary: 'List the public keys of a namespace, oldest first',
  access,
  params: byName,
  query: Type.Object({ ...Paging }),
  success: { status: 200, description: 'Public keys', body: Type.Array(PublicKey), headers: TotalCount },
  errors: ['namespace_not_found'],
})

export const createPublicKeyFor = endpoint({
  id: 'createPublicKeyFor',
  method: 'POST',
  path: '/internal/namespaces/{name}/public-keys',
  feature: 'public-keys',
  summary: 'Register a public key in a namespace',
  access,
  params: byName,
  body: createPublicKey.body,
  success: { status: 200, description: 'The registered key', body: PublicKey },
  errors: ['namespace_not_found', 'unprocessable_public_key', 'public_key_exists', 'tag_not_found'],
})

export const deletePublicKeyOf = endpoint({
  id: 'deletePublicKeyOf',
  method: 'DELETE',
  path: '/internal/namespaces/{name}/public-keys/{fingerprint}',
  feature: 'public-keys',
  summary: 'Remove a public key from a namespace; it opens nothing any more',
  access,
  params: Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }), fingerprint: Fingerprint }),
  success: { status: 200, description: 'Gone' },
  errors: ['namespace_not_found', 'public_key_not_found'],
})
