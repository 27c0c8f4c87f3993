// Containers are devices that an agent registers for the containers of its machine (`info.platform` is connector): the same calls
// under a path of their own, which the calls for devices answer for too, save for the list.
import { Type } from 'typebox'
import { DeviceUid } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Device } from '../entities.ts'
import { TotalCount } from '../schemas.ts'
import { DeviceEdit, DeviceListQuery, DeviceStatusParams, NewTag, NewTags, TagParams } from './devices.ts'

const uid = Type.Object({ uid: DeviceUid })
const tagging = { kind: 'member', permission: 'device:tag', apiKey: true } as const

export const listContainers = endpoint({
  id: 'listContainers',
  method: 'GET',
  path: '/api/containers',
  feature: 'containers',
  summary: 'List containers',
  access: { kind: 'member', apiKey: true },
  query: DeviceListQuery,
  success: { status: 200, description: 'Containers', body: Type.Array(Device), headers: TotalCount },
  errors: [],
})

export const getContainer = endpoint({
  id: 'getContainer',
  method: 'GET',
  path: '/api/containers/{uid}',
  feature: 'containers',
  summary: 'Get one container',
  access: { kind: 'member', apiKey: true },
  params: uid,
  success: { status: 200, description: 'The container', body: Device },
  errors: ['container_not_found'],
})

export const updateContainer = endpoint({
  id: 'updateContainer',
  method: 'PUT',
  path: '/api/containers/{uid}',
  feature: 'containers',
  summary: 'Rename a container or change its public address flag; only fields present change',
  access: { kind: 'member', permission: 'device:update', apiKey: true },
  params: uid,
  body: DeviceEdit,
  success: { status: 200, description: 'Changed' },
  errors: ['container_not_found', 'device_name_taken'],
})

export const removeContainer = endpoint({
  id: 'removeContainer',
  method: 'DELETE',
  path: '/api/containers/{uid}',
  feature: 'containers',
  summary: 'Remove a container with its sessions; its token dies at once',
  access: { kind: 'member', permission: 'device:remove', apiKey: true },
  params: uid,
  success: { status: 200, description: 'Gone' },
  errors: ['container_not_found'],
})

export const setContainerStatus = endpoint({
  id: 'setContainerStatus',
  method: 'PATCH',
  path: '/api/containers/{uid}/{status}',
  feature: 'containers',
  summary: 'Accept or reject a container, or put it back to pending or unused',
  access: { kind: 'member', permission: 'device:accept', apiKey: true },
  params: DeviceStatusParams,
  success: { status: 200, description: 'Changed; accepting twice is fine' },
  errors: [
    'container_not_found',
    'device_name_taken',
    'device_identity_online',
    'device_limit_reached',
    'payment_required',
  ],
})

export const addContainerTag = endpoint({
  id: 'addContainerTag',
  method: 'POST',
  path: '/api/containers/{uid}/tags',
  feature: 'containers',
  summary: 'Add a tag to a container',
  access: tagging,
  params: uid,
  body: NewTag,
  success: { status: 200, description: 'Added' },
  errors: ['container_not_found', 'tag_exists', 'tag_limit_reached'],
})

export const setContainerTags = endpoint({
  id: 'setContainerTags',
  method: 'PUT',
  path: '/api/containers/{uid}/tags',
  feature: 'containers',
  summary: 'Replace the tags of a container; an empty list takes them all away',
  access: tagging,
  params: uid,
  body: NewTags,
  success: { status: 200, description: 'Replaced' },
  errors: ['container_not_found'],
})

export const removeContainerTag = endpoint({
  id: 'removeContainerTag',
  method: 'DELETE',
  path: '/api/containers/{uid}/tags/{tag}',
  feature: 'containers',
  summary: 'Take a tag from a container',
  access: tagging,
  params: TagParams,
  success: { status: 200, description: 'Gone' },
  errors: ['container_not_found', 'tag_not_found'],
})
