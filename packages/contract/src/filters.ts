// What each list may be filtered and sorted by, and how deep and long a filter may be. The grammar is in `filter-grammar.ts`.

/** How the values of a property compare. */
export type PropertyKind =
  | 'text'
  /** RFC 3339, or Unix seconds as a whole number. */
  | 'time'
  | 'number'
  | 'boolean'
  /** A list of texts; a condition holds when it holds for one of them. */
  | 'texts'

export type Properties = Readonly<Record<string, PropertyKind>>

export const deviceProperties = {
  uid: 'text',
  name: 'text',
  status: 'text',
  tenant_id: 'text',
  tags: 'texts',
  online: 'boolean',
  acceptable: 'boolean',
  public_url: 'boolean',
  last_seen: 'time',
  created_at: 'time',
  status_updated_at: 'time',
  status_update_at: 'time',
  remote_addr: 'text',
  public_key: 'text',
  'identity.mac': 'text',
  'info.id': 'text',
  'info.pretty_name': 'text',
  'info.version': 'text',
  'info.arch': 'text',
  'info.platform': 'text',
} as const satisfies Properties
export type DeviceProperty = keyof typeof deviceProperties

export const sessionProperties = {
  uid: 'text',
  device_uid: 'text',
  'device.name': 'text',
  username: 'text',
  ip_address: 'text',
  started_at: 'time',
  last_seen: 'time',
  active: 'boolean',
  authenticated: 'boolean',
  recorded: 'boolean',
  type: 'text',
  term: 'text',
} as const satisfies Properties
export type SessionProperty = keyof typeof sessionProperties

export const publicKeyProperties = {
  name: 'text',
  fingerprint: 'text',
  username: 'text',
  'filter.hostname': 'text',
  'filter.tags': 'texts',
  created_at: 'time',
} as const satisfies Properties
export type PublicKeyProperty = keyof typeof publicKeyProperties

/** Of users, for administrators of the server. */
export const userProperties = {
  id: 'text',
  username: 'text',
  email: 'text',
  name: 'text',
  status: 'text',
  administrator: 'boolean',
  max_namespaces: 'number',
  created_at: 'time',
  last_login: 'time',
} as const satisfies Properties
export type UserProperty = keyof typeof userProperties
export const userColumns = ['created_at', 'username', 'email', 'name', 'last_login'] as const
export type UserColumn = (typeof userColumns)[number]

/** Of devices of all namespaces together. */
export const everyDeviceProperties = {
  uid: 'text',
  name: 'text',
  status: 'text',
  tenant_id: 'text',
  last_seen: 'time',
  created_at: 'time',
  remote_addr: 'text',
  'identity.mac': 'text',
  'info.id': 'text',
  'info.version': 'text',
  'info.arch': 'text',
  'info.platform': 'text',
} as const satisfies Properties
export type EveryDeviceProperty = keyof typeof everyDeviceProperties

/** Of public keys of all namespaces together. */
export const everyKeyProperties = {
  name: 'text',
  fingerprint: 'text',
  username: 'text',
  tenant_id: 'text',
  created_at: 'time',
} as const satisfies Properties
export type EveryKeyProperty = keyof typeof everyKeyProperties

export const namespaceProperties = {
  name: 'text',
  owner: 'text',
  tenant_id: 'text',
  type: 'text',
  max_devices: 'number',
  created_at: 'time',
  'settings.session_record': 'boolean',
  'settings.connection_announcement': 'text',
  'settings.allow_local_forwarding': 'boolean',
  'settings.allow_remote_forwarding': 'boolean',
  'settings.allow_socket_forwarding': 'boolean',
  'settings.allow_agent_forwarding': 'boolean',
  'settings.require_mfa': 'boolean',
} as const satisfies Properties
export type NamespaceProperty = keyof typeof namespaceProperties

export const auditProperties = {
  time: 'time',
  action: 'text',
  'actor.kind': 'text',
  'actor.id': 'text',
  'actor.name': 'text',
  'target.kind': 'text',
  'target.id': 'text',
  'target.name': 'text',
  address: 'text',
  request_id: 'text',
} as const satisfies Properties
export type AuditProperty = keyof typeof auditProperties

/** The first one is the default order. */
export const deviceColumns = [
  'last_seen',
  'name',
  'status',
  'online',
  'created_at',
  'status_updated_at',
  'status_update_at',
  'uid',
  'remote_addr',
  'identity.mac',
  'info.id',
  'info.pretty_name',
  'info.version',
  'info.arch',
  'info.platform',
] as const
export type DeviceColumn = (typeof deviceColumns)[number]

export const sessionColumns = [
  'started_at',
  'last_seen',
  'username',
  'ip_address',
  'device_uid',
  'type',
  'uid',
] as const
export type SessionColumn = (typeof sessionColumns)[number]

export const publicKeyColumns = ['created_at', 'name', 'fingerprint', 'username'] as const
export type PublicKeyColumn = (typeof publicKeyColumns)[number]

export const apiKeyColumns = ['expires_in', 'name', 'role', 'created_by', 'created_at', 'updated_at'] as const
export type ApiKeyColumn = (typeof apiKeyColumns)[number]

export const auditColumns = ['time'] as const
export type AuditColumn = (typeof auditColumns)[number]
