// Certificate authorities as the command line manages them on the server's own machine.
import { Type } from 'typebox'
import { Fingerprint } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Paging, TotalCount } from '../schemas.ts'
import {
  AuthorityChoices,
  AuthorityEdit,
  CertificateAuthority,
  CertificateRequestByName,
  IssuedCertificate,
  NewCertificate,
  Revocation,
  RevocationRequest,
} from './certificate-authority.ts'

const access = { kind: 'internal', by: 'command-line' } as const
const feature = 'certificate-authority' as const
const name = Type.String({ minLength: 1, maxLength: 64 })
const byName = Type.Object({ name })
const byFingerprint = Type.Object({ name, fingerprint: Fingerprint })

export const listAuthoritiesOf = endpoint({
  id: 'listAuthoritiesOf',
  method: 'GET',
  path: '/internal/namespaces/{name}/certificate-authorities',
  feature,
  summary: 'List the certificate authorities that a namespace trusts, newest first',
  access,
  params: byName,
  success: { status: 200, description: 'Authorities', body: Type.Array(CertificateAuthority) },
  errors: ['namespace_not_found'],
})

export const createAuthorityFor = endpoint({
  id: 'createAuthorityFor',
  method: 'POST',
  path: '/internal/namespaces/{name}/certificate-authorities',
  feature,
  summary: 'Make an authority of a namespace, or let it trust the key of another one',
  access,
  params: byName,
  body: AuthorityChoices,
  success: { status: 200, description: 'The authority', body: CertificateAuthority },
  errors: [
    'namespace_not_found',
    'unprocessable_public_key',
    'certificate_authority_exists',
    'certificate_authority_limit',
  ],
})

export const updateAuthorityOf = endpoint({
  id: 'updateAuthorityOf',
  method: 'PATCH',
  path: '/internal/namespaces/{name}/certificate-authorities/{fingerprint}',
  feature,
  summary: 'Change the name of an authority and what may be signed with it',
  access,
  params: byFingerprint,
  body: AuthorityEdit,
  success: { status: 200, description: 'The changed authority', body: CertificateAuthority },
  errors: ['namespace_not_found', 'certificate_authority_not_found'],
})

export const deleteAuthorityOf = endpoint({
  id: 'deleteAuthorityOf',
  method: 'DELETE',
  path: '/internal/namespaces/{name}/certificate-authorities/{fingerprint}',
  feature,
  summary: 'Trust an authority no more: no certificate of it opens anything',
  access,
  params: byFingerprint,
  success: { status: 200, description: 'Gone' },
  errors: ['namespace_not_found', 'certificate_authority_not_found'],
})

export const listCertificatesOf = endpoint({
  id: 'listCertificatesOf',
  method: 'GET',
  path: '/internal/namespaces/{name}/certificates',
  feature,
  summary: 'List the certificates that were issued in a namespace, newest first',
  access,
  params: byName,
  query: Type.Object({ ...Paging }),
  success: { status: 200, description: 'Certificates', body: Type.Array(IssuedCertificate), headers: TotalCount },
  errors: ['namespace_not_found'],
})

export const issueCertificateFor = endpoint({
  id: 'issueCertificateFor',
  method: 'POST',
  path: '/internal/namespaces/{name}/certificates',
  feature,
  summary: "Certify a member's key for login names and a time",
  access,
  params: byName,
  body: CertificateRequestByName,
  success: { status: 200, description: 'The certificate', body: NewCertificate },
  errors: [
    'namespace_not_found',
    'user_not_found',
    'member_not_found',
    'unprocessable_public_key',
    'no_signing_authority',
    'certificate_not_allowed',
  ],
})

export const revokeCertificateOf = endpoint({
  id: 'revokeCertificateOf',
  method: 'POST',
  path: '/internal/namespaces/{name}/certificate-authorities/{fingerprint}/revocations',
  feature,
  summary: 'Revoke certificates of an authority, by serial number or by key id',
  access,
  params: byFingerprint,
  body: RevocationRequest,
  success: { status: 200, description: 'What is revoked now', body: Revocation },
  errors: ['namespace_not_found', 'certificate_authority_not_found'],
})
