// What `sshore namespace` asks the server on the server's own machine.
import { Type } from 'typebox'
import { TenantId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Namespace, NamespaceName, NamespaceSettings } from '../entities.ts'
import { maxDevicesDefault, unlimited } from '../limits.ts'
import { OneOf, Paging, TotalCount } from '../schemas.ts'

const access = { kind: 'internal', by: 'command-line' } as const

const byName = Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) })
const login = Type.String({ minLength: 1, maxLength: 254, description: 'User name or e-mail address' })
/** Section 9: at least 3; -1 is unlimited. */
export const MaxDevices = Type.Union([
  Type.Literal(unlimited),
  Type.Integer({ minimum: maxDevicesDefault, maximum: 1_000_000, description: '-1 unlimited' }),
])

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
    owner: login,
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
  errors: ['namespace_not_found', 'subscription_not_ended'],
})
