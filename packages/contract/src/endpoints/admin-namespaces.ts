// Namespaces of the server, and the server as a whole, for its administrators.
import { Type } from 'typebox'
import { TenantId, UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Namespace, NamespaceName, NamespaceSettings, Stats } from '../entities.ts'
import { namespaceProperties } from '../filters.ts'
import { Filter, OneOf, OrderBy, Paging, TotalCount } from '../schemas.ts'
import { auditProperties } from '../filters.ts'
import { AuditEntry } from './audit.ts'
import { MaxDevices } from './internal-namespaces.ts'

const feature = 'admin' as const
const access = { kind: 'administrator' } as const
const byTenant = Type.Object({ tenant: TenantId })

export const adminListNamespaces = endpoint({
  id: 'adminListNamespaces',
  method: 'GET',
  path: '/admin/api/namespaces',
  feature,
  summary: 'List the namespaces of the server by name',
  access,
  query: Type.Object({ filter: Filter(namespaceProperties), ...Paging }),
  success: { status: 200, description: 'Namespaces', body: Type.Array(Namespace), headers: TotalCount },
  errors: [],
})

export const adminGetNamespace = endpoint({
  id: 'adminGetNamespace',
  method: 'GET',
  path: '/admin/api/namespaces/{tenant}',
  feature,
  summary: 'Get one namespace',
  access,
  params: byTenant,
  success: { status: 200, description: 'The namespace', body: Namespace },
  errors: ['namespace_not_found'],
})

export const adminCreateNamespace = endpoint({
  id: 'adminCreateNamespace',
  method: 'POST',
  path: '/admin/api/namespaces/{tenant}',
  feature,
  summary: 'Create a namespace of this identifier, beyond any quota',
  access,
  params: byTenant,
  body: Type.Object({
    name: NamespaceName,
    owner: Type.Optional(UserId),
    type: Type.Optional(OneOf(['personal', 'team'], 'Default: team')),
  }),
  success: { status: 200, description: 'The namespace; without `owner` it is who calls', body: Namespace },
  errors: ['namespace_name_taken', 'user_not_found'],
})

export const adminUpdateNamespace = endpoint({
  id: 'adminUpdateNamespace',
  method: 'PUT',
  path: '/admin/api/namespaces-update/{tenant}',
  feature,
  summary: 'Change a namespace, its limit and its owner; only fields present change',
  access,
  params: byTenant,
  body: Type.Object({
    name: Type.Optional(NamespaceName),
    max_devices: Type.Optional(MaxDevices),
    settings: Type.Optional(Type.Partial(NamespaceSettings)),
    owner: Type.Optional(UserId),
  }),
  success: { status: 200, description: 'The namespace', body: Namespace },
  errors: ['namespace_not_found', 'namespace_name_taken', 'user_not_found'],
})

export const adminDeleteNamespace = endpoint({
  id: 'adminDeleteNamespace',
  method: 'DELETE',
  path: '/admin/api/namespaces/{tenant}',
  feature,
  summary: 'Delete a namespace and everything in it',
  access,
  params: byTenant,
  success: { status: 200, description: 'Gone' },
  errors: ['namespace_not_found', 'subscription_not_ended'],
})

export const adminExportNamespaces = endpoint({
  id: 'adminExportNamespaces',
  method: 'GET',
  path: '/admin/api/export/namespaces',
  feature,
  summary: 'All namespaces of the server with their members, one JSON object a line',
  access,
  success: { status: 200, description: 'Namespaces, line by line', body: Namespace, stream: 'application/x-ndjson' },
  errors: [],
})

export const adminGetStats = endpoint({
  id: 'adminGetStats',
  method: 'GET',
  path: '/admin/api/stats',
  feature,
  summary: 'Count users, namespaces, devices and sessions of the server',
  access,
  success: {
    status: 200,
    description: 'The counts',
    body: Type.Object({
      ...Stats.properties,
      registered_users: Type.Integer(),
      registered_namespaces: Type.Integer(),
    }),
  },
  errors: [],
})

export const adminListAudit = endpoint({
  id: 'adminListAudit',
  method: 'GET',
  path: '/admin/api/audit',
  feature,
  summary: 'List what was done to the server, or in a namespace; newest first unless told otherwise',
  access,
  query: Type.Object({
    tenant_id: Type.Optional(TenantId),
    filter: Filter(auditProperties),
    ...Paging,
    order_by: OrderBy,
  }),
  success: { status: 200, description: 'Entries', body: Type.Array(AuditEntry), headers: TotalCount },
  errors: ['namespace_not_found'],
})
