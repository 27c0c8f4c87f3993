// Whom a namespace trusts to certify user keys (OpenSSH's PROTOCOL.certkeys), and the certificates its own authority signs.
import { type Static, Type } from 'typebox'
import { Fingerprint, TenantId, UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { certificates } from '../limits.ts'
import { Paging, Time, TotalCount } from '../schemas.ts'

const controlFree = '^[^\\u0000-\\u001f\\u007f-\\u009f]+$'
const AuthorityName = Type.String({ minLength: 1, maxLength: 128, pattern: controlFree })
/** One login name on a device; a comma would divide it in two for ssh-keygen. */
const Principal = Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\s,\\u0000-\\u001f\\u007f-\\u009f]+$' })
const Principals = Type.Array(Principal, { maxItems: certificates.principalsMost, uniqueItems: true })
const Hours = Type.Integer({ minimum: 1, maximum: certificates.hoursMost })
export const CertificateSerial = Type.String({ pattern: '^(0|[1-9][0-9]{0,19})$', description: 'Unsigned, 64 bits' })

export const CertificateAuthority = Type.Object({
  fingerprint: Fingerprint,
  sha256: Type.String({ description: 'Fingerprint as OpenSSH shows it', examples: ['SHA256:…'] }),
  tenant_id: TenantId,
  name: Type.String(),
  data: Type.String({ description: 'Base64 of the public key line in OpenSSH form' }),
  own: Type.Boolean({ description: 'Whether this server holds the private key and can sign with it' }),
  signing: Type.Boolean({ description: 'Whether new certificates are signed by it: the newest own one' }),
  hours_most: Type.Integer({ description: 'The longest life of a certificate that it signs here' }),
  member_principals: Type.Array(Type.String(), {
    description: 'Login names that observers and operators may have certified for their own use',
  }),
  created_at: Time,
})
export type CertificateAuthority = Static<typeof CertificateAuthority>

export const IssuedCertificate = Type.Object({
  authority: Fingerprint,
  serial: CertificateSerial,
  key_id: Type.String(),
  user_id: UserId,
  username: Type.String({ description: 'Whom it was issued for' }),
  fingerprint: Type.Object({ md5: Fingerprint, sha256: Type.String() }, { description: 'Of the certified key' }),
  principals: Type.Array(Type.String()),
  source_addresses: Type.Array(Type.String()),
  valid_after: Time,
  valid_before: Time,
  revoked: Type.Boolean(),
  created_at: Time,
})
export type IssuedCertificate = Static<typeof IssuedCertificate>

export const NewCertificate = Type.Object({
  ...IssuedCertificate.properties,
  certificate: Type.String({ description: 'The line to keep as <key>-cert.pub' }),
})
export type NewCertificate = Static<typeof NewCertificate>

export const Revocation = Type.Object({
  serial: Type.String({ description: 'Empty when a key id was revoked' }),
  key_id: Type.String({ description: 'Empty when a serial was revoked' }),
  created_at: Time,
})
export type Revocation = Static<typeof Revocation>

const publicKeyLine = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFJbgqpVgBlggTkp6myMVTRNN3BQj6z2NCo02879WH9E ana'

const params = Type.Object({ fingerprint: Fingerprint })
const authorityRules = {
  hours_most: Type.Optional(Hours),
  member_principals: Type.Optional(Principals),
}
export const AuthorityChoices = Type.Object({
  name: AuthorityName,
  public_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 16384,
      description:
        "An authority's public key line, or base64 of it; without it the server makes an authority of its own",
      examples: [publicKeyLine],
    }),
  ),
  ...authorityRules,
})
export type AuthorityChoices = Static<typeof AuthorityChoices>
export const AuthorityEdit = Type.Object({ name: Type.Optional(AuthorityName), ...authorityRules })
export type AuthorityEdit = Static<typeof AuthorityEdit>

const request = {
  public_key: Type.String({
    minLength: 1,
    maxLength: 16384,
    description: 'The key to certify: its line, or base64 of it',
    examples: [publicKeyLine],
  }),
  principals: Type.Array(Principal, { minItems: 1, maxItems: certificates.principalsMost, uniqueItems: true }),
  hours: Type.Optional(Hours),
  source_addresses: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: certificates.sourceAddressesMost,
      uniqueItems: true,
      description: 'Addresses or networks it may be used from; none: from anywhere',
    }),
  ),
  key_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, pattern: controlFree, description: 'Default: the user name' }),
  ),
  force_command: Type.Optional(Type.String({ minLength: 1, maxLength: 4096, pattern: controlFree })),
  verify_required: Type.Optional(
    Type.Boolean({ description: 'A security key has to ask for its PIN or a fingerprint' }),
  ),
  terminal: Type.Optional(Type.Boolean({ description: 'Default: true' })),
  port_forwarding: Type.Optional(Type.Boolean({ description: 'Default: true' })),
  agent_forwarding: Type.Optional(Type.Boolean({ description: 'Default: true' })),
}
export const CertificateRequest = Type.Object({
  ...request,
  /** The member it is for; the caller when it is absent. */
  user_id: Type.Optional(UserId),
})
export type CertificateRequest = Static<typeof CertificateRequest>
/** The same with the member by name, as the command line has it. */
export const CertificateRequestByName = Type.Object({
  ...request,
  user: Type.String({ minLength: 1, maxLength: 254, description: 'User name or e-mail address of a member' }),
})

/** Exactly one of the two. */
export const RevocationRequest = Type.Union([
  Type.Object({ serial: CertificateSerial }),
  Type.Object({ key_id: Type.String({ minLength: 1, maxLength: certificates.keyIdCharsMost }) }),
])
export type RevocationRequest = Static<typeof RevocationRequest>

const authorities = Type.Array(CertificateAuthority)

export const listCertificateAuthorities = endpoint({
  id: 'listCertificateAuthorities',
  method: 'GET',
  path: '/api/certificate-authorities',
  feature: 'certificate-authority',
  summary: 'List the certificate authorities that the namespace trusts, newest first',
  access: { kind: 'member', apiKey: true },
  success: { status: 200, description: 'Authorities', body: authorities },
  errors: [],
})

export const createCertificateAuthority = endpoint({
  id: 'createCertificateAuthority',
  method: 'POST',
  path: '/api/certificate-authorities',
  feature: 'certificate-authority',
  summary: 'Make an authority of the namespace, which signs from now on, or trust the key of another one',
  access: { kind: 'member', permission: 'certificate-authority:create', apiKey: true },
  body: AuthorityChoices,
  success: { status: 200, description: 'The authority', body: CertificateAuthority },
  errors: ['unprocessable_public_key', 'certificate_authority_exists', 'certificate_authority_limit'],
})

export const updateCertificateAuthority = endpoint({
  id: 'updateCertificateAuthority',
  method: 'PATCH',
  path: '/api/certificate-authorities/{fingerprint}',
  feature: 'certificate-authority',
  summary: 'Change the name of an authority and what may be signed with it',
  access: { kind: 'member', permission: 'certificate-authority:update', apiKey: true },
  params,
  body: AuthorityEdit,
  success: { status: 200, description: 'The changed authority', body: CertificateAuthority },
  errors: ['certificate_authority_not_found'],
})

export const deleteCertificateAuthority = endpoint({
  id: 'deleteCertificateAuthority',
  method: 'DELETE',
  path: '/api/certificate-authorities/{fingerprint}',
  feature: 'certificate-authority',
  summary: 'Trust an authority no more: no certificate of it opens anything',
  access: { kind: 'member', permission: 'certificate-authority:remove', apiKey: true },
  params,
  success: { status: 200, description: 'Gone' },
  errors: ['certificate_authority_not_found'],
})

export const listCertificates = endpoint({
  id: 'listCertificates',
  method: 'GET',
  path: '/api/certificates',
  feature: 'certificate-authority',
  summary: 'List the certificates that were issued, newest first; observers and operators see their own',
  access: { kind: 'member', apiKey: false },
  query: Type.Object({ ...Paging }),
  success: { status: 200, description: 'Certificates', body: Type.Array(IssuedCertificate), headers: TotalCount },
  errors: [],
})

export const issueCertificate = endpoint({
  id: 'issueCertificate',
  method: 'POST',
  path: '/api/certificates',
  feature: 'certificate-authority',
  summary: "Certify a user's key for login names and a time",
  description:
    'Administrators certify any login names for any member, up to the authority’s longest life. Observers and operators certify ' +
    'for themselves, for the login names that the authority lists for members, up to eight hours, without a forced command.',
  access: { kind: 'member', apiKey: false },
  body: CertificateRequest,
  success: { status: 200, description: 'The certificate', body: NewCertificate },
  errors: [
    'only_themselves',
    'unprocessable_public_key',
    'no_signing_authority',
    'certificate_not_allowed',
    'member_not_found',
  ],
})

export const revokeCertificate = endpoint({
  id: 'revokeCertificate',
  method: 'POST',
  path: '/api/certificate-authorities/{fingerprint}/revocations',
  feature: 'certificate-authority',
  summary: 'Revoke certificates of an authority, by serial number or by key id',
  access: { kind: 'member', permission: 'certificate:revoke', apiKey: true },
  params,
  body: RevocationRequest,
  success: { status: 200, description: 'What is revoked now', body: Revocation },
  errors: ['certificate_authority_not_found'],
})

export const listRevocations = endpoint({
  id: 'listRevocations',
  method: 'GET',
  path: '/api/certificate-authorities/{fingerprint}/revocations',
  feature: 'certificate-authority',
  summary: 'List what of an authority is revoked, newest first',
  access: { kind: 'member', apiKey: true },
  params,
  query: Type.Object({ ...Paging }),
  success: { status: 200, description: 'Revocations', body: Type.Array(Revocation), headers: TotalCount },
  errors: ['certificate_authority_not_found'],
})
