import { namespaceHeader } from '@sshore/contract'
import { expect, test } from 'vitest'
import { acceptedDevice } from '../test-device.ts'
import { startTestServer, testServiceToken } from '../test-server.ts'

test('the command line beside the server acts in the namespace that it names, and in no other', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const { uid } = await acceptedDevice(stack, ana)
  const inNamespace = (tenant: string, token = testServiceToken, path = `/api/devices/${uid}`, method = 'GET') =>
    stack.server.transport({ method, path, headers: { authorization: `Bearer ${token}`, [namespaceHeader]: tenant } })
  expect(await inNamespace(ana.tenantId)).toMatchObject({ status: 200 })
  expect(await inNamespace(bob.tenantId)).toMatchObject({ status: 404 })
  expect(await inNamespace('99999999-9999-4999-8999-999999999999')).toMatchObject({ status: 404 })
  expect(await inNamespace('nonsense')).toMatchObject({ status: 401 })
  // The header says nothing beside the token of a person.
  expect(await inNamespace(ana.tenantId, bob.token)).toMatchObject({ status: 404 })
  expect(await inNamespace(ana.tenantId, 'x'.repeat(40))).toMatchObject({ status: 401 })
  // What only a person can be asked.
  expect(await inNamespace(ana.tenantId, testServiceToken, '/api/namespaces/api-key/any', 'DELETE')).toMatchObject({
    status: 403,
  })
  expect(await inNamespace(ana.tenantId, testServiceToken, `/api/devices/${uid}`, 'DELETE')).toMatchObject({
    status: 200,
  })
})

test('a namespace given to somebody else keeps its former owner as an administrator', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const { body } = await stack.internal.updateNamespaceByName({
    params: { name: 'ana' },
    body: { owner: 'bob', max_devices: 3 },
  })
  expect(body).toMatchObject({ owner: bob.id, max_devices: 3 })
  const roles = new Map(body.members.map(({ id, role }) => [id, role]))
  expect([roles.get(ana.id), roles.get(bob.id)]).toEqual(['administrator', 'owner'])
  const nobody = stack.internal.updateNamespaceByName({ params: { name: 'ana' }, body: { owner: 'nobody' } })
  await expect(nobody).rejects.toMatchObject({ code: 'user_not_found' })
  const tooFew = stack.internal.updateNamespaceByName({ params: { name: 'ana' }, body: { max_devices: 2 } })
  await expect(tooFew).rejects.toMatchObject({ status: 400 })
})

test('an unlocked account may try again at once', async () => {
  await using stack = await startTestServer()
  await stack.signUp('ana')
  for (const code of ['invalid_credentials', 'invalid_credentials', 'account_locked']) {
    const attempt = stack.anonymous.login({ body: { username: 'ana', password: 'wrong' } })
    await expect(attempt).rejects.toMatchObject({ code })
  }
  await expect(stack.signIn('ana')).rejects.toMatchObject({ code: 'account_locked' })
  expect((await stack.internal.unlockUser({ params: { username: 'ana' } })).body).toEqual({ cleared: 1 })
  await stack.signIn('ana')
})

test('a key made for a member is worth what the member is', async () => {
  await using stack = await startTestServer()
  await stack.signUp('ana')
  const bob = await stack.signUp('bob')
  const key = { name: 'deploy', expires_at: 30 } as const
  const stranger = stack.internal.createApiKeyFor({ params: { name: 'ana' }, body: { ...key, member: 'bob' } })
  await expect(stranger).rejects.toMatchObject({ code: 'member_not_found' })
  await stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user: 'bob', role: 'operator' } })
  await stack.internal.updateMemberByName({ params: { name: 'ana', user: 'bob' }, body: { role: 'observer' } })
  const above = { ...key, member: 'bob', role: 'operator' } as const
  await expect(stack.internal.createApiKeyFor({ params: { name: 'ana' }, body: above })).rejects.toMatchObject({
    code: 'role_above_own',
  })
  const { body } = await stack.internal.createApiKeyFor({ params: { name: 'ana' }, body: { ...key, member: 'bob' } })
  expect(body).toMatchObject({ role: 'observer', created_by: bob.id })
  await stack.internal.deleteApiKeyOf({ params: { name: 'ana', key: 'deploy' } })
})
