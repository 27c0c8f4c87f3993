// The tables as Kysely sees them. Columns hold what `codecs.ts` says: times in Unix milliseconds, flags as 0 or 1.
import type { Role, TenantId, UserId } from '@sshore/contract'
import type { Kysely } from 'kysely'
import type { AccountTables } from './account-tables.ts'
import type { AuditTables } from './audit-tables.ts'
import type { BillingTables } from './billing-tables.ts'
import type { BrowserSessionTables } from './browser-session-tables.ts'
import type { CertificateTables } from './certificate-tables.ts'
import type { ConnectorTables } from './connector-tables.ts'
import type { DeviceTables } from './device-tables.ts'
import type { FirewallTables } from './firewall-tables.ts'
import type { MailTables } from './mail-tables.ts'
import type { MfaTables } from './mfa-tables.ts'
import type { RecordingTables } from './recording-tables.ts'
import type { SingleSignOnTables } from './single-sign-on-tables.ts'
import type { TunnelTables } from './tunnel-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'

export interface Tables
  extends
    AccountTables,
    AuditTables,
    BillingTables,
    BrowserSessionTables,
    CertificateTables,
    ConnectorTables,
    DeviceTables,
    FirewallTables,
    MailTables,
    MfaTables,
    RecordingTables,
    SingleSignOnTables,
    TunnelTables,
    WebhookTables {
  schema_migrations: SchemaMigrationsTable
  users: UsersTable
  user_credentials: UserCredentialsTable
  namespaces: NamespacesTable
  memberships: MembershipsTable
  api_keys: ApiKeysTable
  settings: SettingsTable
  login_failures: LoginFailuresTable
  login_addresses: LoginAddressesTable
}

/** A connection, or a transaction on it. */
export type Database = Kysely<Tables>

export interface SchemaMigrationsTable {
  number: number
  name: string
  applied_at: number
}

export interface UsersTable {
  id: UserId
  /** Lower-cased, as is `email`: both compare without case. */
  username: string
  email: string
  name: string
  recovery_email: string
  status: 'invited' | 'not-confirmed' | 'confirmed'
  /** News may be sent to the address. */
  email_marketing: number
  /** Looks after the whole server. */
  administrator: number
  /** -1 unlimited, 0 none. */
  max_namespaces: number
  /** Namespace that a login starts in. */
  preferred_tenant_id: TenantId | null
  /** Raising it kills every token given out before. */
  token_version: number
  created_at: number
  last_login_at: number | null
}

export interface UserCredentialsTable {
  user_id: UserId
  /** PHC string. */
  password_hash: string
  updated_at: number
}

export interface NamespacesTable {
  tenant_id: TenantId
  /** Lower-cased. */
  name: string
  owner_id: UserId
  type: 'personal' | 'team'
  session_record: number
  /** With `session_record`: no session without its recording. */
  session_record_required: number
  connection_announcement: string
  allow_local_forwarding: number
  allow_remote_forwarding: number
  allow_socket_forwarding: number
  allow_agent_forwarding: number
  /** Logins to its devices are asked for a second factor. */
  require_mfa: number
  /** -1 unlimited. */
  max_devices: number
  created_at: number
}

export interface MembershipsTable {
  tenant_id: TenantId
  user_id: UserId
  role: Role
  status: 'accepted' | 'pending'
  added_at: number
  expires_at: number | null
}

/** Goes with the membership of its creator. */
export interface ApiKeysTable {
  /** SHA-256 of the key, hex. */
  key_hash: string
  tenant_id: TenantId
  /** Unique in the namespace. */
  name: string
  /** What it was given; what it may do is bounded by its creator's present role. */
  role: Role
  created_by: UserId
  created_at: number
  updated_at: number
  /** Unix seconds, as clients read it; -1: never. */
  expires_at_seconds: number
}

/** Facts about the whole server, by name; the value is JSON. */
export interface SettingsTable {
  name: string
  value: string
}

/** Failed logins in a row of one account, from one address (or from all, see lockout). */
export interface LoginFailuresTable {
  /** User id, or a digest of the name when there is no such user. */
  account: string
  address: string
  failures: number
  locked_until: number | null
  /** When the count starts over. */
  forgotten_at: number
}

/** Where a user has signed in from. */
export interface LoginAddressesTable {
  user_id: UserId
  address: string
  last_login_at: number
}
