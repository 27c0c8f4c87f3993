// What of the database belongs to a namespace and goes along when it moves to another server. A new table or column breaks the
// types here until somebody has decided about it.
import type { Tables } from '../platform/database/schema.ts'

type Kind<Value> = null extends Value
  ? NonNullable<Value> extends number
    ? 'number?'
    : 'text?'
  : Value extends number
    ? 'number'
    : 'text'

type ColumnsOf<Table> = { readonly [Column in keyof Table]: Kind<Table[Column]> }

/** Named for people who read a file, in an order in which each row comes after what it refers to. */
export const transferredColumns = {
  namespaces: {
    tenant_id: 'text',
    name: 'text',
    owner_id: 'text',
    type: 'text',
    session_record: 'number',
    session_record_required: 'number',
    connection_announcement: 'text',
    allow_local_forwarding: 'number',
    allow_remote_forwarding: 'number',
    allow_socket_forwarding: 'number',
    allow_agent_forwarding: 'number',
    require_mfa: 'number',
    max_devices: 'number',
    created_at: 'number',
  },
  memberships: {
    tenant_id: 'text',
    user_id: 'text',
    role: 'text',
    status: 'text',
    added_at: 'number',
    expires_at: 'number?',
  },
  api_keys: {
    key_hash: 'text',
    tenant_id: 'text',
    name: 'text',
    role: 'text',
    created_by: 'text',
    created_at: 'number',
    updated_at: 'number',
    expires_at_seconds: 'number',
  },
  devices: {
    uid: 'text',
    tenant_id: 'text',
    name: 'text',
    mac: 'text',
    info_id: 'text',
    info_pretty_name: 'text',
    info_version: 'text',
    info_arch: 'text',
    info_platform: 'text',
    public_key: 'text',
    remote_addr: 'text',
    latitude_microdegrees: 'number',
    longitude_microdegrees: 'number',
    public_url: 'number',
    status: 'text',
    status_updated_at: 'number',
    created_at: 'number',
    last_seen_at: 'number',
    disconnected_at: 'number?',
  },
  device_tags: { device_uid: 'text', tenant_id: 'text', tag: 'text' },
  public_keys: {
    tenant_id: 'text',
    fingerprint: 'text',
    line: 'text',
    name: 'text',
    username: 'text',
    hostname: 'text?',
    created_at: 'number',
  },
  public_key_tags: { tenant_id: 'text', fingerprint: 'text', tag: 'text' },
  certificate_authorities: {
    tenant_id: 'text',
    fingerprint: 'text',
    line: 'text',
    name: 'text',
    sealed_key: 'text?',
    last_serial: 'number',
    hours_most: 'number',
    member_principals: 'text',
    created_at: 'number',
  },
  certificates: {
    tenant_id: 'text',
    authority: 'text',
    serial: 'number',
    key_id: 'text',
    user_id: 'text',
    fingerprint: 'text',
    sha256: 'text',
    principals: 'text',
    source_addresses: 'text',
    valid_after: 'number',
    valid_before: 'number',
    created_at: 'number',
  },
  certificate_revocations: {
    tenant_id: 'text',
    authority: 'text',
    serial: 'text',
    key_id: 'text',
    created_at: 'number',
  },
  firewall_rules: {
    tenant_id: 'text',
    number: 'number',
    action: 'text',
    active: 'number',
    priority: 'number',
    source_ip: 'text',
    username: 'text',
    hostname: 'text?',
  },
  firewall_rule_tags: { tenant_id: 'text', rule: 'number', tag: 'text' },
  firewall_states: { tenant_id: 'text', last_number: 'number', state: 'text' },
  sessions: {
    uid: 'text',
    device_uid: 'text',
    tenant_id: 'text',
    username: 'text',
    ip_address: 'text',
    latitude_microdegrees: 'number',
    longitude_microdegrees: 'number',
    type: 'text',
    term: 'text',
    authenticated: 'number',
    recorded: 'number',
    event_types: 'text',
    seats: 'text',
    started_at: 'number',
    last_seen_at: 'number',
    ended_at: 'number?',
  },
  session_events: {
    session_uid: 'text',
    position: 'number',
    tenant_id: 'text',
    type: 'text',
    happened_at: 'number',
    data: 'text',
    seat: 'number',
  },
} as const satisfies { readonly [Table in Exclude<keyof Tables, keyof typeof leftBehind>]: ColumnsOf<Tables[Table]> }

/** Why each of the others stays behind. */
export const leftBehind = {
  schema_migrations: 'of the database',
  users: 'known to many namespaces: matched by name and address instead',
  user_credentials: 'of users',
  settings: 'of the server',
  login_failures: 'of users',
  login_addresses: 'of users',
  mfa_factors: 'of users',
  mfa_recovery_codes: 'of users',
  mfa_enrolments: 'of users, and over in minutes',
  mfa_challenges: 'of users, and over in minutes',
  mfa_resets: 'of users, and over in a day',
  mfa_keys: 'of users',
  browser_sessions: 'of users, and of a browser that knows this server',
  begun_logins: 'over in minutes',
  device_counts: 'kept by the database itself',
  online_counts: 'of devices as they reached the other server, and over in 30 days',
  online_slots: 'the same',
  pairings: 'over in minutes',
  pairing_misses: 'of the server',
  audit_logs: 'sealed with the key of the server',
  audit_entries: 'the same',
  webhooks: 'their secrets are sealed for the server, and who is told by them should be asked anew',
  connectors: 'their keys are sealed for the server, and where it connects to should be asked anew',
  recordings: 'encrypted with the key of the server, in a store of its own; download what is to be kept',
  recording_texts: 'of recordings',
  webhook_deliveries: 'over in days',
  billing_accounts: 'a contract between the payment provider and who runs the server',
  billing_events: 'of the server',
  removed_devices: 'over in 30 days, and what they count for is decided where they were',
  mailed_tokens: 'of users, over in a day',
  account_requests: 'of the server, over in an hour',
  invites: 'their links lead to the other server; members who have accepted come along',
  mails: 'of the server, over in days, and sealed with its key',
  tunnels: 'their addresses are of this server, and who is let in should be asked anew',
  saml_identities: 'of users',
  saml_spent: 'over in minutes',
  announcements: 'of the server',
} as const satisfies Partial<Record<keyof Tables, string>>

export type TransferredTable = keyof typeof transferredColumns

export const transferredTables = Object.keys(transferredColumns) as readonly TransferredTable[]

/** Only when asked for: there may be millions of them. */
export const sessionTables: ReadonlySet<TransferredTable> = new Set(['sessions', 'session_events'])

/** The columns in whose order a table is read, in pages. */
export const transferKeys: Readonly<Record<TransferredTable, readonly string[]>> = {
  namespaces: ['tenant_id'],
  memberships: ['user_id'],
  api_keys: ['key_hash'],
  devices: ['uid'],
  device_tags: ['device_uid', 'tag'],
  public_keys: ['fingerprint'],
  public_key_tags: ['fingerprint', 'tag'],
  certificate_authorities: ['fingerprint'],
  certificates: ['authority', 'serial'],
  certificate_revocations: ['authority', 'serial', 'key_id'],
  firewall_rules: ['number'],
  firewall_rule_tags: ['rule', 'tag'],
  firewall_states: ['tenant_id'],
  sessions: ['uid'],
  session_events: ['session_uid', 'position'],
}

export type Reference = 'tenant' | 'user' | 'device' | 'session'

/** Columns of identifiers that may be others on the new server. */
export const references: Readonly<Record<string, Reference>> = {
  tenant_id: 'tenant',
  owner_id: 'user',
  user_id: 'user',
  created_by: 'user',
  device_uid: 'device',
  session_uid: 'session',
}

export type TransferRow = Readonly<Record<string, string | number | null>>
