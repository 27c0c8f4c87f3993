// How a namespace makes itself known to whoever gives support.
import { Type } from 'typebox'
import { TenantId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'

export const getSupportIdentifier = endpoint({
  id: 'getSupportIdentifier',
  method: 'GET',
  path: '/api/namespaces/{tenant}/support',
  feature: 'support',
  summary: 'The identifier by which a support desk can be sure that it talks with this namespace',
  description:
    'HMAC-SHA-256 of the identifier of the namespace, under the key that the server shares with its support desk ' +
    '(SSHORE_SUPPORT_KEY), or under one of its own.',
  access: { kind: 'member', apiKey: true },
  params: Type.Object({ tenant: TenantId }),
  success: {
    status: 200,
    description: 'The identifier',
    body: Type.Object({ identifier: Type.String({ pattern: '^[0-9a-f]{64}$', description: '64 hex digits' }) }),
  },
  errors: ['namespace_not_found', 'subscription_required'],
})
