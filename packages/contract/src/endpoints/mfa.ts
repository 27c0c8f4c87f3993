// Multi-factor authentication (specification sections 4, 7 and 9).
import { Type } from 'typebox'
import { UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { UserAuth } from '../entities.ts'
import { mfa } from '../limits.ts'
import { Time } from '../schemas.ts'
import { MfaToken, OneTimeCode, SecurityKey } from './mfa-fields.ts'

const feature = 'mfa' as const

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
    'One goes to the e-mail address, one to the recovery address. As with a recovery code the password comes first; the answer is the same for users that do not exist. Nothing is mailed within 72 hours after either address was changed.',
  access: anybody,
  body: Type.Object({ identifier: Identifier, token: Type.Optional(MfaToken) }),
  success: { status: 200, description: 'Sent, if there was a login to complete' },
  errors: ['mail_limit', 'mail_queue_full'],
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
  errors: ['only_themselves', 'mfa_on', 'recovery_email_missing'],
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
  errors: ['only_themselves', 'mfa_on', 'recovery_email_missing', 'wrong_code', 'enrolment_unknown'],
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
  errors: ['only_themselves', 'mfa_off', 'second_factor_refused', 'account_locked'],
})
