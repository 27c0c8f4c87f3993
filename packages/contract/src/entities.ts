// What the calls carry. Field names are the specification's (section 3); the wire is snake_case.
import { type Static, Type } from 'typebox'
import { DeviceUid, Fingerprint, SessionUid, TenantId, UserId } from './brands.ts'
import {
  apiKey,
  connectionAnnouncementChars,
  deviceName,
  namespaceName,
  password,
  tag,
  userName,
  username,
} from './limits.ts'
import { NamespaceBilling } from './billing.ts'
import { recordingPolicies } from './recording-policies.ts'
import { roles } from './roles.ts'
import { Nullable, OneOf, Time } from './schemas.ts'

export const Role = OneOf(roles, 'Role in the namespace')
export type Role = Static<typeof Role>
export const Username = Type.String({ minLength: username.min, maxLength: username.max, pattern: username.pattern })
export const Password = Type.String({ minLength: password.min, maxLength: password.max })
export const UserName = Type.String({ minLength: userName.min, maxLength: userName.max, pattern: userName.pattern })
export const Email = Type.String({ format: 'email', maxLength: 254 })
export const NamespaceName = Type.String({
  minLength: namespaceName.min,
  maxLength: namespaceName.max,
  pattern: namespaceName.pattern,
})
export const DeviceName = Type.String({
  minLength: deviceName.min,
  maxLength: deviceName.max,
  pattern: deviceName.pattern,
})
export const Tag = Type.String({ minLength: tag.min, maxLength: tag.max, pattern: tag.pattern })

export const UserAuth = Type.Object({
  token: Type.String(),
  id: UserId,
  origin: Type.String({ description: 'How the user signed in', examples: ['local'] }),
  auth_methods: Type.Array(Type.String()),
  user: Type.String(),
  name: Type.String(),
  email: Type.String(),
  recovery_email: Type.String(),
  tenant: Type.String({ description: 'Namespace the token is bound to; empty when the user has none' }),
  role: Type.String({ description: 'Role in that namespace; empty when there is none' }),
  mfa: Type.Boolean({ description: 'Whether the user has a second factor' }),
  max_namespaces: Type.Integer({ description: '-1 unlimited, 0 none' }),
  administrator: Type.Boolean({ description: 'Whether the token opens the administration of the whole server' }),
})
export type UserAuth = Static<typeof UserAuth>

export const deviceStatuses = ['accepted', 'pending', 'rejected', 'removed', 'unused'] as const
export const DeviceStatus = OneOf(deviceStatuses, 'State of the device in its namespace')
export type DeviceStatus = Static<typeof DeviceStatus>

export const DeviceIdentity = Type.Object({ mac: Type.String({ maxLength: 64 }) })
export const DeviceInfo = Type.Object({
  id: Type.String({ maxLength: 64, description: 'ID of os-release', examples: ['debian'] }),
  pretty_name: Type.String({ maxLength: 128, description: 'PRETTY_NAME of os-release' }),
  version: Type.String({ maxLength: 64, description: 'Version of the agent' }),
  arch: Type.String({ maxLength: 32 }),
  platform: Type.String({ maxLength: 32, examples: ['native', 'docker'] }),
})
export const Position = Type.Object(
  { latitude: Type.Number({ minimum: -90, maximum: 90 }), longitude: Type.Number({ minimum: -180, maximum: 180 }) },
  { description: 'Of the address, in degrees; 0 and 0 when nobody knows' },
)
export type Position = Static<typeof Position>

export const Device = Type.Object({
  uid: DeviceUid,
  name: Type.String(),
  identity: DeviceIdentity,
  info: DeviceInfo,
  public_key: Type.String(),
  tenant_id: TenantId,
  namespace: Type.String({ description: 'Name of the namespace' }),
  last_seen: Time,
  online: Type.Boolean(),
  status: DeviceStatus,
  status_update_at: Time,
  status_updated_at: Time,
  created_at: Time,
  remote_addr: Type.String(),
  position: Position,
  tags: Type.Array(Type.String()),
  public_url: Type.Boolean(),
  acceptable: Type.Boolean({ description: 'Whether accepting it would stay within the device limit' }),
})
export type Device = Static<typeof Device>

export const SessionEvent = Type.Object({
  type: Type.String({ examples: ['pty-req'] }),
  timestamp: Time,
  data: Type.String({ description: 'What it carried, as text; empty for nothing', examples: ['xterm-256color'] }),
  seat: Type.Integer({ examples: [0] }),
})
export type SessionEvent = Static<typeof SessionEvent>

export const sessionTypes = ['web', 'term'] as const
export const Session = Type.Object({
  uid: SessionUid,
  device_uid: DeviceUid,
  device: Nullable(Device),
  tenant_id: TenantId,
  username: Type.String(),
  ip_address: Type.String(),
  started_at: Time,
  last_seen: Time,
  active: Type.Boolean(),
  authenticated: Type.Boolean(),
  recorded: Type.Boolean(),
  type: OneOf(sessionTypes, 'web: browser terminal; term: an SSH client'),
  term: Type.String({ description: "The client's TERM; empty before a terminal was asked for" }),
  position: Position,
  events: Type.Object({
    types: Type.Array(Type.String({ examples: ['shell'] })),
    seats: Type.Array(Type.Integer({ examples: [0] })),
    items: Type.Optional(
      Type.Array(SessionEvent, { description: 'What happened, in order; when one session is asked for' }),
    ),
  }),
})
export type Session = Static<typeof Session>

export const memberStatuses = ['accepted', 'pending'] as const
export const Member = Type.Object({
  id: UserId,
  added_at: Time,
  expires_at: Time,
  email: Type.String(),
  role: Role,
  status: OneOf(memberStatuses, 'pending until the invitation is accepted'),
  type: OneOf(['personal', 'team'], 'Type of the namespace'),
})
export type Member = Static<typeof Member>

export const NamespaceSettings = Type.Object({
  session_record: Type.Boolean({ description: 'Whether sessions are recorded' }),
  session_record_policy: OneOf(
    recordingPolicies,
    'best_effort: a session goes on without its recording, and the gap is marked; required: no recording, no session',
  ),
  connection_announcement: Type.String({ maxLength: connectionAnnouncementChars }),
  allow_local_forwarding: Type.Boolean({ description: 'Connections from devices to hosts and ports: ssh -L, -D, -W' }),
  allow_remote_forwarding: Type.Boolean({ description: 'Ports that listen on devices: ssh -R' }),
  allow_socket_forwarding: Type.Boolean({ description: 'Unix sockets of devices, connected to or listened on' }),
  allow_agent_forwarding: Type.Boolean({ description: "The user's ssh-agent on devices: ssh -A" }),
  require_mfa: Type.Boolean({ description: 'Whether logins to devices are asked for the second factor of a member' }),
})
export const Namespace = Type.Object({
  name: Type.String(),
  owner: UserId,
  tenant_id: TenantId,
  members: Type.Array(Member),
  settings: NamespaceSettings,
  max_devices: Type.Integer({ description: '-1 unlimited' }),
  device_count: Type.Integer(),
  devices_count: Type.Integer(),
  created_at: Time,
  billing: NamespaceBilling,
  type: OneOf(['personal', 'team'], 'personal: made for one user by setup'),
})
export type Namespace = Static<typeof Namespace>

/** Exactly one of the two; which devices a key opens. */
export const PublicKeyFilter = Type.Union([
  Type.Object({ hostname: Type.String({ minLength: 1, maxLength: 1024, description: 'Regex (RE2), anchored' }) }),
  Type.Object({ tags: Type.Array(Tag, { minItems: 1, maxItems: tag.perItem, uniqueItems: true }) }),
])
export type PublicKeyFilter = Static<typeof PublicKeyFilter>
export const PublicKey = Type.Object({
  data: Type.String({ description: 'Base64 of the public key line in OpenSSH form' }),
  fingerprint: Fingerprint,
  created_at: Time,
  tenant_id: TenantId,
  name: Type.String({ minLength: 1, maxLength: 128 }),
  username: Type.String({ minLength: 1, maxLength: 1024, description: 'Regex (RE2), anchored, of login names' }),
  filter: PublicKeyFilter,
})
export type PublicKey = Static<typeof PublicKey>

export const ApiKeyName = Type.String({
  minLength: apiKey.name.min,
  maxLength: apiKey.name.max,
  pattern: apiKey.name.pattern,
  examples: ['deploy'],
})
export const ApiKey = Type.Object({
  name: ApiKeyName,
  tenant_id: TenantId,
  created_by: UserId,
  role: Role,
  expires_in: Type.Integer({ description: 'Unix seconds; -1: never', examples: [1_751_328_000] }),
  created_at: Time,
  updated_at: Time,
})
export type ApiKey = Static<typeof ApiKey>

export const registrations = ['open', 'invited', 'closed'] as const

export const Info = Type.Object({
  version: Type.String(),
  endpoints: Type.Object({ ssh: Type.String(), api: Type.String() }),
  setup: Type.Boolean(),
  authentication: Type.Object({ local: Type.Boolean(), saml: Type.Boolean() }),
  registration: OneOf(registrations, 'Who may register an account: anybody, whoever was invited, or nobody'),
  features: Type.Array(Type.String(), { description: 'Features of this server, by their contract names' }),
})
export type Info = Static<typeof Info>

export const Stats = Type.Object({
  registered_devices: Type.Integer(),
  online_devices: Type.Integer(),
  pending_devices: Type.Integer(),
  rejected_devices: Type.Integer(),
  active_sessions: Type.Integer(),
})
export type Stats = Static<typeof Stats>

export const onlineSpans = ['day', 'week', 'month'] as const
export type OnlineSpan = (typeof onlineSpans)[number]
export const OnlineStats = Type.Object({
  span: OneOf(onlineSpans, 'How far back: 24 hours, 7 days, 30 days'),
  step_seconds: Type.Integer({ description: 'How far apart the points are' }),
  points: Type.Array(
    Type.Object({
      at: Time,
      online: Type.Integer({ description: 'Accepted devices that were online' }),
      registered: Type.Integer({ description: 'Accepted devices' }),
    }),
    { description: 'In order; missing for times at which nothing was counted' },
  ),
})
export type OnlineStats = Static<typeof OnlineStats>

/** Body of every failure, except where the specification wants a bare list of field names. */
export const ErrorBody = Type.Object({
  message: Type.String(),
  code: Type.String(),
  fields: Type.Optional(Type.Array(Type.String())),
})
export type ErrorBody = Static<typeof ErrorBody>
export const FieldList = Type.Array(Type.String(), { description: 'Names of the fields that are wrong or in conflict' })
