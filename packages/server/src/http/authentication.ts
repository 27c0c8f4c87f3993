// Turns a request's credential into a caller, or fails. Nothing else in the server reads credentials.
import {
  type Access,
  Failure,
  hasPermission,
  lowerRole,
  namespaceHeader,
  type Permission,
  type Role,
  TenantId,
} from '@sshore/contract'
import { Value } from 'typebox/value'
import type { Headers } from '../platform/client-address.ts'
import { scopeOf } from '../platform/scope.ts'
import { equalSecrets, hashOfKey } from '../platform/secrets.ts'
import type { DeviceClaims, UserClaims } from '../platform/tokens.ts'
import type { Services } from '../services.ts'
import type { Caller, CallingUser, DeviceCaller, MemberKeyCaller, OperatorCaller } from './caller.ts'
import { findKeyStanding, findStanding, namespaceExists, type Standing } from './credentials.store.ts'
import { isHeld, looksAfterServer } from './holders.ts'

function findBearer({ authorization }: Headers): string | undefined {
  return typeof authorization === 'string' ? /^Bearer +(\S+)$/i.exec(authorization)?.[1] : undefined
}

function bearerOf(headers: Headers): string {
  const token = findBearer(headers)
  if (token === undefined) throw new Failure('unauthenticated')
  return token
}

function showsServiceToken({ options }: Services, headers: Headers): boolean {
  const token = findBearer(headers)
  return token !== undefined && equalSecrets(token, options.serviceToken)
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
  // Empty: none has begun.
  const session = claims.browser === '' ? undefined : claims.browser
  const standing = await findStanding(services.database, claims.id, claims.tenant)
  const valid = standing?.status === 'confirmed' && standing.tokenVersion === claims.version
  const stands =
    valid &&
    (await isHeld(services, claims.id, session)) &&
    (await looksAfterServer(services, claims.by?.administrator))
  if (!stands) throw new Failure('unauthenticated')
  const { username, tokenVersion } = standing
  const acting = claims.by === undefined ? {} : { acting: { ...claims.by, until: claims.exp } }
  const { browser, login, exp: until } = claims
  const held = browser === undefined ? {} : { browser: { session: browser, login, until } }
  const how = { secondFactor: claims.mfa, singleSignOn: claims.sso === true }
  return { user: { id: claims.id, username, tokenVersion, ...how, ...acting, ...held }, standing }
}

function requirePermission(role: Role, permission: Permission | undefined): void {
  if (permission && !hasPermission(role, permission)) throw new Failure('forbidden')
}

/** Longer ones are nobody's. */
const keyCharsMost = 64

/**
 * An API key takes precedence over a token, so a wrong one is not made good by a token beside it. A good one is refused where
 * only a person may call.
 */
async function keyCaller(services: Services, access: Access, key: string): Promise<MemberKeyCaller> {
  if (access.kind === 'device' || key === '' || key.length > keyCharsMost) throw new Failure('unauthenticated')
  const now = Math.floor(services.clock.now() / 1000)
  const standing = await findKeyStanding(services.database, hashOfKey(key), now)
  if (!standing) throw new Failure('unauthenticated')
  const takesKeys = (access.kind === 'member' || access.kind === 'user') && access.apiKey === true
  if (!takesKeys) throw new Failure('api_key_not_allowed')
  const { name, tenantId, createdBy } = standing
  const role = lowerRole(standing.role, standing.creatorRole)
  if (access.kind === 'member') requirePermission(role, access.permission)
  return { kind: 'member', apiKey: { name, createdBy }, tenantId, role, scope: scopeOf(tenantId) }
}

type MemberAccess = Extract<Access, { kind: 'member' }>

/**
 * Our own processes may do in one namespace what its owner may, so that the command line beside the server makes the calls that
 * everybody makes. What only a person can be asked is refused to them as it is to an API key.
 */
async function operatorOf(services: Services, access: MemberAccess, tenant: unknown): Promise<OperatorCaller> {
  if (!Value.Check(TenantId, tenant)) throw new Failure('unauthenticated')
  if (!access.apiKey) throw new Failure('api_key_not_allowed')
  const scope = scopeOf(tenant)
  if (!(await namespaceExists(services.database, scope))) throw new Failure('namespace_not_found')
  return { kind: 'member', tenantId: tenant, role: 'owner', scope }
}

function memberOf({ user, standing }: SignedIn, claims: UserClaims, access: MemberAccess): Caller {
  if (claims.tenant === undefined) throw new Failure('namespace_required')
  if (standing.role === undefined) throw new Failure('unauthenticated')
  requirePermission(standing.role, access.permission)
  return { kind: 'member', user, tenantId: claims.tenant, role: standing.role, scope: scopeOf(claims.tenant) }
}

/**
 * The caller of a request to an endpoint with this access. Fails with `unauthenticated` for a credential that is missing, wrong,
 * expired, revoked or of another kind; with `namespace_required` or `forbidden` for one that is good but not for this.
 */
export async function authenticate(services: Services, access: Access, headers: Headers): Promise<Caller> {
  if (access.kind === 'public') return { kind: 'public' }
  if (access.kind === 'internal') {
    if (!showsServiceToken(services, headers)) throw new Failure('unauthenticated')
    return { kind: 'internal', ...(access.by ? { by: access.by } : {}) }
  }
  const tenant = headers[namespaceHeader.toLowerCase()]
  if (tenant !== undefined && access.kind === 'member' && showsServiceToken(services, headers)) {
    return operatorOf(services, access, tenant)
  }
  if (access.kind === 'administrator' && showsServiceToken(services, headers)) return { kind: 'administrator' }
  const key = headers['x-api-key']
  if (key !== undefined) return keyCaller(services, access, typeof key === 'string' ? key : '')
  const claims = await services.tokens.verify(bearerOf(headers))
  if (claims === undefined) throw new Failure('unauthenticated')
  if (claims.claims === 'device') {
    if (access.kind !== 'device') throw new Failure('unauthenticated')
    return deviceOf(services, claims)
  }
  if (access.kind === 'device') throw new Failure('unauthenticated')
  const known = await signedIn(services, claims)
  if (access.kind === 'member') return memberOf(known, claims, access)
  if (access.kind === 'administrator') {
    if (!known.standing.administrator || claims.by !== undefined) throw new Failure('not_administrator')
    return { kind: 'administrator', user: known.user }
  }
  const bound = known.standing.role !== undefined && claims.tenant !== undefined
  return { kind: 'user', user: known.user, ...(bound ? { tenantId: claims.tenant } : {}) }
}
