// Single sign-on: what browsers, identity providers and the console ask of a SAML service provider.
import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { UserAuth } from '../entities.ts'
import { saml } from '../limits.ts'

const feature = 'saml' as const

const Ticket = Type.String({
  minLength: 1,
  maxLength: saml.ticketChars,
  description: 'From the address that the browser was sent to; good once, for minutes',
})
const Verifier = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'The text whose SHA-256 (base64url) was the challenge; needed where there was one',
  }),
)

/** Names of attributes are compared without regard to case. */
export const SamlMappings = Type.Object({
  email: Type.String({ maxLength: saml.nameChars, description: 'Attribute of the e-mail address; empty: usual names' }),
  name: Type.String({ maxLength: saml.nameChars, description: 'Attribute of the name to show; empty: usual names' }),
})

/** An identity provider. */
export const SamlProvider = Type.Object({
  metadata_url: Type.String({ description: 'Where its metadata is read again each day; empty: given by hand' }),
  entity_id: Type.String({ examples: ['https://idp.example.org/metadata'] }),
  signon_url: Type.String({ examples: ['https://idp.example.org/sso'] }),
  certificates: Type.Array(Type.String(), { description: 'PEM; an assertion is signed by one of them' }),
  mappings: SamlMappings,
})
export type SamlProvider = Static<typeof SamlProvider>

const page =
  'The page of the console: with `saml` for a ticket, `saml_link` for one that needs the proof of an account, '

export const getSamlMetadata = endpoint({
  id: 'getSamlMetadata',
  method: 'GET',
  path: '/api/user/saml/metadata',
  feature,
  summary: 'Describe this server to an identity provider (SAML 2.0 metadata)',
  access: { kind: 'public' },
  success: {
    status: 200,
    description: 'The document',
    body: Type.String({
      examples: ['<EntityDescriptor entityID="https://sshore.example.org/api/user/saml/metadata">'],
    }),
    stream: 'application/samlmetadata+xml',
  },
  errors: ['saml_absent'],
})

export const receiveSamlAssertion = endpoint({
  id: 'receiveSamlAssertion',
  method: 'POST',
  path: '/api/user/saml/auth',
  feature,
  summary: 'Take what the identity provider says of somebody (HTTP-POST binding), and send the browser on',
  access: { kind: 'public' },
  form: true,
  body: Type.Object({
    SAMLResponse: Type.String({ minLength: 1, maxLength: saml.responseChars, examples: ['PHNhbWxwOlJlc3BvbnNl…'] }),
    RelayState: Type.Optional(Type.String({ maxLength: 1024, description: 'Not used' })),
  }),
  success: {
    status: 303,
    description: 'Sent on',
    headers: Type.Object({
      Location: Type.String({
        description: `${page}\`missing_assertions\` for attributes that were not there, \`saml_error\` for a code of failure`,
      }),
    }),
  },
  errors: ['saml_absent'],
})

export const redeemSamlTicket = endpoint({
  id: 'redeemSamlTicket',
  method: 'POST',
  path: '/api/user/saml/token',
  feature,
  summary: 'Sign in with the ticket that a browser came back with',
  access: { kind: 'public' },
  body: Type.Object({ ticket: Ticket, verifier: Verifier }),
  success: { status: 200, description: 'Signed in', body: UserAuth },
  errors: ['saml_absent', 'saml_ticket', 'mfa_needed'],
})

export const linkSamlIdentity = endpoint({
  id: 'linkSamlIdentity',
  method: 'POST',
  path: '/api/user/saml/link',
  feature,
  summary: 'Let who somebody is to the identity provider be the signed-in user, who proves it with the password',
  access: { kind: 'user' },
  body: Type.Object({
    ticket: Ticket,
    verifier: Verifier,
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'Of the signed-in user' }),
  }),
  success: { status: 200, description: 'Linked; single sign-on leads to this account from now on' },
  errors: ['saml_absent', 'saml_ticket', 'saml_identity_taken', 'wrong_current_password', 'account_locked'],
})
