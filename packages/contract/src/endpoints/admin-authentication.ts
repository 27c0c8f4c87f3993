// How people sign in to the server, for its administrators.
import { Type } from 'typebox'
import { UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { saml } from '../limits.ts'
import { Nullable, OneOf, Time } from '../schemas.ts'
import { SamlMappings, SamlProvider } from './saml.ts'

const feature = 'saml' as const
const access = { kind: 'administrator' } as const
const byId = Type.Object({ id: UserId })

const Certificate = Type.String({
  examples: ['-----BEGIN CERTIFICATE-----\nMIIC…\n-----END CERTIFICATE-----\n'],
  minLength: 1,
  maxLength: 16_384,
  description: 'X.509 with an RSA key, PEM or base64',
})
const SamlIdentity = Type.Object({
  entity_id: Type.String({ description: 'Of the identity provider' }),
  name_id: Type.String({ description: 'Who the user is there' }),
  created_at: Time,
  last_login: Time,
})

const ProviderChoices = Type.Object({
  metadata_url: Type.Optional(
    Type.String({ maxLength: 2048, description: 'HTTPS, or of this machine; empty: by hand from now on' }),
  ),
  entity_id: Type.Optional(Type.String({ maxLength: saml.nameChars })),
  signon_url: Type.Optional(Type.String({ maxLength: 2048, description: 'Takes the HTTP-Redirect binding' })),
  certificate: Type.Optional(Certificate),
  certificates: Type.Optional(
    Type.Array(Certificate, { minItems: 1, maxItems: saml.certificatesMost, description: 'Of several keys' }),
  ),
  mappings: Type.Optional(Type.Partial(SamlMappings)),
})

export const adminGetAuthentication = endpoint({
  id: 'adminGetAuthentication',
  method: 'GET',
  path: '/admin/api/authentication',
  feature,
  summary: 'Tell how people sign in, and what an identity provider has to know of this server',
  access,
  success: {
    status: 200,
    description: 'The ways to sign in',
    body: Type.Object({
      local: Type.Object({ enabled: Type.Boolean() }),
      saml: Type.Object({
        enabled: Type.Boolean(),
        auth_url: Type.String({ description: 'Where it begins; empty while SSHORE_PUBLIC_URL is not set' }),
        assertion_url: Type.String({ description: 'Where assertions are taken' }),
        metadata_url: Type.String({ description: 'Metadata of this server, and its entity identifier' }),
        create_users: Type.Boolean({ description: 'Whether somebody unknown gets an account' }),
        idp: Nullable(SamlProvider),
        sp: Type.Object({
          sign_requests: Type.Boolean(),
          certificate: Type.String({ description: 'PEM; of the key that signs requests. Empty as the addresses' }),
        }),
      }),
    }),
  },
  errors: [],
})

export const adminSetLocalAuthentication = endpoint({
  id: 'adminSetLocalAuthentication',
  method: 'PUT',
  path: '/admin/api/authentication/local',
  feature,
  summary: 'Switch signing in with a password on or off; one way to sign in stays on',
  access,
  body: Type.Object({ enable: Type.Boolean() }),
  success: { status: 200, description: 'Switched; who is signed in stays so' },
  errors: ['last_sign_in_method'],
})

export const adminSetSaml = endpoint({
  id: 'adminSetSaml',
  method: 'PUT',
  path: '/admin/api/authentication/saml',
  feature,
  summary: 'Name the identity provider, by the address of its metadata or by hand, and switch single sign-on',
  description:
    'Only fields present change. With `metadata_url` the rest of `idp`, but its mappings, is read from there.',
  access,
  body: Type.Object({
    enable: Type.Optional(Type.Boolean()),
    create_users: Type.Optional(Type.Boolean({ description: 'Default: true' })),
    idp: Type.Optional(ProviderChoices),
    sp: Type.Optional(Type.Object({ sign_requests: Type.Optional(Type.Boolean()) })),
  }),
  success: { status: 200, description: 'Set' },
  errors: ['saml_metadata', 'saml_no_public_url', 'saml_not_configured', 'last_sign_in_method'],
})

export const adminTrySaml = endpoint({
  id: 'adminTrySaml',
  method: 'POST',
  path: '/admin/api/authentication/saml/try',
  feature,
  summary: 'Read an identity provider as adminSetSaml would, and see whether it answers; nothing is set',
  description:
    'Addresses of HTTPS are asked, and those of this machine; the log of the server says who had them asked.',
  access,
  body: Type.Object({ idp: ProviderChoices }),
  success: {
    status: 200,
    description: 'What was found',
    body: Type.Object({
      entity_id: Type.String(),
      signon_url: Type.String(),
      certificates: Type.Array(Type.Object({ subject: Type.String(), valid_from: Time, valid_until: Time }), {
        description: 'By which assertions may be signed',
      }),
      status: Type.Integer({ minimum: 0, description: 'The HTTP status that it answered; 0 without an answer' }),
      reason: OneOf(
        ['answered', 'timeout', 'no_answer'],
        'What came of asking; browsers may reach what this server does not',
      ),
    }),
  },
  errors: ['saml_metadata'],
})

export const adminListSamlIdentities = endpoint({
  id: 'adminListSamlIdentities',
  method: 'GET',
  path: '/admin/api/users/{id}/saml',
  feature,
  summary: 'List who a user is to identity providers',
  access,
  params: byId,
  success: { status: 200, description: 'Identities', body: Type.Array(SamlIdentity) },
  errors: ['user_not_found'],
})

export const adminLinkSaml = endpoint({
  id: 'adminLinkSaml',
  method: 'POST',
  path: '/admin/api/users/{id}/saml',
  feature,
  summary: 'Say who a user is to the identity provider, for somebody who cannot prove it with a password',
  access,
  params: byId,
  body: Type.Object({
    name_id: Type.String({ minLength: 1, maxLength: saml.nameChars, examples: ['ana@example.org'] }),
  }),
  success: { status: 200, description: 'Linked' },
  errors: ['user_not_found', 'saml_not_configured', 'saml_identity_taken'],
})

export const adminUnlinkSaml = endpoint({
  id: 'adminUnlinkSaml',
  method: 'DELETE',
  path: '/admin/api/users/{id}/saml',
  feature,
  summary: 'Forget who a user is to identity providers; every token of the user is revoked',
  access,
  params: byId,
  success: { status: 200, description: 'Forgotten' },
  errors: ['user_not_found'],
})
