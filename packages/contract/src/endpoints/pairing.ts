// A device that was started without a namespace shows a short code; a member who types it accepts the device.
import { Type } from 'typebox'
import { TenantId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Device, DeviceIdentity, DeviceInfo } from '../entities.ts'
import { pairing } from '../limits.ts'
import { OneOf } from '../schemas.ts'

const Code = Type.String({
  pattern: `^[${pairing.alphabet}${pairing.alphabet.toLowerCase()}]{${pairing.codeLength}}$`,
  description: `${pairing.codeLength} characters, valid ${pairing.expiresSeconds} seconds`,
})

export const startPairing = endpoint({
  id: 'startPairing',
  method: 'POST',
  path: '/api/devices/pairing',
  feature: 'pairing',
  summary: 'Ask for a code that a member can accept',
  access: { kind: 'public' },
  body: Type.Object({
    info: DeviceInfo,
    hostname: Type.Optional(Type.String({ maxLength: 253 })),
    identity: Type.Optional(DeviceIdentity),
    public_key: Type.String({ minLength: 1, maxLength: 4096 }),
  }),
  success: {
    status: 200,
    description: 'The code to show',
    body: Type.Object({ code: Type.String(), expires_in_seconds: Type.Integer() }),
  },
  errors: ['too_many_requests'],
})

export const getPairingStatus = endpoint({
  id: 'getPairingStatus',
  method: 'GET',
  path: '/api/devices/pairing/{code}/status',
  feature: 'pairing',
  summary: 'Tell the waiting agent whether somebody has accepted its code',
  access: { kind: 'public' },
  params: Type.Object({ code: Code }),
  success: {
    status: 200,
    description: 'The state; the namespace once it is accepted',
    body: Type.Object({ status: OneOf(['pending', 'accepted'], 'State'), tenant_id: Type.Optional(TenantId) }),
  },
  errors: ['pairing_code_not_found', 'too_many_requests'],
})

export const getPairing = endpoint({
  id: 'getPairing',
  method: 'GET',
  path: '/api/devices/pairing/{code}',
  feature: 'pairing',
  summary: 'Show a member which device a code belongs to, before accepting it',
  access: { kind: 'member', permission: 'device:accept', apiKey: true },
  params: Type.Object({ code: Code }),
  success: {
    status: 200,
    description: 'The waiting device',
    body: Type.Object({
      hostname: Type.String(),
      identity: DeviceIdentity,
      info: DeviceInfo,
      remote_addr: Type.String(),
    }),
  },
  errors: ['pairing_code_not_found', 'too_many_requests'],
})

export const acceptPairing = endpoint({
  id: 'acceptPairing',
  method: 'POST',
  path: '/api/devices/pairing/{code}/accept',
  feature: 'pairing',
  summary: "Take the waiting device into the caller's namespace, accepted",
  access: { kind: 'member', permission: 'device:accept', apiKey: true },
  params: Type.Object({ code: Code }),
  success: { status: 200, description: 'The accepted device', body: Device },
  errors: [
    'pairing_code_not_found',
    'device_name_taken',
    'device_identity_online',
    'device_limit_reached',
    'payment_required',
    'too_many_requests',
  ],
})
