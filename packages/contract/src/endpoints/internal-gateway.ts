// What the gateway asks the server. Reachable only with the service token of our own processes.
import { type Static, Type } from 'typebox'
import { DeviceUid, Fingerprint, SessionUid, TenantId, UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { DeviceStatus, sessionTypes } from '../entities.ts'
import { Forwarding } from '../forwarding.ts'
import { certificates, sessionEvents } from '../limits.ts'
import { recordingPolicies } from '../recording-policies.ts'
import { OneOf, Time } from '../schemas.ts'
import { CertificateSerial } from './certificate-authority.ts'

const access = { kind: 'internal' } as const

/** What the gateway needs to know of a device to let somebody in. */
export const ReachableDevice = Type.Object({
  uid: DeviceUid,
  tenant_id: TenantId,
  name: Type.String(),
  namespace: Type.String(),
  announcement: Type.String(),
  forwarding: Forwarding,
  recording: OneOf(recordingPolicies, 'Whether sessions are recorded'),
  require_mfa: Type.Boolean({ description: 'Whether a second factor is asked for' }),
})
export type ReachableDevice = Static<typeof ReachableDevice>

export const resolveAddress = endpoint({
  id: 'resolveAddress',
  method: 'POST',
  path: '/internal/connections/resolve',
  feature: 'devices',
  summary: 'Find the device behind `namespace.device` or a uid, or say why it cannot be reached',
  access,
  body: Type.Object({
    address: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'What stands behind the first @ of the SSH user',
    }),
    username: Type.String({ maxLength: 255, description: 'Login name on the device' }),
    ip_address: Type.String({ maxLength: 64 }),
    user_id: Type.Optional(UserId),
  }),
  success: {
    status: 200,
    description: 'The device, or the reason',
    body: Type.Union([
      Type.Object({ outcome: Type.Literal('found'), device: ReachableDevice }),
      Type.Object({
        outcome: OneOf(['malformed', 'unknown_namespace', 'unknown_device'], 'Why not'),
        /** Close names, best first, at most three. */
        suggestions: Type.Array(Type.String()),
      }),
      Type.Object({ outcome: Type.Literal('not_accepted'), status: DeviceStatus }),
      Type.Object({ outcome: Type.Literal('offline'), last_seen: Time }),
      Type.Object({ outcome: Type.Literal('denied'), reason: Type.String() }),
    ]),
  },
  errors: [],
})

export const evaluatePublicKey = endpoint({
  id: 'evaluatePublicKey',
  method: 'POST',
  path: '/internal/public-keys/evaluate',
  feature: 'public-keys',
  summary: 'Tell whether a public key opens a device for a login name',
  access,
  body: Type.Object({ tenant_id: TenantId, device_uid: DeviceUid, username: Type.String(), fingerprint: Fingerprint }),
  success: {
    status: 200,
    description: 'The verdict, with the registered key to compare with',
    body: Type.Union([
      Type.Object({ outcome: Type.Literal('allowed'), data: Type.String({ description: 'Base64 of the key line' }) }),
      Type.Object({ outcome: OneOf(['unknown_key', 'other_username', 'other_device'], 'Why not') }),
    ]),
  },
  errors: [],
})

export const evaluateCertificate = endpoint({
  id: 'evaluateCertificate',
  method: 'POST',
  path: '/internal/certificates/evaluate',
  feature: 'certificate-authority',
  summary: 'Tell whether a namespace trusts the authority of a user certificate, and has not revoked it',
  access,
  body: Type.Object({
    tenant_id: TenantId,
    authority: Fingerprint,
    serial: CertificateSerial,
    key_id: Type.String({ maxLength: certificates.keyIdCharsMost }),
  }),
  success: {
    status: 200,
    description: 'The verdict, with the key of the authority to compare with',
    body: Type.Union([
      Type.Object({
        outcome: OneOf(['trusted', 'revoked'], 'Whether it is good'),
        data: Type.String({ description: 'Base64 of the key line of the authority' }),
        user_id: Type.Optional(UserId),
      }),
      Type.Object({ outcome: Type.Literal('unknown_authority') }),
    ]),
  },
  errors: [],
})

export const authenticateDevice = endpoint({
  id: 'authenticateDevice',
  method: 'POST',
  path: '/internal/devices/authenticate',
  feature: 'devices',
  summary: 'Check a device token at the start of a link',
  access,
  body: Type.Object({ token: Type.String({ maxLength: 4096 }) }),
  success: {
    status: 200,
    description: 'The device; its key is to be proved by signing a challenge',
    body: Type.Object({ uid: DeviceUid, tenant_id: TenantId, public_key: Type.String(), status: DeviceStatus }),
  },
  errors: ['unauthenticated'],
})

export const reportPresence = endpoint({
  id: 'reportPresence',
  method: 'POST',
  path: '/internal/devices/presence',
  feature: 'devices',
  summary: 'Write a batch of heartbeats and departures',
  access,
  body: Type.Object({
    online: Type.Array(DeviceUid, { maxItems: 10_000 }),
    offline: Type.Array(DeviceUid, { maxItems: 10_000 }),
  }),
  success: { status: 200, description: 'Written' },
  errors: [],
})

export const markDeviceOffline = endpoint({
  id: 'markDeviceOffline',
  method: 'POST',
  path: '/internal/devices/{uid}/offline',
  feature: 'devices',
  summary: 'Mark one device offline',
  access,
  params: Type.Object({ uid: DeviceUid }),
  success: { status: 200, description: 'Marked' },
  errors: ['device_not_found'],
})

export const createSession = endpoint({
  id: 'createSession',
  method: 'POST',
  path: '/internal/sessions',
  feature: 'sessions',
  summary: 'Open the row of a session: proof of identity was given',
  access,
  body: Type.Object({
    uid: SessionUid,
    device_uid: DeviceUid,
    username: Type.String(),
    ip_address: Type.String(),
    type: OneOf(sessionTypes, 'How the user came'),
    term: Type.String(),
    authenticated: Type.Boolean(),
  }),
  success: { status: 200, description: 'Open; telling it twice is fine' },
  errors: ['device_not_found'],
})

export const updateSession = endpoint({
  id: 'updateSession',
  method: 'PATCH',
  path: '/internal/sessions/{uid}',
  feature: 'sessions',
  summary: 'Note what a session did; event types and seats are added to those known',
  access,
  params: Type.Object({ uid: SessionUid }),
  body: Type.Object({
    authenticated: Type.Optional(Type.Boolean()),
    recorded: Type.Optional(Type.Boolean()),
    term: Type.Optional(Type.String()),
    event_types: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 64 })),
    seats: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 1024 })),
    events: Type.Optional(
      Type.Array(
        Type.Object({
          type: Type.String({ maxLength: 64 }),
          timestamp: Time,
          data: Type.String({ maxLength: sessionEvents.dataChars }),
          seat: Type.Integer({ minimum: 0, maximum: 1023 }),
        }),
        { maxItems: sessionEvents.perReport, description: 'In order; their types and seats count as reported' },
      ),
    ),
  }),
  success: { status: 200, description: 'Noted' },
  errors: ['session_not_found'],
})

export const keepSessions = endpoint({
  id: 'keepSessions',
  method: 'POST',
  path: '/internal/sessions/keepalive',
  feature: 'sessions',
  summary: 'Refresh a batch of running sessions',
  access,
  body: Type.Object({ uids: Type.Array(SessionUid, { maxItems: 10_000 }) }),
  success: { status: 200, description: 'Refreshed' },
  errors: [],
})

export const finishSession = endpoint({
  id: 'finishSession',
  method: 'POST',
  path: '/internal/sessions/{uid}/finish',
  feature: 'sessions',
  summary: 'Close the row of a session',
  access,
  params: Type.Object({ uid: SessionUid }),
  success: { status: 200, description: 'Closed' },
  errors: ['session_not_found'],
})
