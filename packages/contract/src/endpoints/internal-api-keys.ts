// What `sshore api-key` asks the server on the server's own machine.
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { apiKey } from '../limits.ts'
import { createApiKey, updateApiKey } from './api-keys.ts'

const access = { kind: 'internal', by: 'command-line' } as const

const login = Type.String({ minLength: 1, maxLength: 254, description: 'User name or e-mail address' })
const name = Type.String({ minLength: 1, maxLength: 64 })
const keyByName = Type.Object({ name, key: Type.String({ minLength: 1, maxLength: apiKey.name.max }) })

export const createApiKeyFor = endpoint({
  id: 'createApiKeyFor',
  method: 'POST',
  path: '/internal/namespaces/{name}/api-keys',
  feature: 'api-keys',
  summary:
    'Create an API key in the name of a member, by default the owner; the reply is the only time that it is shown',
  access,
  params: Type.Object({ name }),
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
