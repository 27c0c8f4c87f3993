import type { Role, TenantId, UserId } from '@sshore/contract'
import type { Database } from '../platform/database/schema.ts'

export interface Standing {
  readonly username: string
  readonly tokenVersion: number
  readonly status: 'invited' | 'not-confirmed' | 'confirmed'
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
    .select(['users.username', 'users.token_version', 'users.status', 'memberships.role'])
    .where('users.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return { username: row.username, tokenVersion: row.token_version, status: row.status, role: row.role ?? undefined }
}
