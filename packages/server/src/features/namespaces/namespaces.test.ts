import { expect, test } from 'vitest'
import { startTestServer, testPassword } from '../../test-server.ts'
import { namespaceNameFor } from './namespaces.ts'

test.each([
  ['ana', 'ana'],
  ['Ana.Lima@example.org', 'ana-lima-example-org'],
  ['_.x.y._', 'x-y'],
  ['...', 'home'],
  ['@a@', 'a-home'],
])('the namespace of the first user %s is called %s', (username, name) => {
  expect(namespaceNameFor(username)).toBe(name)
})

test('a namespace is made with its owner, unlimited devices and nothing recorded', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { body: lab } = await ana.client.createNamespace({ body: { name: 'Lab-1' } })
  expect(lab).toMatchObject({
    name: 'lab-1',
    owner: ana.id,
    members: [{ id: ana.id, role: 'owner' }],
    settings: {
      session_record: false,
      connection_announcement: '',
      allow_local_forwarding: true,
      allow_remote_forwarding: true,
      allow_socket_forwarding: true,
      allow_agent_forwarding: true,
    },
    max_devices: -1,
    device_count: 0,
    devices_count: 0,
    billing: null,
    type: 'team',
  })
  const again = ana.client.createNamespace({ body: { name: 'LAB-1' } })
  await expect(again).rejects.toMatchObject({ status: 409, code: 'namespace_name_taken', fields: ['name'] })
})

test('only what is present changes', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const params = { tenant: ana.tenantId }
  await ana.client.updateNamespace({ params, body: { settings: { connection_announcement: 'Hello\nthere' } } })
  await ana.client.updateNamespace({ params, body: { settings: { session_record: true } } })
  await ana.client.updateNamespace({ params, body: { settings: { allow_agent_forwarding: false } } })
  const { body } = await ana.client.updateNamespace({ params, body: { name: 'Renamed' } })
  expect(body).toMatchObject({
    name: 'renamed',
    settings: {
      session_record: true,
      connection_announcement: 'Hello\nthere',
      allow_agent_forwarding: false,
      allow_local_forwarding: true,
    },
  })
  expect((await ana.client.updateNamespace({ params, body: {} })).body).toEqual(body)

  await ana.client.createNamespace({ body: { name: 'other' } })
  const taken = ana.client.updateNamespace({ params, body: { name: 'OTHER', settings: { session_record: false } } })
  await expect(taken).rejects.toMatchObject({ status: 409, fields: ['name'] })
  expect((await ana.client.getNamespace({ params })).body.settings.session_record).toBe(true)
})

test('lists hold the namespaces the caller belongs to, page by page', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await stack.signUp('bob')
  for (const name of ['one', 'two', 'three']) {
    stack.clock.advance(1)
    await ana.client.createNamespace({ body: { name } })
  }
  const names = async (query: { page?: number; per_page?: number }) => {
    const { body, headers } = await ana.client.listNamespaces({ query })
    expect(headers).toEqual({ 'X-Total-Count': '4' })
    return body.map(({ name }) => name)
  }
  expect(await names({})).toEqual(['ana', 'one', 'two', 'three'])
  expect(await names({ page: 2, per_page: 3 })).toEqual(['three'])
  expect(await names({ page: 3, per_page: 3 })).toEqual([])
  // Out of range is moved into it.
  expect(await names({ page: -5, per_page: 1000 })).toHaveLength(4)
  expect(await names({ per_page: -1 })).toEqual(['ana'])
  expect(await names({ page: 1e300 })).toEqual([])
  expect((await stack.internal.listAllNamespaces()).headers).toEqual({ 'X-Total-Count': '5' })
})

test('only the owner deletes a namespace, and it is gone for everybody', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const bob = await stack.signUp('bob')
  const params = { tenant: ana.tenantId }
  await stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user: 'bob', role: 'administrator' } })
  const { body: switched } = await bob.client.switchNamespace({ params })
  const asBob = stack.as(switched.token)
  await expect(asBob.deleteNamespace({ params })).rejects.toMatchObject({ status: 403, code: 'forbidden' })

  await ana.client.deleteNamespace({ params })
  await expect(ana.client.deleteNamespace({ params })).rejects.toMatchObject({ status: 401 })
  await expect(asBob.getNamespace({ params })).rejects.toMatchObject({ status: 404 })
  expect((await stack.signIn('bob')).tenant).not.toBe(ana.tenantId)
  expect(await stack.signIn('ana')).toMatchObject({ tenant: '', role: '' })
})

test('the command line creates a namespace under a given id and deletes it by name', async () => {
  await using stack = await startTestServer()
  await stack.signUp('ana')
  const { body: other } = await stack.internal.createNamespaceFor({ body: { name: 'first', owner: 'ana' } })
  const tenant_id = other.tenant_id
  await stack.internal.deleteNamespaceByName({ params: { name: 'FIRST' } })
  const { body } = await stack.internal.createNamespaceFor({
    body: { name: 'again', owner: 'ana@example.org', tenant_id, type: 'personal' },
  })
  expect(body).toMatchObject({ tenant_id, name: 'again', type: 'personal' })
  const missing = stack.internal.deleteNamespaceByName({ params: { name: 'first' } })
  await expect(missing).rejects.toMatchObject({ status: 404, code: 'namespace_not_found' })
  const stranger = stack.internal.createNamespaceFor({ body: { name: 'lost', owner: 'nobody' } })
  await expect(stranger).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
  const twice = stack.internal.createNamespaceFor({ body: { name: 'more', owner: 'ana', tenant_id } })
  await expect(twice).rejects.toMatchObject({ status: 409, fields: ['tenant_id'] })
})

test('users are listed, and deleted only when they own nothing', async () => {
  await using stack = await startTestServer()
  await stack.signUp('ana')
  const owning = stack.internal.deleteUser({ params: { username: 'ana' } })
  await expect(owning).rejects.toMatchObject({ status: 409, code: 'user_owns_namespaces' })
  await stack.internal.deleteNamespaceByName({ params: { name: 'ana' } })
  const { body, headers } = await stack.internal.listUsers()
  expect(headers['X-Total-Count']).toBe('1')
  expect(body).toMatchObject([{ username: 'ana', email: 'ana@example.org', status: 'confirmed', max_namespaces: -1 }])
  await stack.internal.deleteUser({ params: { username: 'ana' } })
  await expect(stack.signIn('ana')).rejects.toMatchObject({ code: 'invalid_credentials' })
  const gone = stack.internal.deleteUser({ params: { username: 'ana' } })
  await expect(gone).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
})

test('a user name must not be the address of somebody else, nor the other way round', async () => {
  await using stack = await startTestServer()
  const create = (username: string, email: string) =>
    stack.internal.createUser({ body: { username, email, password: testPassword } })
  await create('ana', 'ana@example.org')
  await expect(create('ANA', 'x@example.org')).rejects.toMatchObject({ status: 409, fields: ['username'] })
  await expect(create('ana@example.org', 'x@example.org')).rejects.toMatchObject({ fields: ['username'] })
  await expect(create('ana', 'ANA@example.org')).rejects.toMatchObject({ fields: ['username', 'email'] })
  await create('bob@example.org', 'bob@mail.example.org')
  await expect(create('bob', 'bob@example.org')).rejects.toMatchObject({ fields: ['email'] })
})

test('a name that would act on a terminal is refused', async () => {
  await using stack = await startTestServer()
  const create = (name: string) =>
    stack.internal.createUser({ body: { username: 'ana', email: 'ana@example.org', password: testPassword, name } })
  for (const name of ['Ana\nroot', 'Ana\u001b[2J', 'Ana\u009b2J', 'Ana\u007f']) {
    await expect(create(name), JSON.stringify(name)).rejects.toMatchObject({ status: 400, fields: ['name'] })
  }
  await create('Ána Łima 東京')
})
