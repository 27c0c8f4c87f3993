import { Type } from 'typebox'
import { Fingerprint } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { PublicKey, PublicKeyFilter } from '../entities.ts'
import { Paging, TotalCount } from '../schemas.ts'

const fingerprint = Type.Object({ fingerprint: Fingerprint })
const name = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$',
  description: 'No control characters',
})
const usernameRegex = Type.String({ minLength: 1, maxLength: 1024, description: 'Regex (RE2), anchored' })

export const listPublicKeys = endpoint({
  id: 'listPublicKeys',
  method: 'GET',
  path: '/api/sshkeys/public-keys',
  feature: 'public-keys',
  summary: 'List public keys, oldest first',
  access: { kind: 'member', apiKey: true },
  query: Type.Object({ ...Paging }),
  success: { status: 200, description: 'Public keys', body: Type.Array(PublicKey), headers: TotalCount },
  errors: [],
})

export const createPublicKey = endpoint({
  id: 'createPublicKey',
  method: 'POST',
  path: '/api/sshkeys/public-keys',
  feature: 'public-keys',
  summary: 'Register a public key',
  access: { kind: 'member', permission: 'public-key:create', apiKey: true },
  body: Type.Object({
    data: Type.String({ minLength: 1, maxLength: 16384, description: 'Base64 of an OpenSSH public key line' }),
    name,
    username: usernameRegex,
    filter: PublicKeyFilter,
  }),
  success: { status: 200, description: 'The registered key', body: PublicKey },
  errors: ['unprocessable_public_key', 'public_key_exists', 'tag_not_found'],
})

export const updatePublicKey = endpoint({
  id: 'updatePublicKey',
  method: 'PUT',
  path: '/api/sshkeys/public-keys/{fingerprint}',
  feature: 'public-keys',
  summary: 'Change name, login names and filter of a key',
  access: { kind: 'member', permission: 'public-key:update', apiKey: true },
  params: fingerprint,
  body: Type.Object({ name, username: usernameRegex, filter: PublicKeyFilter }),
  success: { status: 200, description: 'The changed key', body: PublicKey },
  errors: ['public_key_not_found', 'tag_not_found'],
})

export const deletePublicKey = endpoint({
  id: 'deletePublicKey',
  method: 'DELETE',
  path: '/api/sshkeys/public-keys/{fingerprint}',
  feature: 'public-keys',
  summary: 'Remove a key; it opens nothing any more',
  access: { kind: 'member', permission: 'public-key:remove', apiKey: true },
  params: fingerprint,
  success: { status: 200, description: 'Gone' },
  errors: ['public_key_not_found'],
})
