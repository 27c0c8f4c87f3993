// Keys for programs: as strong as a password, so only their hash is kept.
import { randomUUID } from 'node:crypto'
import { type BodyOf, type Contract, Failure, isAtMost, limits, type Role, type UserId } from '@sshore/contract'
import type { Change, Fact } from '../../hooks.ts'
import { hours } from '../../platform/clock.ts'
import type { ApiKeysTable } from '../../platform/database/schema.ts'
import { hashOfKey } from '../../platform/secrets.ts'
import { deleteKey, findKeyByName, insertKey, updateKey } from './api-keys.store.ts'

/** In whose name a key is dealt with. */
export interface KeyHolder {
  readonly user: { readonly id: UserId }
  readonly role: Role
}

const target = (name: string): Fact['target'] => ({ kind: 'api-key', id: name, name })

/** A key may have at most the role of who deals with it, now and before. */
function requireAtMost(role: Role, most: Role): void {
  if (!isAtMost(role, most)) {
    throw new Failure('role_above_own', { message: `You are ${most} here; a key of yours can be that at most.` })
  }
}

/** Unix seconds; -1 for never. */
const expiryOf = (days: number, now: number): number =>
  days === limits.apiKey.never ? limits.apiKey.never : Math.floor((now + hours(days * 24)) / 1000)

export interface CreatedKey {
  /** Told once, and nowhere kept. */
  readonly key: string
  readonly row: ApiKeysTable
}

/** Without a role, the key gets its creator's. Fails with `role_above_own` or `api_key_exists`. */
export async function createKey(
  { database, scope, changed }: Change,
  { user, role: own }: KeyHolder,
  { name, role = own, expires_at: days, key = randomUUID() }: BodyOf<Contract['createApiKey']>,
  now: number,
): Promise<CreatedKey> {
  requireAtMost(role, own)
  const row: ApiKeysTable = {
    key_hash: hashOfKey(key),
    tenant_id: scope.tenantId,
    name,
    role,
    created_by: user.id,
    created_at: now,
    updated_at: now,
    expires_at_seconds: expiryOf(days, now),
  }
  if (!(await insertKey(database, row))) {
    const sameName = await findKeyByName(database, scope, name)
    throw new Failure('api_key_exists', { fields: [sameName ? 'name' : 'key'] })
  }
  const after = { name, role, expires_in: row.expires_at_seconds }
  await changed({ what: 'api-key.create', target: target(name), after })
  return { key, row }
}

async function getKey({ database, scope }: Change, name: string): Promise<ApiKeysTable> {
  const key = await findKeyByName(database, scope, name)
  if (!key) throw new Failure('api_key_not_found')
  return key
}

/** Changes what is present. Fails with `api_key_not_found`, `role_above_own` or `api_key_exists`. */
export async function editKey(
  inside: Change,
  { role: own }: Pick<KeyHolder, 'role'>,
  current: string,
  fields: BodyOf<Contract['updateApiKey']>,
  now: number,
): Promise<void> {
  const { database, scope, changed } = inside
  const key = await getKey(inside, current)
  requireAtMost(key.role, own)
  const { name = key.name, role = key.role } = fields
  requireAtMost(role, own)
  const renamed = name !== key.name
  if (renamed && (await findKeyByName(database, scope, name))) throw new Failure('api_key_exists', { fields: ['name'] })
  await updateKey(database, scope, key.name, { name, role, updated_at: now })
  const before = { name: key.name, role: key.role }
  await changed({ what: 'api-key.update', target: target(name), before, after: { name, role } })
}

/** Fails with `api_key_not_found` or `role_above_own`. */
export async function removeKey(inside: Change, { role: own }: Pick<KeyHolder, 'role'>, name: string): Promise<void> {
  const key = await getKey(inside, name)
  requireAtMost(key.role, own)
  await deleteKey(inside.database, inside.scope, name)
  await inside.changed({ what: 'api-key.remove', target: target(name), before: { name, role: key.role } })
}
