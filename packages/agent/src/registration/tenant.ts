import { TenantId } from '@sshore/contract'
import { Value } from 'typebox/value'
import { UsageError } from '../flags.ts'
import type { StateFolder } from '../identity/state-folder.ts'

const tenantFile = 'tenant'

const isTenantId = (text: string): text is TenantId => Value.Check(TenantId, text)

/** A namespace's id as a person gave it; fails with what to do when it is none. */
export function parseTenantId(text: string): TenantId {
  const id = text.trim().toLowerCase()
  if (isTenantId(id)) return id
  throw new UsageError(
    `"${text}" is not a tenant id; copy it from the namespace's settings, or leave it out to pair with a code`,
  )
}

/** The namespace that this device joined by pairing. */
export async function findAdoptedTenant(folder: StateFolder): Promise<TenantId | undefined> {
  const text = await folder.find(tenantFile)
  return text === undefined ? undefined : parseTenantId(text)
}

export const adoptTenant = (folder: StateFolder, tenant: TenantId): Promise<void> =>
  folder.replace(tenantFile, `${tenant}\n`)
