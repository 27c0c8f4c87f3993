// Turns a request's credential into a caller, or fails. Nothing else in the server reads credentials.
import { type Access, Failure, hasPermission } from '@sshore/contract'
import type { Headers } from '../platform/client-address.ts'
import { scopeOf } from '../platform/scope.ts'
import { equalSecrets } from '../platform/secrets.ts'
import type { DeviceClaims, UserClaims } from '../platform/tokens.ts'
import type { Services } from '../services.ts'
import type { Caller, CallingUser, DeviceCaller } from './caller.ts'
import { findStanding, type Standing } from './credentials.store.ts'

function bearerOf(headers: Headers): string {
  const { authorization } = headers
  const token = typeof authorization === 'string' ? /^Bearer +(\S+)$/i.exec(authorization)?.[1] : undefined
  if (token === undefined) throw new Failure('unauthenticated')
  return token
}

async function deviceOf(services: Services, claims: DeviceClaims): Promise<DeviceCaller> {
  const scope = scopeOf(claims.tenant)
  const answers = services.hooks.list('device.exists').map((exists) => exists(services.database, scope, claims.uid))
  if (!(await Promise.all(answers)).includes(true)) throw new Failure('unauthenticated')
  return { kind: 'device', uid: claims.uid, tenantId: claims.tenant, scope }
}

interface SignedIn {
  readonly user: CallingUser
  readonly standing: Standing
}

async function signedIn(services: Services, claims: UserClaims): Promise<SignedIn> {
  const standing = await findStanding(services.database, claims.id, claims.tenant)
  const valid = standing?.status === 'confirmed' && standing.tokenVersion === claims.version
  if (!valid) throw new Failure('unauthenticated')
  return { user: { id: claims.id, username: standing.username, tokenVersion: standing.tokenVersion }, standing }
}

type MemberAccess = Extract<Access, { kind: 'member' }>

function memberOf({ user, standing }: SignedIn, claims: UserClaims, access: MemberAccess): Caller {
  if (claims.tenant === undefined) throw new Failure('namespace_required')
  if (standing.role === undefined) throw new Failure('unauthenticated')
  if (access.permission && !hasPermission(standing.role, access.permission)) throw new Failure('forbidden')
  return { kind: 'member', user, tenantId: claims.tenant, role: standing.role, scope: scopeOf(claims.tenant) }
}

/**
 * The caller of a request to an endpoint with this access. Fails with `unauthenticated` for a credential that is missing, wrong,
 * expired, revoked or of another kind; with `namespace_required` or `forbidden` for one that is good but not for this.
 */
export async function authenticate(services: Services, access: Access, headers: Headers): Promise<Caller> {
  if (access.kind === 'public') return { kind: 'public' }
  if (access.kind === 'internal') {
    if (!equalSecrets(bearerOf(headers), services.options.serviceToken)) throw new Failure('unauthenticated')
    return { kind: 'internal' }
  }
  // An API key takes precedence over a token, so a wrong one is not made good by a token beside it. No key exists yet.
  if (headers['x-api-key'] !== undefined) throw new Failure('unauthenticated')
  const claims = await services.tokens.verify(bearerOf(headers))
  if (claims === undefined) throw new Failure('unauthenticated')
  if (claims.claims === 'device') {
    if (access.kind !== 'device') throw new Failure('unauthenticated')
    return deviceOf(services, claims)
  }
  if (access.kind === 'device') throw new Failure('unauthenticated')
  const known = await signedIn(services, claims)
  if (access.kind === 'member') return memberOf(known, claims, access)
  const bound = known.standing.role !== undefined && claims.tenant !== undefined
  return { kind: 'user', user: known.user, ...(bound ? { tenantId: claims.tenant } : {}) }
}
