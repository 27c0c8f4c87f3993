// Who may call what: every credential against every endpoint, with the answer that the contract's `access` promises.
import { randomUUID } from 'node:crypto'
import type { Transport } from '@sshore/client'
import {
  type Access,
  type Endpoint,
  type ErrorCode,
  hasPermission,
  type Role,
  roles,
  type TenantId,
} from '@sshore/contract'
import { Value } from 'typebox/value'
import { hours } from './platform/clock.ts'
import type { Services } from './services.ts'
import { acceptedDevice, register, secondServices } from './test-device.ts'
import { type TestServer, testPassword, testServiceToken } from './test-server.ts'

/** What a credential stands for. */
export type Standing =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'user'; readonly namespace: 'none' }
  | { readonly kind: 'user'; readonly namespace: 'lost' }
  | { readonly kind: 'user'; readonly namespace: 'held'; readonly role: Role }
  | { readonly kind: 'api-key'; readonly role: Role }
  | { readonly kind: 'device' }
  | { readonly kind: 'service' }

export interface Credential {
  readonly name: string
  readonly standing: Standing
  /** Made anew for each call: some calls revoke what they were called with. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>
}

function denialOfKey(access: Extract<Access, { kind: 'user' | 'member' }>, role: Role): ErrorCode | undefined {
  if (access.apiKey !== true) return 'api_key_not_allowed'
  if (access.kind === 'user' || !access.permission) return undefined
  return hasPermission(role, access.permission) ? undefined : 'forbidden'
}

/** The failure with which the edge stops this credential; undefined when it lets it pass. */
function denialOf(access: Access, standing: Standing): ErrorCode | undefined {
  if (access.kind === 'public') return undefined
  if (access.kind === 'internal') return standing.kind === 'service' ? undefined : 'unauthenticated'
  if (access.kind === 'device') return standing.kind === 'device' ? undefined : 'unauthenticated'
  if (standing.kind === 'api-key') return denialOfKey(access, standing.role)
  if (standing.kind !== 'user') return 'unauthenticated'
  if (access.kind === 'user') return undefined
  if (standing.namespace === 'none') return 'namespace_required'
  if (standing.namespace === 'lost') return 'unauthenticated'
  return access.permission && !hasPermission(standing.role, access.permission) ? 'forbidden' : undefined
}

const wellFormed = [
  'accept',
  '0'.repeat(64),
  '0'.repeat(24),
  '99999999-9999-4999-8999-999999999999',
  Array(16).fill('00').join(':'),
  '22222222',
]

/** A path whose parameters are well formed and lead nowhere. */
function pathToNowhere(e: Endpoint, path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const schema = e.params?.properties[name]
    const value = schema && wellFormed.find((candidate) => Value.Check(schema, candidate))
    if (value === undefined) throw new Error(`No well-formed value is known for ${name} of ${e.id}`)
    return encodeURIComponent(value)
  })
}

const codeOf = (text: string): unknown => {
  if (text === '') return undefined
  const body: unknown = JSON.parse(text)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}

const isDenial = (code: unknown): boolean =>
  code === 'unauthenticated' || code === 'forbidden' || code === 'api_key_not_allowed' || code === 'namespace_required'

/**
 * Calls everything with everything and returns a sentence for each answer that differs from what `access` promises.
 * Calls that pass do no harm: their body is not valid, or what they name does not exist.
 */
export async function accessViolations(
  transport: Transport,
  endpoints: readonly Endpoint[],
  credentials: readonly Credential[],
): Promise<string[]> {
  const violations: string[] = []
  for (const e of endpoints) {
    for (const path of [e.path, ...(e.aliases ?? [])]) {
      for (const { name, standing, headers } of credentials) {
        const body = e.body ? { headers: { 'content-type': 'application/json' }, body: '[]' } : { headers: {} }
        const reply = await transport({
          ...body,
          method: e.method,
          path: pathToNowhere(e, path),
          headers: { ...body.headers, ...(await headers()) },
        })
        const code = codeOf(reply.text)
        const expected = denialOf(e.access, standing)
        // 501 is a fact about the server, not a fault.
        const answered = reply.status < 500 || reply.status === 501
        const asPromised = expected ? code === expected : !isDenial(code) && answered
        if (!asPromised) {
          violations.push(
            `${e.method} ${path} as ${name}: ${reply.status} ${String(code)}, not ${expected ?? 'let in'}`,
          )
        }
      }
    }
  }
  return violations
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A token as a login would give it at this moment. */
async function freshToken(services: Services, username: string, tenantId: TenantId | undefined): Promise<string> {
  const user = await services.database
    .selectFrom('users')
    .select(['id', 'token_version as version'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return services.tokens.signUser({ ...user, username, tenantId })
}

export interface Cast {
  readonly tenantId: TenantId
  /** Owner of another namespace. */
  readonly other: TenantId
}

/** The namespace of ana with a member of each role, one who was removed, and bob with a namespace of his own. */
export async function signUpCast(stack: TestServer): Promise<Cast> {
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  for (const username of ['administrator', 'operator', 'observer', 'removed', 'lonely'] as const) {
    const password = testPassword
    await stack.internal.createUser({ body: { username, email: `${username}@example.org`, password } })
    if (username === 'lonely') continue
    const role = username === 'removed' ? 'administrator' : username
    await stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user: username, role } })
  }
  await stack.internal.removeMemberByName({ params: { name: 'ana', user: 'removed' } })
  return { tenantId: ana.tenantId, other: bob.tenantId }
}

/** One credential of each sort. `services` sign as the server does. */
export async function credentialsOf(stack: TestServer, services: Services, cast: Cast): Promise<Credential[]> {
  const { tenantId, other } = cast
  const ana = { ...(await stack.signIn('ana')), tenantId }
  const device = await acceptedDevice(stack, ana)
  const gone = await register(stack, ana, { hostname: 'gone' })
  await ana.client.removeDevice({ params: { uid: gone.uid } })
  await using past = await secondServices(stack, { now: () => stack.clock.now() - hours(73) })
  const expired = await freshToken(past, 'ana', tenantId)
  const keys = new Map<Role, string>()
  for (const role of roles) {
    const { body } = await ana.client.createApiKey({ body: { name: `${role}-key`, expires_at: 30, role } })
    keys.set(role, body.id)
  }
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
    user('a removed member', { kind: 'user', namespace: 'lost' }, 'removed', tenantId),
    user('a user with a token for a namespace of others', { kind: 'user', namespace: 'lost' }, 'bob', tenantId),
    user('the owner of another namespace', { kind: 'user', namespace: 'held', role: 'owner' }, 'bob', other),
    ...roles.map(member),
    nobody('an unknown API key', { 'x-api-key': randomUUID() }),
    ...roles.map((role): Credential => ({
      name: `the API key of an ${role}`,
      standing: { kind: 'api-key', role },
      headers: async () => ({ 'x-api-key': keys.get(role) ?? '' }),
    })),
  ]
}
