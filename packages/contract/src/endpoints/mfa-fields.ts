// Fields that calls of multi-factor authentication share.
import { type Static, Type } from 'typebox'
import { mfa } from '../limits.ts'
import { Time } from '../schemas.ts'

export const OneTimeCode = Type.String({
  pattern: `^\\d{${mfa.codeDigits}}$`,
  description: `One-time code of ${mfa.codeDigits} digits (RFC 6238); good once`,
  examples: ['123456'],
})
export const MfaToken = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'From the header X-MFA-Token of the login',
  examples: ['0c6b8a4e-1d3f-4f0e-8c59-6b1a2d3e4f50'],
})

export const KeyId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,1400}$',
  description: 'Credential of the key, base64url',
  examples: ['dGhpcyBpcyBhIGtleQ'],
})
export const SecurityKey = Type.Object({
  id: KeyId,
  name: Type.String({ description: 'What its owner calls it', examples: ['blue key'] }),
  created_at: Time,
  last_used_at: Time,
})
export type SecurityKey = Static<typeof SecurityKey>
