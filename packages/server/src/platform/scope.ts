import type { TenantId } from '@sshore/contract'

/**
 * Whose rows a store call may touch. Every tenant-bound store function takes one, so that a query without its namespace cannot be
 * written by accident: the edge makes it from a credential, internal calls from what the server itself looked up.
 */
export interface Scope {
  readonly tenantId: TenantId
}

export const scopeOf = (tenantId: TenantId): Scope => ({ tenantId })
