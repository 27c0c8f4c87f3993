import { Type } from 'typebox'
import { TenantId, UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Email, Namespace, NamespaceName, Role, UserAuth } from '../entities.ts'
import { connectionAnnouncementChars } from '../limits.ts'
import { recordingPolicies } from '../recording-policies.ts'
import { namespaceProperties } from '../filters.ts'
import { Filter, OneOf, Paging, TotalCount } from '../schemas.ts'

const tenant = Type.Object({ tenant: TenantId })

export const listNamespaces = endpoint({
  id: 'listNamespaces',
  method: 'GET',
  path: '/api/namespaces',
  feature: 'namespaces',
  summary: 'List the namespaces the caller belongs to; to an API key, its own',
  access: { kind: 'user', apiKey: true },
  query: Type.Object({ filter: Filter(namespaceProperties), ...Paging }),
  success: { status: 200, description: 'Namespaces', body: Type.Array(Namespace), headers: TotalCount },
  errors: [],
})

export const createNamespace = endpoint({
  id: 'createNamespace',
  method: 'POST',
  path: '/api/namespaces',
  feature: 'namespaces',
  summary: 'Create a namespace that the caller owns',
  access: { kind: 'user' },
  body: Type.Object({
    name: NamespaceName,
    tenant: Type.Optional(TenantId),
    type: Type.Optional(OneOf(['personal', 'team'], 'Default: team')),
  }),
  success: { status: 200, description: 'The new namespace', body: Namespace },
  errors: ['namespace_quota_reached', 'namespace_name_taken'],
})

export const getNamespace = endpoint({
  id: 'getNamespace',
  method: 'GET',
  path: '/api/namespaces/{tenant}',
  feature: 'namespaces',
  summary: 'Get one namespace',
  access: { kind: 'user', apiKey: true },
  params: tenant,
  success: { status: 200, description: 'The namespace', body: Namespace },
  errors: ['namespace_not_found'],
})

export const updateNamespace = endpoint({
  id: 'updateNamespace',
  method: 'PUT',
  path: '/api/namespaces/{tenant}',
  feature: 'namespaces',
  summary: 'Change the name or the settings; only fields present change',
  access: { kind: 'member', permission: 'namespace:update', apiKey: true },
  params: tenant,
  body: Type.Object({
    name: Type.Optional(NamespaceName),
    settings: Type.Optional(
      Type.Object({
        session_record: Type.Optional(Type.Boolean({ description: 'On: best effort, unless the policy says more' })),
        session_record_policy: Type.Optional(OneOf(recordingPolicies, 'Of recording; wins over session_record')),
        connection_announcement: Type.Optional(Type.String({ maxLength: connectionAnnouncementChars })),
        allow_local_forwarding: Type.Optional(Type.Boolean()),
        allow_remote_forwarding: Type.Optional(Type.Boolean()),
        allow_socket_forwarding: Type.Optional(Type.Boolean()),
        allow_agent_forwarding: Type.Optional(Type.Boolean()),
        require_mfa: Type.Optional(
          Type.Boolean({ description: 'Changed by a user who signed in with a second factor, never by an API key' }),
        ),
      }),
    ),
  }),
  success: { status: 200, description: 'The changed namespace', body: Namespace },
  errors: ['namespace_not_found', 'namespace_name_taken', 'second_factor_needed'],
})

export const deleteNamespace = endpoint({
  id: 'deleteNamespace',
  method: 'DELETE',
  path: '/api/namespaces/{tenant}',
  feature: 'namespaces',
  summary: 'Delete a namespace and everything in it',
  access: { kind: 'member', permission: 'namespace:delete', apiKey: true },
  params: tenant,
  success: { status: 200, description: 'Gone' },
  errors: ['namespace_not_found', 'subscription_not_ended'],
})

export const addMember = endpoint({
  id: 'addMember',
  method: 'POST',
  path: '/api/namespaces/{tenant}/members',
  feature: 'members',
  summary: 'Add a user to the namespace',
  description:
    'Where members have to consent, an invitation is mailed and the member is pending until it is accepted; one that has ' +
    'run out is sent anew by adding them again. Elsewhere only users that there are can be added, and are members at once.',
  access: { kind: 'user' },
  params: tenant,
  body: Type.Object({ email: Email, role: Role }),
  success: { status: 200, description: 'The namespace with its members', body: Namespace },
  errors: [
    'forbidden',
    'role_above_own',
    'namespace_not_found',
    'user_not_found',
    'member_exists',
    'invite_limit',
    'mail_limit',
    'mail_queue_full',
  ],
})

export const leaveNamespace = endpoint({
  id: 'leaveNamespace',
  method: 'DELETE',
  path: '/api/namespaces/{tenant}/members',
  feature: 'members',
  summary: 'Leave a namespace; leaving the current one answers with a token for another',
  access: { kind: 'user' },
  params: tenant,
  success: { status: 200, description: 'Left', body: Type.Union([UserAuth, Type.Null()]) },
  errors: ['namespace_not_found', 'owner_cannot_leave'],
})

export const updateMember = endpoint({
  id: 'updateMember',
  method: 'PATCH',
  path: '/api/namespaces/{tenant}/members/{uid}',
  feature: 'members',
  summary: "Change a member's role",
  access: { kind: 'user' },
  params: Type.Object({ tenant: TenantId, uid: UserId }),
  body: Type.Object({ role: Role }),
  success: { status: 200, description: 'Changed' },
  errors: ['forbidden', 'role_above_own', 'namespace_not_found', 'member_not_found'],
})

export const removeMember = endpoint({
  id: 'removeMember',
  method: 'DELETE',
  path: '/api/namespaces/{tenant}/members/{uid}',
  feature: 'members',
  summary: 'Remove a member',
  access: { kind: 'user' },
  params: Type.Object({ tenant: TenantId, uid: UserId }),
  success: { status: 200, description: 'The namespace with its members', body: Namespace },
  errors: ['forbidden', 'role_above_own', 'namespace_not_found', 'member_not_found'],
})
