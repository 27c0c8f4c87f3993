// Multi-factor authentication (specification sections 4, 7 and 9). Calls beside those of the specification are ours: what is
// set up, and security keys.
import { type Static, Type } from 'typebox'
import { UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { UserAuth } from '../entities.ts'
import { mfa } from '../limits.ts'
import { Time } from '../schemas.ts'

const feature = 'mfa' as const

const OneTimeCode = Type.String({
  pattern: `^\\d{${mfa.codeDigits}}$`,
  description: `One-time code of ${mfa.codeDigits} digits (RFC 6238); good once`,
  examples: ['123456'],
})
/** Upper or lower case, as people type it. */
const RecoveryCode = Type.String({
  pattern: `^[A-Za-z2-7]{${mfa.recoveryCodeChars}}$`,
  description: `Recovery code of ${mfa.recoveryCodeChars} characters; good once`,
  examples: ['ABCDEFGHIJKLMNOP'],
})
/** Existing clients leave the one that they do not use empty. */
const OrEmpty = <S extends typeof OneTimeCode>(schema: S) => Type.Union([schema, Type.Literal('')])
const RecoveryCodes = Type.Array(RecoveryCode, {
  minItems: mfa.recoveryCodes,
  maxItems: mfa.recoveryCodes,
  examples: [
    [
      'ABCDEFGHIJKLMNOP',
      'BCDEFGHIJKLMNOPQ',
      'CDEFGHIJKLMNOPQR',
      'DEFGHIJKLMNOPQRS',
      'EFGHIJKLMNOPQRST',
      'FGHIJKLMNOPQRSTU',
    ],
  ],
})
const Secret = Type.String({
  pattern: '^[A-Z2-7]{32}$',
  description: '160 bits in base32, for an authenticator app',
  examples: ['ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'],
})
const MfaToken = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'From the header X-MFA-Token of the login',
  examples: ['0c6b8a4e-1d3f-4f0e-8c59-6b1a2d3e4f50'],
})
const Identifier = Type.String({
  minLength: 1,
  maxLength: 254,
  description: 'User name or e-mail address',
  examples: ['ana'],
})
const MailedCode = Type.String({
  minLength: mfa.mailedCodeChars,
  maxLength: mfa.mailedCodeChars,
  description: `${mfa.mailedCodeChars} characters`,
  examples: ['7KM3Q'],
})

const KeyId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,1400}$', description: 'Credential of the key, base64url', examples: ['dGhpcyBpcyBhIGtleQ'] })
export const SecurityKey = Type.Object({
  id: KeyId,
  name: Type.String({ description: 'What its owner calls it', examples: ['blue key'] }),
  created_at: Time,
  last_used_at: Time,
})
export type SecurityKey = Static<typeof SecurityKey>

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

const user = { kind: 'user' } as const
const anybody = { kind: 'public' } as const

export const authenticateMfa = endpoint({
  id: 'authenticateMfa',
  method: 'POST',
  path: '/api/user/mfa/auth',
  feature,
  summary: 'Complete a login with a one-time code',
  description: `The token is from the header \`X-MFA-Token\` of the login and lives ${mfa.tokenMinutes} minutes. Wrong codes count for the lockout like wrong passwords.`,
  access: anybody,
  body: Type.Object({ token: MfaToken, code: OneTimeCode }),
  success: { status: 200, description: 'Signed in', body: UserAuth },
  errors: ['mfa_token_unknown', 'wrong_code', 'account_locked'],
})

export const recoverMfa = endpoint({
  id: 'recoverMfa',
  method: 'POST',
  path: '/api/user/mfa/recover',
  feature,
  summary: 'Complete a login with a recovery code',
  description: `The password comes first: a login that waits for its second step, from the same address or named by its token, is completed. The code is used up; for ${mfa.recoveryMinutes} minutes it may still switch the second factor off.`,
  access: anybody,
  body: Type.Object({ identifier: Identifier, recovery_code: RecoveryCode, token: Type.Optional(MfaToken) }),
  success: {
    status: 200,
    description: 'Signed in',
    body: UserAuth,
    headers: Type.Object({
      'X-Expires-At': Type.String({
        description: 'Until when the code may switch the second factor off, in Unix seconds',
      }),
    }),
  },
  errors: ['second_factor_refused', 'account_locked'],
})

export const requestMfaReset = endpoint({
  id: 'requestMfaReset',
  method: 'POST',
  path: '/api/user/mfa/reset',
  feature,
  summary: 'Have two codes mailed that together switch the second factor off',
  description:
    'One goes to the e-mail address, one to the recovery address. As with a recovery code the password comes first; the answer is the same for users that do not exist.',
  access: anybody,
  body: Type.Object({ identifier: Identifier, token: Type.Optional(MfaToken) }),
  success: { status: 200, description: 'Sent, if there was a login to complete' },
  errors: [],
})

export const resetMfa = endpoint({
  id: 'resetMfa',
  method: 'PUT',
  path: '/api/user/mfa/reset/{id}',
  feature,
  summary: 'Switch the second factor off with both mailed codes, and sign in',
  access: anybody,
  params: Type.Object({ id: UserId }),
  body: Type.Object({ main_email_code: MailedCode, recovery_email_code: MailedCode }),
  success: { status: 200, description: 'Signed in; every earlier token of the user is revoked', body: UserAuth },
  errors: ['user_not_found', 'wrong_reset_codes', 'account_locked'],
})

export const getMfa = endpoint({
  id: 'getMfa',
  method: 'GET',
  path: '/api/user/mfa',
  feature,
  summary: 'What of a second factor the signed-in user has',
  access: user,
  success: {
    status: 200,
    description: 'What there is',
    body: Type.Object({
      enabled: Type.Boolean(),
      enabled_at: Time,
      recovery_codes_left: Type.Integer({ minimum: 0, examples: [6] }),
      keys: Type.Array(SecurityKey),
    }),
  },
  errors: [],
})

export const generateMfa = endpoint({
  id: 'generateMfa',
  method: 'GET',
  path: '/api/user/mfa/generate',
  feature,
  summary: 'Make a secret and recovery codes, to be enabled with a first code',
  description: `They are shown this once and can be enabled for ${mfa.enrolmentMinutes} minutes.`,
  access: user,
  success: {
    status: 200,
    description: 'Nothing is switched on yet',
    body: Type.Object({
      link: Type.String({
        description: 'otpauth URI, to be shown as a QR code',
        examples: ['otpauth://totp/Sshore:ana?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Sshore'],
      }),
      secret: Secret,
      recovery_codes: RecoveryCodes,
    }),
  },
  errors: ['mfa_on', 'recovery_email_missing'],
})

export const enableMfa = endpoint({
  id: 'enableMfa',
  method: 'PUT',
  path: '/api/user/mfa/enable',
  feature,
  summary: 'Switch the second factor on: the code shows that the authenticator works',
  description: 'Secret and recovery codes are those that were generated. Tokens and API keys that are there stay good.',
  access: user,
  body: Type.Object({ code: OneTimeCode, secret: Secret, recovery_codes: RecoveryCodes }),
  success: { status: 200, description: 'On' },
  errors: ['mfa_on', 'recovery_email_missing', 'wrong_code', 'enrolment_unknown'],
})

export const disableMfa = endpoint({
  id: 'disableMfa',
  method: 'PUT',
  path: '/api/user/mfa/disable',
  feature,
  summary: 'Switch the second factor off, with a one-time code or a recovery code',
  access: user,
  body: Type.Object({
    code: Type.Optional(OrEmpty(OneTimeCode)),
    recovery_code: Type.Optional(OrEmpty(RecoveryCode)),
  }),
  success: { status: 200, description: 'Off; security keys, recovery codes and secret are gone' },
  errors: ['mfa_off', 'second_factor_refused', 'account_locked'],
})

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
  errors: ['mfa_off', 'security_key_limit', 'security_keys_unavailable'],
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
  errors: ['security_key_not_found'],
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
