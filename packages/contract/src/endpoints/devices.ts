import { Type } from 'typebox'
import { DeviceUid, TenantId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Device, DeviceIdentity, DeviceInfo, DeviceName, deviceStatuses, Tag } from '../entities.ts'
import { deviceColumns, deviceProperties } from '../filters.ts'
import { tag } from '../limits.ts'
import { Filter, OneOf, OrderBy, Paging, SortBy, TotalCount } from '../schemas.ts'

const uid = Type.Object({ uid: DeviceUid })

export const DeviceRegistration = Type.Object({
  info: DeviceInfo,
  hostname: Type.Optional(Type.String({ maxLength: 253 })),
  identity: Type.Optional(DeviceIdentity),
  public_key: Type.String({ minLength: 1, maxLength: 4096, description: 'PEM: Ed25519 (SPKI) or RSA (PKCS#1)' }),
  tenant_id: TenantId,
  sessions: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1000 })),
})

export const registerDevice = endpoint({
  id: 'registerDevice',
  method: 'POST',
  path: '/api/devices/auth',
  aliases: ['/api/auth/device'],
  feature: 'devices',
  summary: 'Register a device, or check in again',
  description:
    'A device seen for the first time is pending until a member accepts it; a pending device gets a token too.',
  access: { kind: 'public' },
  body: DeviceRegistration,
  success: {
    status: 200,
    description: 'The device and its token',
    body: Type.Object({
      uid: DeviceUid,
      token: Type.String(),
      name: Type.String(),
      namespace: Type.String(),
      status: Type.String(),
    }),
  },
  errors: ['namespace_not_found', 'too_many_pending_devices'],
})

export const DeviceListQuery = Type.Object({
  filter: Filter(deviceProperties),
  ...Paging,
  status: Type.Optional(OneOf(['', ...deviceStatuses], 'One status; absent means accepted, empty means all')),
  sort_by: SortBy(deviceColumns),
  order_by: OrderBy,
})
export const DeviceEdit = Type.Object({ name: Type.Optional(DeviceName), public_url: Type.Optional(Type.Boolean()) })
export const DeviceStatusParams = Type.Object({
  uid: DeviceUid,
  status: OneOf(['accept', 'reject', 'pending', 'unused'], 'The new status'),
})
export const NewTag = Type.Object({ tag: Tag })
export const NewTags = Type.Object({ tags: Type.Array(Tag, { maxItems: tag.perItem, uniqueItems: true }) })
export const TagParams = Type.Object({ uid: DeviceUid, tag: Tag })

export const listDevices = endpoint({
  id: 'listDevices',
  method: 'GET',
  path: '/api/devices',
  feature: 'devices',
  summary: 'List devices; containers have a list of their own',
  access: { kind: 'member', apiKey: true },
  query: DeviceListQuery,
  success: { status: 200, description: 'Devices', body: Type.Array(Device), headers: TotalCount },
  errors: [],
})

export const resolveDevice = endpoint({
  id: 'resolveDevice',
  method: 'GET',
  path: '/api/devices/resolve',
  feature: 'devices',
  summary: 'Find one device by uid or by name; the uid wins',
  access: { kind: 'member', apiKey: true },
  query: Type.Object({
    uid: Type.Optional(DeviceUid),
    hostname: Type.Optional(Type.String({ minLength: 1, maxLength: 253, description: 'Name of the device' })),
  }),
  success: { status: 200, description: 'The device', body: Device },
  errors: ['device_not_found'],
})

export const getDevice = endpoint({
  id: 'getDevice',
  method: 'GET',
  path: '/api/devices/{uid}',
  feature: 'devices',
  summary: 'Get one device',
  access: { kind: 'member', apiKey: true },
  params: uid,
  success: { status: 200, description: 'The device', body: Device },
  errors: ['device_not_found'],
})

export const updateDevice = endpoint({
  id: 'updateDevice',
  method: 'PUT',
  path: '/api/devices/{uid}',
  feature: 'devices',
  summary: 'Rename a device or change its public address flag; only fields present change',
  access: { kind: 'member', permission: 'device:update', apiKey: true },
  params: uid,
  body: DeviceEdit,
  success: { status: 200, description: 'Changed' },
  errors: ['device_not_found', 'device_name_taken'],
})

export const renameDevice = endpoint({
  id: 'renameDevice',
  method: 'PATCH',
  path: '/api/devices/{uid}',
  feature: 'devices',
  summary: 'Rename a device (deprecated: use PUT)',
  deprecated: true,
  access: { kind: 'member', permission: 'device:update', apiKey: true },
  params: uid,
  body: Type.Object({ name: DeviceName }),
  success: { status: 200, description: 'Renamed' },
  errors: ['device_not_found', 'device_name_taken'],
})

export const removeDevice = endpoint({
  id: 'removeDevice',
  method: 'DELETE',
  path: '/api/devices/{uid}',
  feature: 'devices',
  summary: 'Remove a device with its sessions; its token dies at once',
  access: { kind: 'member', permission: 'device:remove', apiKey: true },
  params: uid,
  success: { status: 200, description: 'Gone' },
  errors: ['device_not_found'],
})

export const setDeviceStatus = endpoint({
  id: 'setDeviceStatus',
  method: 'PATCH',
  path: '/api/devices/{uid}/{status}',
  feature: 'devices',
  summary: 'Accept or reject a device, or put it back to pending or unused',
  access: { kind: 'member', permission: 'device:accept', apiKey: true },
  params: DeviceStatusParams,
  success: { status: 200, description: 'Changed; accepting twice is fine' },
  errors: [
    'device_not_found',
    'device_name_taken',
    'device_identity_online',
    'device_limit_reached',
    'payment_required',
  ],
})

const tagging = { kind: 'member', permission: 'device:tag', apiKey: true } as const

export const addDeviceTag = endpoint({
  id: 'addDeviceTag',
  method: 'POST',
  path: '/api/devices/{uid}/tags',
  feature: 'devices',
  summary: 'Add a tag to a device',
  access: tagging,
  params: uid,
  body: NewTag,
  success: { status: 200, description: 'Added' },
  errors: ['device_not_found', 'tag_exists', 'tag_limit_reached'],
})

export const setDeviceTags = endpoint({
  id: 'setDeviceTags',
  method: 'PUT',
  path: '/api/devices/{uid}/tags',
  feature: 'devices',
  summary: 'Replace the tags of a device; an empty list takes them all away',
  access: tagging,
  params: uid,
  body: NewTags,
  success: { status: 200, description: 'Replaced' },
  errors: ['device_not_found'],
})

export const removeDeviceTag = endpoint({
  id: 'removeDeviceTag',
  method: 'DELETE',
  path: '/api/devices/{uid}/tags/{tag}',
  feature: 'devices',
  summary: 'Take a tag from a device',
  access: tagging,
  params: TagParams,
  success: { status: 200, description: 'Gone' },
  errors: ['device_not_found', 'tag_not_found'],
})
