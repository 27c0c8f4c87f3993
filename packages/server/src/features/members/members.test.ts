import { editions, type TenantId, type UserId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { serverActor } from '../../platform/actor.ts'
import { change } from '../../platform/change.ts'
import { scopeOf } from '../../platform/scope.ts'
import { secondServices } from '../../test-device.ts'
import { startTestServer, testPassword, type TestServer } from '../../test-server.ts'
import { join } from './members.ts'

/** Elsewhere whoever is added has to accept first: features/invites. */
const [withoutConsent] = editions

type Person = Awaited<ReturnType<TestServer['signIn']>>
type GivenRole = 'observer' | 'operator' | 'administrator'

/** Ana's namespace with bob and zoe in it. */
async function team(stack: TestServer, bobRole: GivenRole, zoeRole: GivenRole) {
  const ana = await stack.signUp('ana')
  const tenant = ana.tenantId
  const join = async (username: string, role: GivenRole): Promise<Person> => {
    const { email } = await stack.signUp(username)
    stack.clock.advance(1)
    await ana.client.addMember({ params: { tenant }, body: { email, role } })
    const person = await stack.signIn(username)
    const { body } = await person.client.switchNamespace({ params: { tenant } })
    return { ...body, client: stack.as(body.token) }
  }
  return { ana, tenant, bob: await join('bob', bobRole), zoe: await join('zoe', zoeRole) }
}

const nobody = '0'.repeat(24) as UserId
const nowhere = '00000000-0000-4000-8000-000000000000' as TenantId

test('a member is added by e-mail address and seen with it', async () => {
  await using stack = await startTestServer({ edition: withoutConsent })
  const { ana, tenant, bob } = await team(stack, 'operator', 'observer')
  const { body } = await ana.client.getNamespace({ params: { tenant } })
  expect(body.members).toMatchObject([
    { email: 'ana@example.org', role: 'owner', status: 'accepted', type: 'team' },
    { id: bob.id, email: 'bob@example.org', role: 'operator', expires_at: '0001-01-01T00:00:00Z' },
    { email: 'zoe@example.org', role: 'observer' },
  ])
  const again = ana.client.addMember({ params: { tenant }, body: { email: 'BOB@example.org', role: 'observer' } })
  await expect(again).rejects.toMatchObject({ status: 409, code: 'member_exists' })
  const unknown = ana.client.addMember({ params: { tenant }, body: { email: 'no@example.org', role: 'observer' } })
  await expect(unknown).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
})

test('nobody is added who was deleted since they were looked up', async () => {
  await using stack = await startTestServer({ edition: withoutConsent })
  const { tenantId } = await stack.signUp('ana')
  const { id } = await stack.signUp('bob')
  await stack.internal.deleteNamespaceByName({ params: { name: 'bob' } })
  await using services = await secondServices(stack)
  const add = (userId: UserId) =>
    change(services, serverActor, scopeOf(tenantId), (inside) =>
      join(services, inside, 'owner', { userId, role: 'observer' }),
    )
  await stack.internal.deleteUser({ params: { username: 'bob' } })
  await expect(add(id)).rejects.toMatchObject({ code: 'user_not_found' })
  await add((await stack.signUp('zoe')).id)
})

test('only administrators and the owner change who belongs to a namespace', async () => {
  await using stack = await startTestServer({ edition: withoutConsent })
  const { tenant, bob, zoe } = await team(stack, 'operator', 'observer')
  const { email } = await stack.signUp('new')
  const forbidden = { status: 403, code: 'forbidden' }
  for (const { client } of [bob, zoe]) {
    await expect(client.addMember({ params: { tenant }, body: { email, role: 'observer' } })).rejects.toMatchObject(
      forbidden,
    )
    const update = client.updateMember({ params: { tenant, uid: zoe.id }, body: { role: 'operator' } })
    await expect(update).rejects.toMatchObject(forbidden)
    await expect(client.removeMember({ params: { tenant, uid: zoe.id } })).rejects.toMatchObject(forbidden)
  }
})

test('nobody gives, takes or ends ownership', async () => {
  await using stack = await startTestServer({ edition: withoutConsent })
  const { ana, tenant, bob, zoe } = await team(stack, 'administrator', 'observer')
  const refused = { status: 403, code: 'role_above_own' }
  for (const { client } of [ana, bob]) {
    const promote = client.updateMember({ params: { tenant, uid: zoe.id }, body: { role: 'owner' } })
    await expect(promote).rejects.toMatchObject(refused)
    const demote = client.updateMember({ params: { tenant, uid: ana.id }, body: { role: 'observer' } })
    await expect(demote).rejects.toMatchObject(refused)
    await expect(client.removeMember({ params: { tenant, uid: ana.id } })).rejects.toMatchObject(refused)
  }
  const { email } = await stack.signUp('new')
  const add = ana.client.addMember({ params: { tenant }, body: { email, role: 'owner' } })
  await expect(add).rejects.toMatchObject(refused)
  const byName = stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user: 'new', role: 'owner' } })
  await expect(byName).rejects.toMatchObject(refused)
})

test('administrators manage one another', async () => {
  await using stack = await startTestServer({ edition: withoutConsent })
  const { tenant, bob, zoe } = await team(stack, 'administrator', 'administrator')
  await bob.client.updateMember({ params: { tenant, uid: zoe.id }, body: { role: 'operator' } })
  const { body } = await zoe.client.getAuthUser()
  expect(body.role).toBe('operator')
})

test('a changed role and a lost membership hold from the next request on', async () => {
  await using stack = await startTestServer({ edition: withoutConsent })
  const { ana, tenant, bob } = await team(stack, 'administrator', 'observer')
  await bob.client.updateNamespace({ params: { tenant }, body: { settings: { session_record: true } } })
  await ana.client.updateMember({ params: { tenant, uid: bob.id }, body: { role: 'observer' } })
  const asObserver = bob.client.updateNamespace({ params: { tenant }, body: {} })
  await expect(asObserver).rejects.toMatchObject({ status: 403, code: 'forbidden' })

  await ana.client.removeMember({ params: { tenant, uid: bob.id } })
  await expect(bob.client.updateNamespace({ params: { tenant }, body: {} })).rejects.toMatchObject({ status: 401 })
  await expect(bob.client.getNamespace({ params: { tenant } })).rejects.toMatchObject({ status: 404 })
  // Bob is still somebody, and finds himself where he belongs.
  expect((await bob.client.getAuthUser()).body).toMatchObject({ user: 'bob', role: 'owner' })
  expect((await stack.signIn('bob')).tenant).not.toBe(tenant)
})

test('for who does not belong to a namespace there is none, whatever the call', async () => {
  await using stack = await startTestServer({ edition: withoutConsent })
  const { tenant, zoe } = await team(stack, 'operator', 'observer')
  const eve = await stack.signUp('eve')
  for (const path of [tenant, nowhere]) {
    const calls = [
      eve.client.getNamespace({ params: { tenant: path } }),
      eve.client.updateNamespace({ params: { tenant: path }, body: { name: 'mine' } }),
      eve.client.deleteNamespace({ params: { tenant: path } }),
      eve.client.addMember({ params: { tenant: path }, body: { email: 'eve@example.org', role: 'observer' } }),
      eve.client.updateMember({ params: { tenant: path, uid: zoe.id }, body: { role: 'observer' } }),
      eve.client.removeMember({ params: { tenant: path, uid: zoe.id } }),
      eve.client.leaveNamespace({ params: { tenant: path } }),
    ]
    for (const answer of await Promise.allSettled(calls)) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { status: 404, code: 'namespace_not_found' } })
    }
  }
})

test('a member who is not there cannot be changed or removed', async () => {
  await using stack = await startTestServer({ edition: withoutConsent })
  const { ana, tenant } = await team(stack, 'operator', 'observer')
  const missing = { status: 404, code: 'member_not_found' }
  const update = ana.client.updateMember({ params: { tenant, uid: nobody }, body: { role: 'observer' } })
  await expect(update).rejects.toMatchObject(missing)
  await expect(ana.client.removeMember({ params: { tenant, uid: nobody } })).rejects.toMatchObject(missing)
})

test('leaving the current namespace answers with a token for another, leaving any other with nothing', async () => {
  await using stack = await startTestServer({ edition: withoutConsent })
  const { ana, tenant, bob, zoe } = await team(stack, 'operator', 'observer')
  const { body: next } = await bob.client.leaveNamespace({ params: { tenant } })
  expect(next).toMatchObject({ user: 'bob', role: 'owner' })
  expect((await stack.as(next?.token ?? '').listNamespaces()).body).toMatchObject([{ name: 'bob' }])

  const own = (await zoe.client.listNamespaces()).body.find(({ name }) => name === 'zoe')
  if (!own) throw new Error('Zoe has no namespace of her own.')
  const { body: atHome } = await zoe.client.switchNamespace({ params: { tenant: own.tenant_id } })
  expect((await stack.as(atHome.token).leaveNamespace({ params: { tenant } })).body).toBeNull()

  const owner = ana.client.leaveNamespace({ params: { tenant } })
  await expect(owner).rejects.toMatchObject({ status: 403, code: 'owner_cannot_leave' })
})

test('the command line adds and removes members by name', async () => {
  await using stack = await startTestServer({ edition: withoutConsent })
  await stack.signUp('ana')
  await stack.internal.createUser({ body: { username: 'bob', email: 'bob@example.org', password: testPassword } })
  stack.clock.advance(1)
  const params = { name: 'ANA', user: 'bob' }
  const { body } = await stack.internal.addMemberByName({ params, body: { user: 'bob@example.org', role: 'operator' } })
  expect(body.members.map(({ role }) => role)).toEqual(['owner', 'operator'])
  expect((await stack.internal.removeMemberByName({ params })).body.members).toHaveLength(1)
  const again = stack.internal.removeMemberByName({ params })
  await expect(again).rejects.toMatchObject({ status: 404, code: 'member_not_found' })
  const owner = stack.internal.removeMemberByName({ params: { name: 'ana', user: 'ana' } })
  await expect(owner).rejects.toMatchObject({ status: 403, code: 'role_above_own' })
})
