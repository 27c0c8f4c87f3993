import { flag } from '../platform/database/codecs.ts'
import { type ActingAdministrator, limits, type Role, type TenantId, type UserId } from '@sshore/contract'
import type { Database } from '../platform/database/schema.ts'
import type { Scope } from '../platform/scope.ts'

export interface Standing {
  readonly username: string
  readonly tokenVersion: number
  readonly status: 'invited' | 'not-confirmed' | 'confirmed'
  /** Of the whole server. */
  readonly administrator: boolean
  /** Undefined: not an accepted member of the namespace asked about. */
  readonly role: Role | undefined
}

/** What a user is now, and in one namespace: read at each request, so that a change holds from the next one on. */
export async function findStanding(
  database: Database,
  id: UserId,
  tenantId: TenantId | undefined,
): Promise<Standing | undefined> {
  const row = await database
    .selectFrom('users')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'users.id')
        .on('memberships.tenant_id', '=', tenantId ?? null)
        .on('memberships.status', '=', 'accepted'),
    )
    .select(['users.username', 'users.token_version', 'users.status', 'users.administrator', 'memberships.role'])
    .where('users.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { username, token_version: tokenVersion, status, administrator, role } = row
  return { username, tokenVersion, status, administrator: flag.read(administrator), role: role ?? undefined }
}

/** Whether somebody looks after the whole server, and has not signed out everywhere since. */
export async function isAdministrator(database: Database, by: ActingAdministrator): Promise<boolean> {
  const row = await database
    .selectFrom('users')
    .select('administrator')
    .where('id', '=', by.id)
    .where('token_version', '=', by.token_version)
    .where('status', '=', 'confirmed')
    .executeTakeFirst()
  return row !== undefined && flag.read(row.administrator)
}

export interface KeyStanding {
  readonly name: string
  readonly tenantId: TenantId
  readonly createdBy: UserId
  /** What the key was given. */
  readonly role: Role
  /** What its creator is in the namespace now. */
  readonly creatorRole: Role
}

/** The API key with this hash, while it has not expired and its creator is a confirmed user and an accepted member. */
export async function findKeyStanding(
  database: Database,
  hash: string,
  nowSeconds: number,
): Promise<KeyStanding | undefined> {
  return database
    .selectFrom('api_keys')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.tenant_id', '=', 'api_keys.tenant_id')
        .onRef('memberships.user_id', '=', 'api_keys.created_by')
        .on('memberships.status', '=', 'accepted'),
    )
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'api_keys.created_by').on('users.status', '=', 'confirmed'),
    )
    .select([
      'api_keys.name',
      'api_keys.tenant_id as tenantId',
      'api_keys.created_by as createdBy',
      'api_keys.role',
      'memberships.role as creatorRole',
    ])
    .where('api_keys.key_hash', '=', hash)
    .where((where) =>
      where.or([where('expires_at_seconds', '=', limits.apiKey.never), where('expires_at_seconds', '>', nowSeconds)]),
    )
    .executeTakeFirst()
}

export async function namespaceExists(database: Database, scope: Scope): Promise<boolean> {
  const row = await database
    .selectFrom('namespaces')
    .select('tenant_id')
    .where('tenant_id', '=', scope.tenantId)
    .executeTakeFirst()
  return row !== undefined
}
