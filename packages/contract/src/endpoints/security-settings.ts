// The older spelling of one setting of the namespace.
import { Type } from 'typebox'
import { TenantId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'

export const getSecuritySettings = endpoint({
  id: 'getSecuritySettings',
  method: 'GET',
  path: '/api/users/security',
  feature: 'security-settings',
  summary: 'Tell whether sessions of the namespace are recorded',
  access: { kind: 'member', apiKey: true },
  success: { status: 200, description: 'Whether they are', body: Type.Boolean() },
  errors: ['namespace_not_found'],
})

export const updateSecuritySettings = endpoint({
  id: 'updateSecuritySettings',
  method: 'PUT',
  path: '/api/users/security/{tenant}',
  feature: 'security-settings',
  summary: 'Switch the recording of sessions of the namespace on or off',
  access: { kind: 'member', permission: 'namespace:update', apiKey: true },
  params: Type.Object({ tenant: TenantId }),
  body: Type.Object({ session_record: Type.Optional(Type.Boolean({ description: 'Absent: off' })) }),
  success: { status: 200, description: 'Set' },
  errors: ['namespace_not_found'],
})
