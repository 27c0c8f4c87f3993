import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Tag } from '../entities.ts'
import { TotalCount } from '../schemas.ts'

const description =
  'A tag is there as long as something of the namespace carries it: a device, a container, a public key.'

export const listTags = endpoint({
  id: 'listTags',
  method: 'GET',
  path: '/api/tags',
  feature: 'tags',
  summary: 'List all tags of the namespace, in alphabetical order',
  description,
  access: { kind: 'member', apiKey: true },
  success: {
    status: 200,
    description: 'Tags',
    body: Type.Array(Type.String({ examples: ['bench'] })),
    headers: TotalCount,
  },
  errors: [],
})

export const renameTag = endpoint({
  id: 'renameTag',
  method: 'PUT',
  path: '/api/tags/{tag}',
  feature: 'tags',
  summary: 'Rename a tag wherever it is',
  description,
  access: { kind: 'member', permission: 'device:tag', apiKey: true },
  params: Type.Object({ tag: Tag }),
  body: Type.Object({ tag: Tag }),
  success: { status: 200, description: 'Renamed' },
  errors: ['tag_not_found', 'tag_exists', 'tag_in_filter'],
})

export const deleteTag = endpoint({
  id: 'deleteTag',
  method: 'DELETE',
  path: '/api/tags/{tag}',
  feature: 'tags',
  summary: 'Remove a tag wherever it is',
  description: `${description} One that is all of a key's filter stays, or the key would open nothing.`,
  access: { kind: 'member', permission: 'device:tag', apiKey: true },
  params: Type.Object({ tag: Tag }),
  success: { status: 200, description: 'Gone' },
  errors: ['tag_not_found', 'tag_in_filter'],
})
