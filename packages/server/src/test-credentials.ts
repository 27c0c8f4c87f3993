// Everybody who may stand before a door: with a good credential, a spent one, a forged one or none.
import { randomUUID } from 'node:crypto'
import { namespaceHeader, type Role, roles, type TenantId } from '@sshore/contract'
import { hours } from './platform/clock.ts'
import type { Services } from './services.ts'
import type { Credential, Standing } from './test-access.ts'
import { acceptedDevice, register, secondServices } from './test-device.ts'
import { type TestServer, testPassword, testServiceToken } from './test-server.ts'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A token as a login would give it at this moment. */
async function freshToken(services: Services, username: string, tenantId: TenantId | undefined): Promise<string> {
  const user = await services.database
    .selectFrom('users')
    .select(['id', 'token_version as version'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return services.tokens.signUser({ ...user, username, tenantId, secondFactor: false })
}

export interface Cast {
  readonly tenantId: TenantId
  /** Owner of another namespace. */
  readonly other: TenantId
}

/** Everybody owns some namespace, so that nobody goes when they call what removes their account. */
async function createUser(stack: TestServer, username: string): Promise<void> {
  await stack.internal.createUser({ body: { username, email: `${username}@example.org`, password: testPassword } })
  await stack.internal.createNamespaceFor({ body: { name: `home-of-${username}`, owner: username } })
}

const joining: Readonly<Record<string, Role>> = {
  administrator: 'administrator',
  operator: 'operator',
  observer: 'observer',
  // They are administrators until `credentialsOf` has made keys for them.
  removed: 'administrator',
  demoted: 'administrator',
}

/** The namespace of ana with its members, bob with a namespace of his own, and one whose token is for none. */
export async function signUpCast(stack: TestServer): Promise<Cast> {
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  for (const [username, role] of Object.entries(joining)) {
    await createUser(stack, username)
    await stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user: username, role } })
  }
  await createUser(stack, 'lonely')
  await createUser(stack, 'root')
  await stack.internal.setAdministrator({ params: { username: 'root' }, body: { administrator: true } })
  return { tenantId: ana.tenantId, other: bob.tenantId }
}

/** API keys by what became of them or of their creators. */
async function apiKeysOf(stack: TestServer, services: Services, { tenantId }: Cast) {
  const make = async (creator: string, name: string, role: Role): Promise<string> => {
    const client = stack.as(await freshToken(services, creator, tenantId))
    return (await client.createApiKey({ body: { name, expires_at: 30, role } })).body.id
  }
  const expired = await make('ana', 'expired', 'owner')
  stack.clock.advance(hours(31 * 24))
  const ofDemoted = await make('demoted', 'of-demoted', 'administrator')
  const ofRemoved = await make('removed', 'of-removed', 'administrator')
  await stack.internal.updateMemberByName({ params: { name: 'ana', user: 'demoted' }, body: { role: 'observer' } })
  await stack.internal.removeMemberByName({ params: { name: 'ana', user: 'removed' } })
  const deleted = await make('ana', 'deleted', 'owner')
  await stack.as(await freshToken(services, 'ana', tenantId)).deleteApiKey({ params: { key: 'deleted' } })
  const ofRole = new Map<Role, string>()
  for (const role of roles) ofRole.set(role, await make('ana', `${role}-key`, role))
  return { expired, deleted, ofDemoted, ofRemoved, ofRole }
}

/** One credential of each sort. `services` sign as the server does. */
export async function credentialsOf(stack: TestServer, services: Services, cast: Cast): Promise<Credential[]> {
  const { tenantId, other } = cast
  const keys = await apiKeysOf(stack, services, cast)
  const ana = { ...(await stack.signIn('ana')), tenantId }
  const device = await acceptedDevice(stack, ana)
  const gone = await register(stack, ana, { hostname: 'gone' })
  await ana.client.removeDevice({ params: { uid: gone.uid } })
  await using past = await secondServices(stack, { now: () => stack.clock.now() - hours(73) })
  const expired = await freshToken(past, 'ana', tenantId)
  const revoked = ana.token
  await ana.client.logout()

  const nobody = (name: string, headers: Readonly<Record<string, string>>): Credential => ({
    name,
    standing: { kind: 'nobody' },
    headers: async () => headers,
  })
  const user = (name: string, standing: Standing, username: string, bound: TenantId | undefined): Credential => ({
    name,
    standing,
    headers: async () => bearer(await freshToken(services, username, bound)),
  })
  const member = (role: Role): Credential =>
    user(role, { kind: 'user', namespace: 'held', role }, role === 'owner' ? 'ana' : role, tenantId)
  const apiKey = (name: string, role: Role, key: string): Credential => ({
    name,
    standing: { kind: 'api-key', role },
    headers: async () => ({ 'x-api-key': key }),
  })
  return [
    nobody('nobody', {}),
    nobody('a malformed header', { authorization: 'Bearer' }),
    nobody('a malformed token', bearer('a.b.c')),
    nobody('an expired token', bearer(expired)),
    nobody('a revoked token', bearer(revoked)),
    nobody('a token with a broken signature', bearer(`${revoked.slice(0, -8)}AAAAAAAA`)),
    nobody('another scheme', { authorization: `Basic ${btoa('ana:password')}` }),
    nobody('headers that a gateway of old would have believed', {
      'x-id': ana.id,
      'x-tenant-id': tenantId,
      'x-role': 'owner',
      'x-username': 'ana',
    }),
    nobody('the token of a removed device', bearer(gone.token)),
    nobody('a wrong service token', bearer(randomUUID() + randomUUID())),
    { name: 'a device', standing: { kind: 'device' }, headers: async () => bearer(device.token) },
    { name: 'our own processes', standing: { kind: 'service' }, headers: async () => bearer(testServiceToken) },
    user('a user without a namespace', { kind: 'user', namespace: 'none' }, 'lonely', undefined),
    user('an administrator of the server', { kind: 'administrator' }, 'root', undefined),
    user('a removed member', { kind: 'user', namespace: 'lost' }, 'removed', tenantId),
    user('a user with a token for a namespace of others', { kind: 'user', namespace: 'lost' }, 'bob', tenantId),
    user('the owner of another namespace', { kind: 'user', namespace: 'held', role: 'owner' }, 'bob', other),
    ...roles.map(member),
    {
      ...member('observer'),
      name: 'an observer who names another namespace',
      headers: async () => ({ ...bearer(await freshToken(services, 'observer', tenantId)), [namespaceHeader]: other }),
    },
    {
      name: 'our own processes in a namespace',
      standing: { kind: 'operator' },
      headers: async () => ({ ...bearer(testServiceToken), [namespaceHeader]: tenantId }),
    },
    nobody('a wrong service token in a namespace', { ...bearer(randomUUID()), [namespaceHeader]: tenantId }),
    nobody('an unknown API key', { 'x-api-key': randomUUID() }),
    nobody('an endless API key', { 'x-api-key': 'x'.repeat(5000) }),
    nobody('an expired API key', { 'x-api-key': keys.expired }),
    nobody('a removed API key', { 'x-api-key': keys.deleted }),
    nobody('the API key of a removed member', { 'x-api-key': keys.ofRemoved }),
    {
      name: 'an unknown API key beside a good token',
      standing: { kind: 'nobody' },
      headers: async () => ({ ...bearer(await freshToken(services, 'ana', tenantId)), 'x-api-key': randomUUID() }),
    },
    apiKey('the API key of a demoted administrator', 'observer', keys.ofDemoted),
    ...roles.map((role) => apiKey(`the API key of an ${role}`, role, keys.ofRole.get(role) ?? '')),
    {
      ...apiKey('', 'observer', ''),
      name: 'the API key of an observer who names a namespace',
      headers: async () => ({ 'x-api-key': keys.ofRole.get('observer') ?? '', [namespaceHeader]: tenantId }),
    },
  ]
}
