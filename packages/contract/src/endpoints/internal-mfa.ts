// What the gateway and `sshore user mfa` ask the server of second factors.
import { type Static, Type } from 'typebox'
import { DeviceUid, SessionUid, TenantId, UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'

const feature = 'mfa' as const
const access = { kind: 'internal' } as const

export const findSecondFactor = endpoint({
  id: 'findSecondFactor',
  method: 'POST',
  path: '/internal/mfa/question',
  feature,
  summary: 'Tell whether a member, known by what they proved first, can be asked for a one-time code',
  access,
  body: Type.Object({ tenant_id: TenantId, user_id: UserId }),
  success: {
    status: 200,
    description: 'Whom to ask',
    body: Type.Object({ enabled: Type.Boolean(), username: Type.String() }),
  },
  errors: [],
})

export const SecondFactorAnswer = Type.Union([
  Type.Object({ outcome: Type.Literal('right'), username: Type.String() }),
  Type.Object({ outcome: Type.Literal('wrong') }),
  Type.Object({ outcome: Type.Literal('locked'), wait_seconds: Type.Integer() }),
])
export type SecondFactorAnswer = Static<typeof SecondFactorAnswer>

export const checkSecondFactor = endpoint({
  id: 'checkSecondFactor',
  method: 'POST',
  path: '/internal/mfa/answer',
  feature,
  summary: 'Check a one-time code that a member typed at the gateway; wrong ones count for the lockout',
  access,
  body: Type.Object({
    tenant_id: TenantId,
    device_uid: DeviceUid,
    session_uid: SessionUid,
    identifier: Type.String({ maxLength: 1024, description: 'User name or e-mail address, as it was typed' }),
    user_id: Type.Optional(UserId),
    code: Type.String({ maxLength: 1024, description: 'As it was typed' }),
    ip_address: Type.String({ maxLength: 64 }),
  }),
  success: { status: 200, description: 'The verdict; no code is right twice', body: SecondFactorAnswer },
  errors: [],
})

export const disableMfaOf = endpoint({
  id: 'disableMfaOf',
  method: 'POST',
  path: '/internal/users/{username}/mfa/disable',
  feature,
  summary: 'Switch the second factor of a user off, for somebody who has lost it; every token is revoked',
  access: { kind: 'internal', by: 'command-line' },
  params: Type.Object({ username: Type.String({ minLength: 1, maxLength: 254 }) }),
  success: { status: 200, description: 'Off' },
  errors: ['user_not_found', 'mfa_off'],
})
