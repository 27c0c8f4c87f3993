import { Type } from 'typebox'
import { Fingerprint } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { PublicKey, PublicKeyFilter, Tag } from '../entities.ts'
import { tag } from '../limits.ts'
import { publicKeyColumns, publicKeyProperties } from '../filters.ts'
import { Filter, OrderBy, Paging, SortBy, TotalCount } from '../schemas.ts'

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
  summary: 'List public keys, oldest first unless asked otherwise',
  access: { kind: 'member', apiKey: true },
  query: Type.Object({
    filter: Filter(publicKeyProperties),
    ...Paging,
    sort_by: SortBy(publicKeyColumns),
    order_by: OrderBy,
  }),
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
  unprocessableBody: true,
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

const tagging = { kind: 'member', permission: 'public-key:update', apiKey: true } as const

export const addPublicKeyTag = endpoint({
  id: 'addPublicKeyTag',
  method: 'POST',
  path: '/api/sshkeys/public-keys/{fingerprint}/tags',
  feature: 'public-keys',
  summary: 'Add a tag to the filter of a key',
  access: tagging,
  params: fingerprint,
  body: Type.Object({ tag: Tag }),
  success: { status: 200, description: 'Added' },
  errors: ['public_key_not_found', 'public_key_without_tags', 'tag_not_found', 'tag_exists', 'tag_limit_reached'],
})

export const setPublicKeyTags = endpoint({
  id: 'setPublicKeyTags',
  method: 'PUT',
  path: '/api/sshkeys/public-keys/{fingerprint}/tags',
  feature: 'public-keys',
  summary: 'Replace the tags in the filter of a key',
  access: tagging,
  params: fingerprint,
  body: Type.Object({ tags: Type.Array(Tag, { minItems: 1, maxItems: tag.perItem, uniqueItems: true }) }),
  success: { status: 200, description: 'Replaced' },
  errors: ['public_key_not_found', 'public_key_without_tags', 'tag_not_found'],
})

export const removePublicKeyTag = endpoint({
  id: 'removePublicKeyTag',
  method: 'DELETE',
  path: '/api/sshkeys/public-keys/{fingerprint}/tags/{tag}',
  feature: 'public-keys',
  summary: 'Take a tag out of the filter of a key; its last one stays',
  access: tagging,
  params: Type.Object({ fingerprint: Fingerprint, tag: Tag }),
  success: { status: 200, description: 'Gone' },
  errors: ['public_key_not_found', 'public_key_without_tags', 'tag_not_found', 'last_tag'],
})
