import { Type } from 'typebox'
import { TenantId, UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { ApiKey, ApiKeyName, Role } from '../entities.ts'
import { apiKey } from '../limits.ts'
import { OrderBy, Paging, SortBy, Time, TotalCount } from '../schemas.ts'
import { apiKeyColumns } from '../filters.ts'

export const createApiKey = endpoint({
  id: 'createApiKey',
  method: 'POST',
  path: '/api/namespaces/api-key',
  feature: 'api-keys',
  summary: 'Create an API key; the reply is the only time that it is shown',
  description:
    'Send it as `X-API-KEY`. It never has more than the present role of its creator and dies with their membership.',
  access: { kind: 'member', permission: 'api-key:create', apiKey: false },
  body: Type.Object({
    name: ApiKeyName,
    expires_at: Type.Unsafe<(typeof apiKey.expiryDays)[number]>(
      Type.Integer({ enum: [...apiKey.expiryDays], description: 'Days until it expires; -1: never', examples: [30] }),
    ),
    role: Type.Optional(Role),
    key: Type.Optional(
      Type.String({ pattern: apiKey.pattern, description: 'A UUID chosen by the caller; absent: a random one' }),
    ),
  }),
  success: {
    status: 200,
    description: 'The key, as `id`',
    body: Type.Object({
      id: Type.String({ description: 'The key itself', examples: ['2b1a0d7e-9c44-4f0a-8a0b-7d6c5b4a3f21'] }),
      name: Type.String({ examples: ['deploy'] }),
      tenant_id: TenantId,
      created_by: UserId,
      user_id: UserId,
      role: Role,
      expires_in: Type.Integer({ description: 'Unix seconds; -1: never', examples: [1_751_328_000] }),
      created_at: Time,
      updated_at: Time,
    }),
  },
  errors: ['only_themselves', 'role_above_own', 'api_key_exists'],
})

export const listApiKeys = endpoint({
  id: 'listApiKeys',
  method: 'GET',
  path: '/api/namespaces/api-key',
  feature: 'api-keys',
  summary: 'List the API keys of the namespace, without the keys themselves',
  access: { kind: 'member', apiKey: true },
  query: Type.Object({ ...Paging, sort_by: SortBy(apiKeyColumns, 'expires_in'), order_by: OrderBy }),
  success: { status: 200, description: 'API keys', body: Type.Array(ApiKey), headers: TotalCount },
  errors: [],
})

const byName = Type.Object({ key: Type.String({ minLength: 1, maxLength: 64, description: 'Name of the key' }) })

export const updateApiKey = endpoint({
  id: 'updateApiKey',
  method: 'PATCH',
  path: '/api/namespaces/api-key/{key}',
  feature: 'api-keys',
  summary: 'Rename an API key or give it another role; only fields present change',
  access: { kind: 'member', permission: 'api-key:update', apiKey: false },
  params: byName,
  body: Type.Object({ name: Type.Optional(ApiKeyName), role: Type.Optional(Role) }),
  success: { status: 200, description: 'Changed' },
  errors: ['api_key_not_found', 'role_above_own', 'api_key_exists'],
})

export const deleteApiKey = endpoint({
  id: 'deleteApiKey',
  method: 'DELETE',
  path: '/api/namespaces/api-key/{key}',
  feature: 'api-keys',
  summary: 'Remove an API key; it opens nothing from then on',
  access: { kind: 'member', permission: 'api-key:remove', apiKey: false },
  params: byName,
  success: { status: 200, description: 'Gone' },
  errors: ['api_key_not_found', 'role_above_own'],
})
