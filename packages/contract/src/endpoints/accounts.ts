// Accounts that people make and look after themselves, by mail.
import { Type } from 'typebox'
import { UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Email, Password, UserName, Username } from '../entities.ts'
import { accounts } from '../limits.ts'

const feature = 'accounts' as const
const access = { kind: 'public' } as const

const Secret = (description: string) => Type.String({ minLength: 1, maxLength: 64, description })

export const registerUser = endpoint({
  id: 'registerUser',
  method: 'POST',
  path: '/api/register',
  feature,
  summary: 'Register an account; its address is confirmed by a link that is mailed to it',
  description:
    'With the signature of an invitation that was mailed to this address nothing is left to confirm. Invalid and ' +
    'conflicting fields are answered as a list of names.',
  access,
  body: Type.Object({
    name: UserName,
    email: Email,
    username: Username,
    password: Password,
    email_marketing: Type.Boolean({ description: 'Whether news may be sent to the address' }),
    sig: Type.Optional(
      Type.String({ maxLength: 64, description: 'Of the invitation that led here; absent or empty: none' }),
    ),
  }),
  success: { status: 200, description: 'Registered' },
  errors: [
    'user_exists',
    'invite_not_found',
    'registration_closed',
    'local_authentication_disabled',
    'too_many_requests',
    'mail_queue_full',
  ],
  bareFieldLists: true,
})

export const resendConfirmation = endpoint({
  id: 'resendConfirmation',
  method: 'POST',
  path: '/api/user/resend_email',
  feature,
  summary: 'Ask for the confirmation mail once more; the answer is the same whether or not there is such an account',
  access,
  body: Type.Object({
    username: Type.String({
      minLength: accounts.resendUsername.min,
      maxLength: accounts.resendUsername.max,
      description: 'User name or e-mail address',
    }),
  }),
  success: { status: 200, description: 'Taken down' },
  errors: ['local_authentication_disabled', 'too_many_requests'],
})

export const confirmAccount = endpoint({
  id: 'confirmAccount',
  method: 'GET',
  path: '/api/user/validation_account',
  feature,
  summary: 'Confirm the address of an account, by what was mailed to it',
  access,
  query: Type.Object({ email: Email, token: Secret('From the mailed link') }),
  success: { status: 200, description: 'Confirmed' },
  errors: ['confirmation_not_found'],
})

export const recoverPassword = endpoint({
  id: 'recoverPassword',
  method: 'POST',
  path: '/api/user/recover_password',
  feature,
  summary:
    'Ask for a mail that leads to a new password; the answer is the same whether or not there is such an account',
  description: 'Nothing is mailed within 72 hours after users changed their own address.',
  access,
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 254, description: 'User name or e-mail address' }),
  }),
  success: { status: 200, description: 'Taken down' },
  errors: ['local_authentication_disabled', 'too_many_requests'],
})

export const setRecoveredPassword = endpoint({
  id: 'setRecoveredPassword',
  method: 'POST',
  path: '/api/user/{uid}/update_password',
  feature,
  summary: 'Set a new password by a mailed link, once; every token of the user is revoked',
  description: 'An address that was not confirmed yet is confirmed by this.',
  access,
  params: Type.Object({ uid: UserId }),
  body: Type.Object({ password: Password, token: Secret('From the mailed link') }),
  success: { status: 200, description: 'Set' },
  errors: ['recovery_link_unknown', 'local_authentication_disabled'],
})

export const deleteOwnAccount = endpoint({
  id: 'deleteOwnAccount',
  method: 'DELETE',
  path: '/api/user',
  feature: 'account-removal',
  summary: 'Delete the signed-in user with all memberships; refused to owners of namespaces',
  access: { kind: 'user' },
  success: { status: 204, description: 'Gone' },
  errors: ['only_themselves', 'owner_cannot_be_removed'],
})
