import { Type } from 'typebox'
import { TenantId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { UserAuth } from '../entities.ts'

export const login = endpoint({
  id: 'login',
  method: 'POST',
  path: '/api/login',
  aliases: ['/api/auth/user'],
  feature: 'authentication',
  summary: 'Sign in with user name (or e-mail address) and password',
  access: { kind: 'public' },
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 1024 }),
  }),
  success: {
    status: 200,
    description: 'Signed in',
    body: UserAuth,
    headers: Type.Object({
      'X-Account-Lockout': Type.String({ description: 'End of the lockout in Unix seconds; 0 for none' }),
      'X-MFA-Token': Type.String({ description: 'Set with status 401 when a second step is needed; else empty' }),
    }),
  },
  errors: [
    'invalid_credentials',
    'mfa_needed',
    'user_not_confirmed',
    'local_authentication_disabled',
    'account_locked',
  ],
})

export const getAuthUser = endpoint({
  id: 'getAuthUser',
  method: 'GET',
  path: '/api/auth/user',
  feature: 'authentication',
  summary: 'Describe the signed-in user, with a fresh token',
  access: { kind: 'user' },
  success: { status: 200, description: 'The user', body: UserAuth },
  errors: [],
})

export const switchNamespace = endpoint({
  id: 'switchNamespace',
  method: 'GET',
  path: '/api/auth/token/{tenant}',
  aliases: ['/api/token/{tenant}'],
  feature: 'authentication',
  summary: 'Switch to another namespace; it becomes the preferred one',
  access: { kind: 'user' },
  params: Type.Object({ tenant: TenantId }),
  success: { status: 200, description: 'A token bound to that namespace', body: UserAuth },
  errors: ['namespace_not_found'],
})

export const logout = endpoint({
  id: 'logout',
  method: 'POST',
  path: '/api/logout',
  feature: 'authentication',
  summary: 'Revoke every token of the signed-in user',
  access: { kind: 'user' },
  success: { status: 200, description: 'Signed out everywhere' },
  errors: [],
})

export const getSamlUrl = endpoint({
  id: 'getSamlUrl',
  method: 'GET',
  path: '/api/user/saml/auth',
  feature: 'authentication',
  summary: 'Where single sign-on begins',
  access: { kind: 'public' },
  query: Type.Object({
    challenge: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{43}$',
        description:
          'SHA-256 (base64url) of a text that the browser keeps: nobody else can use what comes back. Always send one',
        examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
      }),
    ),
  }),
  success: {
    status: 200,
    description: 'The address to open in the browser',
    body: Type.Object({ url: Type.String({ examples: ['https://idp.example.org/sso?SAMLRequest=…'] }) }),
  },
  errors: ['saml_absent'],
})
