import { Type } from 'typebox'
import { DeviceUid, TenantId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Device, DeviceIdentity, DeviceInfo, DeviceName } from '../entities.ts'
import { OneOf, OrderBy, Paging, TotalCount } from '../schemas.ts'

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

export const listDevices = endpoint({
  id: 'listDevices',
  method: 'GET',
  path: '/api/devices',
  feature: 'devices',
  summary: 'List devices',
  access: { kind: 'member', apiKey: true },
  query: Type.Object({
    ...Paging,
    status: Type.Optional(Type.String({ description: 'One status; absent means accepted, empty means all' })),
    sort_by: Type.Optional(
      OneOf(['last_seen', 'name', 'status', 'online', 'created_at', 'status_updated_at'], 'Field to sort by'),
    ),
    order_by: OrderBy,
  }),
  success: { status: 200, description: 'Devices', body: Type.Array(Device), headers: TotalCount },
  errors: [],
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
  body: Type.Object({ name: Type.Optional(DeviceName), public_url: Type.Optional(Type.Boolean()) }),
  success: { status: 200, description: 'Changed' },
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
  params: Type.Object({
    uid: DeviceUid,
    status: OneOf(['accept', 'reject', 'pending', 'unused'], 'The new status'),
  }),
  success: { status: 200, description: 'Changed; accepting twice is fine' },
  errors: ['device_not_found', 'device_name_taken', 'device_identity_online', 'device_limit_reached'],
})
