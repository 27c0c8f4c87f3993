import type { Client } from '@sshore/client'
import { limits } from '@sshore/contract'
import { expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { invitedBy, registration } from '../../test-accounts.ts'
import { testPassword } from '../../test-server.ts'
import { accept, add, look, mailed, memberOf, start, unknown } from './test-invites.ts'

test('waiting invitations are listed, mailed again and withdrawn by those with authority over them', async () => {
  await using all = await start()
  const { stack, ana, bob } = all
  const tenant = ana.tenantId
  await add(ana, 'bob@example.org', 'operator')
  const first = await mailed(stack, 'bob@example.org')
  stack.clock.advance(hours(1))
  await invitedBy(ana.client, tenant, 'carla@example.org')
  const listed = await ana.client.listInvites({ params: { tenant }, query: { per_page: 1, page: 2 } })
  expect(listed.headers['X-Total-Count']).toBe('2')
  expect(listed.body).toEqual([
    {
      id: bob.id,
      email: 'bob@example.org',
      role: 'operator',
      way: 'mail',
      invited_by: 'ana',
      created_at: expect.any(String),
      expires_at: new Date(stack.clock.now() + hours(24 * 7 - 1)).toISOString(),
    },
  ])
  await ana.client.resendInvite({ params: { tenant, id: bob.id } })
  const second = await mailed(stack, 'bob@example.org')
  expect(second.sig).not.toBe(first.sig)
  await expect(accept(bob.client, first)).rejects.toMatchObject(unknown)
  const eve = await stack.signUp('eve')
  const params = { tenant, id: bob.id }
  const calls = (client: Client) => [
    () => client.listInvites({ params: { tenant }, query: {} }),
    () => client.resendInvite({ params }),
    () => client.withdrawInvite({ params }),
  ]
  for (const call of calls(eve.client)) await expect(call()).rejects.toMatchObject({ code: 'namespace_not_found' })
  await stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user: 'eve', role: 'operator' } })
  for (const call of calls(eve.client)) await expect(call()).rejects.toMatchObject({ code: 'forbidden' })
  await ana.client.withdrawInvite({ params })
  await expect(accept(bob.client, second)).rejects.toMatchObject(unknown)
  const gone = { status: 404, code: 'invite_not_waiting' }
  await expect(ana.client.withdrawInvite({ params })).rejects.toMatchObject(gone)
  await expect(ana.client.resendInvite({ params: { tenant, id: eve.id } })).rejects.toMatchObject(gone)
  const { body: log } = await ana.client.listAudit({ query: { per_page: 100 } })
  expect(log.filter(({ action }) => action === 'member.withdraw').map(({ actor }) => actor.name)).toEqual(['ana'])
})

test('an invitation is for the address that was invited, whichever its user has now', async () => {
  await using all = await start()
  const { stack, ana, bob } = all
  const tenant = ana.tenantId
  await add(ana, 'bob@example.org')
  await using open = await stack.openDatabase()
  await open.database.updateTable('users').set({ email: 'private@example.net' }).where('id', '=', bob.id).execute()
  const { body } = await ana.client.listInvites({ params: { tenant }, query: {} })
  expect(body.map(({ email }) => email)).toEqual(['bob@example.org'])
  const listed = async () => {
    const { members } = (await ana.client.getNamespace({ params: { tenant } })).body
    return members.find(({ id }) => id === bob.id)?.email
  }
  expect(await listed()).toBe('bob@example.org')
  const first = await mailed(stack, 'bob@example.org')
  stack.clock.advance(1)
  await ana.client.resendInvite({ params: { tenant, id: bob.id } })
  expect((await mailed(stack, 'bob@example.org')).sig).not.toBe(first.sig)
  await expect(mailed(stack, 'private@example.net')).rejects.toThrow('Nothing')
  await accept(bob.client, await mailed(stack, 'bob@example.org'))
  // Who is a member shows themselves.
  expect(await listed()).toBe('private@example.net')
})

test('nobody registers by an invitation whose maker may no longer invite', async () => {
  await using all = await start()
  const { stack, ana } = all
  const register = async (name: string, role: 'owner' | 'observer') => {
    const { sig } = await invitedBy(ana.client, ana.tenantId, `${name}@example.org`)
    await using open = await stack.openDatabase()
    const own = open.database.updateTable('memberships').where('user_id', '=', ana.id)
    await own.set({ role }).execute()
    try {
      await stack.anonymous.registerUser({ body: { ...registration(name), sig } })
    } finally {
      await own.set({ role: 'owner' }).execute()
    }
  }
  await expect(register('carla', 'observer')).rejects.toMatchObject(unknown)
  await register('dora', 'owner')
  const { body: users } = await stack.internal.listUsers({ query: { per_page: 100 } })
  expect(users.find(({ username }) => username === 'dora')?.status).toBe('not-confirmed')
  expect(users.map(({ username }) => username)).not.toContain('carla')
})

test('one address is mailed an invitation so often within an hour and no more', async () => {
  await using all = await start()
  const { stack, ana, bob } = all
  const params = { tenant: ana.tenantId, id: bob.id }
  await add(ana, 'bob@example.org')
  for (let count = 1; count < limits.mail.perRecipientHour; count += 1) {
    stack.clock.advance(1)
    await ana.client.resendInvite({ params })
  }
  const last = await mailed(stack, 'bob@example.org')
  await expect(ana.client.resendInvite({ params })).rejects.toMatchObject({ status: 429, code: 'mail_limit' })
  // The one that was mailed last is as good as before.
  await accept(bob.client, last)
})

test('an invitation ends when whoever made it may no longer invite, and not before', async () => {
  await using all = await start()
  const { stack, ana } = all
  const tenant = ana.tenantId
  const newAdministrator = async (username: string) => {
    const { body } = await stack.internal.createUser({
      body: { username, email: `${username}@example.org`, password: testPassword },
    })
    const params = { name: 'ana' }
    await stack.internal.addMemberByName({ params, body: { user: username, role: 'administrator' } })
    return { ...(await stack.signIn(username)), id: body.id }
  }
  const waiting = async () =>
    (await ana.client.listInvites({ params: { tenant }, query: {} })).body.map(({ email }) => email).toSorted()
  const [dora, rita, gus] = [
    await newAdministrator('dora'),
    await newAdministrator('rita'),
    await newAdministrator('gus'),
  ]
  const link = await invitedBy(dora.client, tenant, 'of-dora@example.org')
  await invitedBy(rita.client, tenant, 'of-rita@example.org')
  await invitedBy(gus.client, tenant, 'of-gus@example.org')
  await invitedBy(ana.client, tenant, 'of-ana@example.org')
  await dora.client.resendInvite({ params: { tenant, id: (await memberOf(ana, 'of-ana@example.org'))?.id ?? dora.id } })
  await ana.client.updateMember({ params: { tenant, uid: gus.id }, body: { role: 'administrator' } })
  expect(await waiting()).toHaveLength(4)
  await ana.client.updateMember({ params: { tenant, uid: dora.id }, body: { role: 'operator' } })
  // Those that she made, and the one that she made hers.
  expect(await waiting()).toEqual(['of-gus@example.org', 'of-rita@example.org'])
  await expect(look(stack, link)).rejects.toMatchObject(unknown)
  const rejected = stack.anonymous.registerUser({
    body: { ...registration('of-dora'), email: 'of-dora@example.org', sig: link.sig },
  })
  await expect(rejected).rejects.toMatchObject(unknown)
  // It does not come back with the role.
  await ana.client.updateMember({ params: { tenant, uid: dora.id }, body: { role: 'administrator' } })
  expect(await waiting()).toHaveLength(2)
  await rita.client.leaveNamespace({ params: { tenant } })
  expect(await waiting()).toEqual(['of-gus@example.org'])
  await stack.internal.deleteUser({ params: { username: 'gus' } })
  expect(await waiting()).toEqual([])
  const { body: log } = await ana.client.listAudit({ query: { per_page: 100 } })
  expect(log.filter(({ action }) => action === 'member.withdraw')).toHaveLength(4)
})
