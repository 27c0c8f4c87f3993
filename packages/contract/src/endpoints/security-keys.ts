// Security keys as second factor (WebAuthn). The calls are ours; the specification has none.
import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { UserAuth } from '../entities.ts'
import { mfa } from '../limits.ts'
import { KeyId, MfaToken, OneTimeCode, SecurityKey } from './mfa-fields.ts'

const feature = 'mfa' as const
const user = { kind: 'user' } as const
const anybody = { kind: 'public' } as const

/** PublicKeyCredentialCreationOptionsJSON and -RequestOptionsJSON (WebAuthn Level 3, section 5.1.8 and 5.1.9). */
const Options = Type.Record(Type.String(), Type.Unknown(), {
  description: 'For parseCreationOptionsFromJSON or parseRequestOptionsFromJSON of the browser',
  examples: [{ challenge: 'dGhpcyBpcyBhIGNoYWxsZW5nZQ', rpId: 'sshore.example.com', timeout: 60000 }],
})

const Base64Url = (chars: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: chars, examples: ['dGhpcyBpcyBhIGNoYWxsZW5nZQ'] })

/** RegistrationResponseJSON (WebAuthn Level 3, section 5.1.6). */
const KeyRegistration = Type.Object({
  id: KeyId,
  rawId: KeyId,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Base64Url(4096),
    attestationObject: Base64Url(65_536),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16, examples: [['usb']] })),
  }),
})
export type KeyRegistration = Static<typeof KeyRegistration>
/** AuthenticationResponseJSON (WebAuthn Level 3, section 5.1.6). */
const KeyAnswer = Type.Object({
  id: KeyId,
  rawId: KeyId,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Base64Url(4096),
    authenticatorData: Base64Url(8192),
    signature: Base64Url(8192),
    userHandle: Type.Optional(Base64Url(128)),
  }),
})
export type KeyAnswer = Static<typeof KeyAnswer>

export const offerSecurityKey = endpoint({
  id: 'offerSecurityKey',
  method: 'POST',
  path: '/api/user/mfa/keys/options',
  feature,
  summary: 'Begin to register a security key (WebAuthn)',
  access: user,
  success: {
    status: 200,
    description: 'What the browser asks the key',
    body: Type.Object({ token: MfaToken, options: Options }),
  },
  errors: ['only_themselves', 'mfa_off', 'security_key_limit', 'security_keys_unavailable'],
})

export const addSecurityKey = endpoint({
  id: 'addSecurityKey',
  method: 'POST',
  path: '/api/user/mfa/keys',
  feature,
  summary: 'Register a security key; a one-time code shows that it is no stranger who adds it',
  access: user,
  body: Type.Object({
    token: MfaToken,
    code: OneTimeCode,
    name: Type.String({
      minLength: 1,
      maxLength: mfa.keyNameChars,
      pattern: mfa.keyNamePattern,
      examples: ['blue key'],
    }),
    response: KeyRegistration,
  }),
  success: { status: 200, description: 'The key', body: SecurityKey },
  errors: [
    'only_themselves',
    'mfa_off',
    'mfa_token_unknown',
    'second_factor_refused',
    'account_locked',
    'security_key_refused',
    'security_key_exists',
    'security_key_limit',
  ],
})

export const removeSecurityKey = endpoint({
  id: 'removeSecurityKey',
  method: 'DELETE',
  path: '/api/user/mfa/keys/{id}',
  feature,
  summary: 'Remove a security key; one-time codes go on working',
  access: user,
  params: Type.Object({ id: KeyId }),
  success: { status: 200, description: 'Gone' },
  errors: ['only_themselves', 'security_key_not_found'],
})

export const challengeSecurityKey = endpoint({
  id: 'challengeSecurityKey',
  method: 'POST',
  path: '/api/user/mfa/auth/key/options',
  feature,
  summary: 'What the security keys of a login that waits for its second step are asked',
  access: anybody,
  body: Type.Object({ token: MfaToken }),
  success: { status: 200, description: 'For the browser', body: Type.Object({ options: Options }) },
  errors: ['mfa_token_unknown', 'security_key_not_found'],
})

export const authenticateSecurityKey = endpoint({
  id: 'authenticateSecurityKey',
  method: 'POST',
  path: '/api/user/mfa/auth/key',
  feature,
  summary: 'Complete a login with a security key in place of a one-time code',
  access: anybody,
  body: Type.Object({ token: MfaToken, response: KeyAnswer }),
  success: { status: 200, description: 'Signed in', body: UserAuth },
  errors: ['mfa_token_unknown', 'second_factor_refused', 'account_locked'],
})
