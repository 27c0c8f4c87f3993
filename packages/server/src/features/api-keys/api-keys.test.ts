import { createClient } from '@sshore/client'
import { type BodyOf, type contract, type Role, roles } from '@sshore/contract'
import { expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { startTestServer, testPassword, type TestServer } from '../../test-server.ts'

type NewKey = BodyOf<typeof contract.createApiKey>

const withKey = (stack: TestServer, key: string, token?: string) =>
  createClient(stack.server.transport, () => ({
    'x-api-key': key,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }))

const newKey = (fields: Partial<NewKey> = {}): NewKey => ({ name: 'deploy', expires_at: 30, ...fields })

/** ana owns a namespace; eve is a member of it with the role, signed in there. */
async function cast(stack: TestServer, role: Role) {
  const ana = await stack.signUp('ana')
  await stack.internal.createUser({ body: { username: 'eve', email: 'eve@example.org', password: testPassword } })
  await stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user: 'eve', role } })
  return { ana, eve: await stack.signIn('eve') }
}

test('a key is told once, acts in its namespace, and is listed without itself', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const bob = await stack.signUp('bob')
  const created = (await ana.client.createApiKey({ body: newKey({ role: 'operator' }) })).body
  expect(created).toMatchObject({ name: 'deploy', role: 'operator', tenant_id: ana.tenantId })
  expect(created).toMatchObject({ created_by: ana.id, user_id: ana.id })
  expect(created.id).toMatch(/^[0-9a-f-]{36}$/)
  expect(created.expires_in).toBe(Math.floor((stack.clock.now() + hours(30 * 24)) / 1000))

  const program = withKey(stack, created.id)
  expect((await program.getStats()).body.registered_devices).toBe(0)
  expect((await program.listNamespaces()).body.map(({ name }) => name)).toEqual(['ana'])
  expect((await program.getNamespace({ params: { tenant: ana.tenantId } })).body.name).toBe('ana')
  const other = program.getNamespace({ params: { tenant: bob.tenantId } })
  await expect(other).rejects.toMatchObject({ status: 404, code: 'namespace_not_found' })
  const listed = await program.listApiKeys()
  expect(JSON.stringify(listed.body)).not.toContain(created.id)
  expect([listed.body.map(({ name }) => name), listed.headers['X-Total-Count']]).toEqual([['deploy'], '1'])
})

test('a key takes precedence over a token, and neither makes the other good', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const bob = await stack.signUp('bob')
  const { id } = (await ana.client.createApiKey({ body: newKey() })).body
  const both = withKey(stack, id, bob.token)
  expect((await both.listNamespaces()).body.map(({ name }) => name)).toEqual(['ana'])
  const wrong = withKey(stack, crypto.randomUUID(), bob.token).listNamespaces()
  await expect(wrong).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
})

test('calls for people refuse a key, management of keys among them', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const program = withKey(stack, (await ana.client.createApiKey({ body: newKey() })).body.id)
  const refused = { status: 403, code: 'api_key_not_allowed' }
  await expect(program.createApiKey({ body: newKey({ name: 'second' }) })).rejects.toMatchObject(refused)
  await expect(program.deleteApiKey({ params: { key: 'deploy' } })).rejects.toMatchObject(refused)
  await expect(program.createNamespace({ body: { name: 'elsewhere' } })).rejects.toMatchObject(refused)
  await expect(program.getAuthUser()).rejects.toMatchObject(refused)
})

test('a key has at most the role of who makes it, and without one theirs', async () => {
  await using stack = await startTestServer()
  const { ana, eve } = await cast(stack, 'administrator')
  const above = eve.client.createApiKey({ body: newKey({ role: 'owner' }) })
  await expect(above).rejects.toMatchObject({ status: 403, code: 'role_above_own' })
  expect((await eve.client.createApiKey({ body: newKey() })).body.role).toBe('administrator')
  expect((await ana.client.createApiKey({ body: newKey({ name: 'mine' }) })).body.role).toBe('owner')
  const touched = eve.client.updateApiKey({ params: { key: 'mine' }, body: { role: 'observer' } })
  await expect(touched).rejects.toMatchObject({ status: 403, code: 'role_above_own' })
  await expect(eve.client.deleteApiKey({ params: { key: 'mine' } })).rejects.toMatchObject({ status: 403 })
})

test('a key sinks with its creator at once, rises again with them, and dies with their membership', async () => {
  await using stack = await startTestServer()
  const { ana, eve } = await cast(stack, 'administrator')
  const program = withKey(stack, (await eve.client.createApiKey({ body: newKey() })).body.id)
  const nowhere = { params: { fingerprint: Array(16).fill('00').join(':') } } as Parameters<
    typeof program.deletePublicKey
  >[0]
  const missing = { status: 404, code: 'public_key_not_found' }
  await expect(program.deletePublicKey(nowhere)).rejects.toMatchObject(missing)
  const params = { tenant: ana.tenantId, uid: eve.id }
  await ana.client.updateMember({ params, body: { role: 'observer' } })
  await expect(program.deletePublicKey(nowhere)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await program.getStats()
  await ana.client.updateMember({ params, body: { role: 'administrator' } })
  await expect(program.deletePublicKey(nowhere)).rejects.toMatchObject(missing)
  await ana.client.removeMember({ params })
  await expect(program.getStats()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  await stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user: 'eve', role: 'observer' } })
  await expect(program.getStats()).rejects.toMatchObject({ status: 401 })
})

test('a key expires to the second, unless it never does', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const short = withKey(stack, (await ana.client.createApiKey({ body: newKey() })).body.id)
  const ever = withKey(
    stack,
    (await ana.client.createApiKey({ body: newKey({ name: 'ever', expires_at: -1 }) })).body.id,
  )
  stack.clock.advance(hours(30 * 24) - 2000)
  await short.getStats()
  stack.clock.advance(2000)
  await expect(short.getStats()).rejects.toMatchObject({ status: 401 })
  stack.clock.advance(hours(10_000))
  await ever.getStats()
})

test('names are unique in a namespace, and the key of a caller may be used once', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const bob = await stack.signUp('bob')
  const key = crypto.randomUUID()
  expect((await ana.client.createApiKey({ body: newKey({ key }) })).body.id).toBe(key)
  const again = ana.client.createApiKey({ body: newKey() })
  await expect(again).rejects.toMatchObject({ status: 409, code: 'api_key_exists', fields: ['name'] })
  const same = bob.client.createApiKey({ body: newKey({ key }) })
  await expect(same).rejects.toMatchObject({ status: 409, fields: ['key'] })
  await bob.client.createApiKey({ body: newKey() })
  await ana.client.createApiKey({ body: newKey({ name: 'other' }) })
  const rename = (name: string) => ana.client.updateApiKey({ params: { key: 'other' }, body: { name } })
  await expect(rename('deploy')).rejects.toMatchObject({ status: 409, fields: ['name'] })
  await rename('other')
  await ana.client.deleteApiKey({ params: { key: 'other' } })
  await expect(rename('gone')).rejects.toMatchObject({ status: 404, code: 'api_key_not_found' })
})

test('a removed key, and one with a lower role, hold at the next request', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const program = withKey(stack, (await ana.client.createApiKey({ body: newKey() })).body.id)
  await program.updateNamespace({ params: { tenant: ana.tenantId }, body: {} })
  await ana.client.updateApiKey({ params: { key: 'deploy' }, body: { role: 'observer' } })
  const change = program.updateNamespace({ params: { tenant: ana.tenantId }, body: {} })
  await expect(change).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await ana.client.deleteApiKey({ params: { key: 'deploy' } })
  await expect(program.getStats()).rejects.toMatchObject({ status: 401 })
})

test('the list is sorted as asked, by default the longest-lived first', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  for (const [index, expires_at] of ([30, 365, -1, 90] as const).entries()) {
    await ana.client.createApiKey({ body: { name: `key-${index}`, expires_at, role: roles[index] ?? 'observer' } })
  }
  const names = async (query: Parameters<typeof ana.client.listApiKeys>[0]) =>
    (await ana.client.listApiKeys(query)).body.map(({ name }) => name)
  expect(await names({})).toEqual(['key-1', 'key-3', 'key-0', 'key-2'])
  expect(await names({ query: { sort_by: 'name', order_by: 'asc', page: 2, per_page: 3 } })).toEqual(['key-3'])
})
