import { editions, limits, type UserId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { getMailed, invitedBy, linkFields, registration } from '../../test-accounts.ts'
import { secondServices } from '../../test-device.ts'
import { testPassword } from '../../test-server.ts'
import { dropLapsed } from './answering.ts'
import { accept, add, look, mailed, memberOf, type Place, start, unknown } from './test-invites.ts'

test('whoever is added where members consent is pending, gets a mail, and is a member once they accept', async () => {
  await using all = await start()
  const { stack, ana, bob } = all
  const { body } = await add(ana, 'Bob@example.org', 'operator')
  const pending = body.members.find(({ email }) => email === 'bob@example.org')
  expect(pending).toMatchObject({ email: 'bob@example.org', status: 'pending', role: 'operator' })
  expect(Date.parse(pending?.expires_at ?? '')).toBe(stack.clock.now() + hours(24 * 7))
  const invited = await mailed(stack, 'bob@example.org')
  expect(await look(stack, invited)).toMatchObject({ status: 'confirmed', member_status: 'pending' })
  // Until then the namespace is none of theirs.
  expect((await bob.client.listNamespaces({ query: {} })).body).toEqual([])
  await expect(bob.client.switchNamespace({ params: { tenant: invited.tenant } })).rejects.toMatchObject({
    status: 404,
  })
  await accept(bob.client, invited)
  expect((await bob.client.switchNamespace({ params: { tenant: invited.tenant } })).body.role).toBe('operator')
  expect(await memberOf(ana, 'bob@example.org')).toMatchObject({
    status: 'accepted',
    expires_at: '0001-01-01T00:00:00Z',
  })
  expect(await look(stack, invited)).toMatchObject({ status: 'confirmed', member_status: 'accepted' })
  const { body: entries } = await ana.client.listAudit({ query: { per_page: 100 } })
  const told = entries.filter(({ action }) => action.startsWith('member.'))
  expect(told.map(({ action, actor }) => [action, actor.name])).toEqual([
    ['member.accept', 'bob'],
    ['member.invite', 'ana'],
  ])
  expect(JSON.stringify(entries)).not.toContain(invited.sig)
})

test('an invitation is for one account, and for one use', async () => {
  await using all = await start()
  const { stack, ana, bob } = all
  const eve = await stack.signUp('eve')
  await add(ana, 'bob@example.org')
  const invited = await mailed(stack, 'bob@example.org')
  await expect(accept(eve.client, invited)).rejects.toMatchObject({ status: 403, code: 'invite_of_another' })
  await expect(
    eve.client.declineInvite({ params: { tenant: invited.tenant }, body: { sig: invited.sig } }),
  ).rejects.toMatchObject({ code: 'invite_of_another' })
  // Forged, of another namespace, of another user.
  for (const wrong of [
    { ...invited, sig: crypto.randomUUID() },
    { ...invited, sig: 'x' },
    { ...invited, tenant: eve.tenantId },
  ]) {
    await expect(accept(bob.client, wrong)).rejects.toMatchObject(unknown)
    await expect(look(stack, wrong)).rejects.toMatchObject(unknown)
  }
  await expect(look(stack, { ...invited, id: eve.id })).rejects.toMatchObject(unknown)
  const tries = await Promise.allSettled([accept(bob.client, invited), accept(bob.client, invited)])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(accept(bob.client, invited)).rejects.toMatchObject(unknown)
  // Nobody comes back by the link that they once had.
  await ana.client.removeMember({ params: { tenant: invited.tenant, uid: bob.id } })
  await expect(accept(bob.client, invited)).rejects.toMatchObject(unknown)
  await expect(look(stack, invited)).rejects.toMatchObject(unknown)
  await expect(
    stack.anonymous.acceptInvite({ params: { tenant: invited.tenant }, body: { sig: invited.sig } }),
  ).rejects.toMatchObject({ status: 401 })
})

test('nobody accepts, declines or goes for somebody else, not even an administrator who acts as them', async () => {
  await using all = await start()
  const { stack, ana, bob } = all
  const { tenant, sig } = await invitedBy(ana.client, ana.tenantId, 'bob@example.org')
  const acting = stack.as((await stack.internal.adminGetUserToken({ params: { id: bob.id } })).body.token)
  const input = { params: { tenant }, body: { sig } }
  const refused = { status: 403, code: 'only_themselves' }
  await expect(acting.acceptInvite(input)).rejects.toMatchObject(refused)
  await expect(acting.declineInvite(input)).rejects.toMatchObject(refused)
  await expect(acting.deleteOwnAccount({})).rejects.toMatchObject(refused)
  await accept(bob.client, { tenant, sig })
})

test('one that has run out is sent anew by adding them again, and only then', async () => {
  await using all = await start()
  const { stack, ana, bob } = all
  await add(ana, 'bob@example.org', 'operator')
  const first = await mailed(stack, 'bob@example.org')
  await expect(add(ana, 'bob@example.org')).rejects.toMatchObject({ status: 409, code: 'member_exists' })
  stack.clock.advance(hours(24 * 7))
  const [anew, again] = [await stack.signIn('ana'), await stack.signIn('bob')]
  await expect(accept(again.client, first)).rejects.toMatchObject(unknown)
  const here = { ...ana, client: anew.client }
  await add(here, 'bob@example.org', 'observer')
  const second = await mailed(stack, 'bob@example.org')
  expect(second.sig).not.toBe(first.sig)
  await expect(accept(again.client, first)).rejects.toMatchObject(unknown)
  await accept(again.client, second)
  expect(await memberOf(here, 'bob@example.org')).toMatchObject({ id: bob.id, role: 'observer', status: 'accepted' })
  await expect(add(here, 'bob@example.org')).rejects.toMatchObject({ code: 'member_exists' })
})

test('declining ends it, and the place can be offered again', async () => {
  await using all = await start()
  const { stack, ana, bob } = all
  await add(ana, 'bob@example.org')
  const invited = await mailed(stack, 'bob@example.org')
  await bob.client.declineInvite({ params: { tenant: invited.tenant }, body: { sig: invited.sig } })
  expect(await memberOf(ana, 'bob@example.org')).toBeUndefined()
  await expect(accept(bob.client, invited)).rejects.toMatchObject(unknown)
  stack.clock.advance(1)
  await add(ana, 'bob@example.org')
  await accept(bob.client, await mailed(stack, 'bob@example.org'))
})

test('whoever is invited before they have an account registers with the link, and the address needs no other proof', async () => {
  await using all = await start()
  const { stack, ana } = all
  await add(ana, 'Carla@example.org')
  const invited = await mailed(stack, 'carla@example.org')
  expect(await look(stack, invited)).toEqual({
    status: 'invited',
    member_status: 'pending',
    namespace: 'ana',
    role: 'observer',
    invited_by: 'ana',
  })
  const body = registration('carla')
  await expect(stack.anonymous.login({ body: { username: 'carla@example.org', password: '' } })).rejects.toMatchObject({
    status: 400,
  })
  await expect(
    stack.anonymous.login({ body: { username: 'carla@example.org', password: 'any' } }),
  ).rejects.toMatchObject({ status: 401 })
  await expect(
    stack.anonymous.registerUser({ body: { ...body, email: 'other@example.org', sig: invited.sig } }),
  ).rejects.toMatchObject(unknown)
  await expect(stack.anonymous.registerUser({ body: { ...body, sig: crypto.randomUUID() } })).rejects.toMatchObject(
    unknown,
  )
  await stack.anonymous.registerUser({ body: { ...body, sig: invited.sig } })
  expect(await look(stack, invited)).toMatchObject({ status: 'confirmed', member_status: 'pending' })
  const carla = await stack.signIn('carla')
  expect(carla.id).toBe(invited.id)
  await accept(carla.client, invited)
  expect((await carla.client.listNamespaces({ query: {} })).body).toHaveLength(1)
})

test('a link that was handed on proves no address', async () => {
  await using all = await start()
  const { stack, ana } = all
  const invited = await invitedBy(ana.client, ana.tenantId, 'carla@example.org')
  await stack.anonymous.registerUser({ body: { ...registration('carla'), sig: invited.sig } })
  expect(await look(stack, invited)).toMatchObject({ status: 'not-confirmed', member_status: 'pending' })
  await expect(stack.signIn('carla')).rejects.toMatchObject({ code: 'user_not_confirmed' })
  const query = await getMailed(stack, 'carla@example.org', 'account-confirmation')
  await stack.anonymous.confirmAccount({ query: { email: query['email'] ?? '', token: query['token'] ?? '' } })
  await accept((await stack.signIn('carla')).client, invited)
})

test('a link leads to the public address, and a new one ends the one before', async () => {
  await using all = await start()
  const { stack, ana, bob } = all
  const params = { tenant: ana.tenantId }
  const body = { email: 'bob@example.org', role: 'observer' } as const
  const { link } = (await ana.client.inviteMember({ params, body })).body
  expect(link).toMatch(/^https:\/\/sshore\.example\.org\/accept-invite\?tenant-id=/)
  expect((await stack.internal.listMails({ query: {} })).body).toEqual([])
  const first = linkFields(link)
  expect(first).toMatchObject({ 'user-id': bob.id, email: 'bob@example.org' })
  const second = await invitedBy(ana.client, ana.tenantId, 'bob@example.org')
  await expect(accept(bob.client, { ...params, sig: first['sig'] ?? '' })).rejects.toMatchObject(unknown)
  await accept(bob.client, second)
  await expect(invitedBy(ana.client, ana.tenantId, 'bob@example.org')).rejects.toMatchObject({ code: 'member_exists' })
})

test('nobody invites with a role above their own, or touches an invitation with one', async () => {
  await using all = await start()
  const { stack, ana } = all
  const member = async (name: string, role: 'administrator' | 'operator') => {
    const { body } = await stack.internal.createUser({
      body: { username: name, email: `${name}@example.org`, password: testPassword },
    })
    await stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user: name, role } })
    return { ...(await stack.signIn(name)), id: body.id, tenantId: ana.tenantId }
  }
  const [admin, operator] = [await member('dora', 'administrator'), await member('otto', 'operator')]
  const tenant = ana.tenantId
  const invite = ({ client }: Place, role: 'observer' | 'administrator' | 'owner', email = 'guest@example.org') =>
    client.inviteMember({ params: { tenant }, body: { email, role } })
  await expect(invite(operator, 'observer')).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await expect(add(operator, 'guest@example.org')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(invite(ana, 'owner')).rejects.toMatchObject({ status: 403, code: 'role_above_own' })
  await expect(add(admin, 'guest@example.org', 'owner')).rejects.toMatchObject({ code: 'role_above_own' })
  const eve = await stack.signUp('eve')
  await expect(invite({ ...eve, tenantId: tenant }, 'observer')).rejects.toMatchObject({
    status: 404,
    code: 'namespace_not_found',
  })
  // Nothing of that has left an account behind.
  const emails = (await stack.internal.listUsers({ query: {} })).body.map(({ email }) => email)
  expect(emails).not.toContain('guest@example.org')
  await invite(admin, 'administrator')
  const guest = await memberOf(ana, 'guest@example.org')
  await admin.client.updateMember({ params: { tenant, uid: guest?.id ?? admin.id }, body: { role: 'observer' } })
  await admin.client.removeMember({ params: { tenant, uid: guest?.id ?? admin.id } })
  expect(await memberOf(ana, 'guest@example.org')).toBeUndefined()
})

test('a namespace invites so many and no more, and what nobody accepts is forgotten', async () => {
  await using all = await start()
  const { stack } = all
  const lapsed = await invitedBy(all.ana.client, all.ana.tenantId, 'lapsed@example.org')
  stack.clock.advance(hours(24 * 7))
  const ana = { ...all.ana, ...(await stack.signIn('ana')) }
  await invitedBy(ana.client, ana.tenantId, 'guest@example.org')
  await using open = await stack.openDatabase()
  const row = await open.database
    .selectFrom('memberships')
    .selectAll()
    .where('status', '=', 'pending')
    .where('user_id', '<>', lapsed.id)
    .executeTakeFirstOrThrow()
  const user = await open.database
    .selectFrom('users')
    .selectAll()
    .where('id', '=', row.user_id)
    .executeTakeFirstOrThrow()
  for (let count = 1; count < limits.invites.pendingPerNamespace; count += 1) {
    const id = count.toString(16).padStart(24, '0') as UserId
    const names = { username: `invited:${id}`, email: `guest-${count}@example.org` }
    await open.database
      .insertInto('users')
      .values({ ...user, id, ...names })
      .execute()
    await open.database
      .insertInto('memberships')
      .values({ ...row, user_id: id })
      .execute()
  }
  const full = { status: 409, code: 'invite_limit' }
  await expect(add(ana, 'late@example.org')).rejects.toMatchObject(full)
  // One that ran out would come in addition; one that waits does not.
  const again = (id: UserId) => ana.client.resendInvite({ params: { tenant: ana.tenantId, id } })
  await expect(again(lapsed.id)).rejects.toMatchObject(full)
  await expect(add(ana, 'lapsed@example.org')).rejects.toMatchObject(full)
  await again(user.id)
  await using services = await secondServices(stack)
  const pending = async () =>
    (await open.database.selectFrom('memberships').selectAll().where('status', '=', 'pending').execute()).length
  stack.clock.advance(hours(24 * (7 + limits.invites.keptDays)))
  await dropLapsed(services)
  expect(await pending()).toBe(limits.invites.pendingPerNamespace)
  stack.clock.advance(1)
  await dropLapsed(services)
  expect(await pending()).toBe(limits.invites.pendingPerNamespace - 100)
})

test('nobody writes to strangers by the hundred', async () => {
  await using all = await start()
  const { stack, ana } = all
  await add(ana, 'guest@example.org')
  await using open = await stack.openDatabase()
  const mail = await open.database.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
  const many = Array.from({ length: limits.mail.perSenderHour - 1 }, (_, count) => ({
    ...mail,
    id: `x-${count}` as typeof mail.id,
  }))
  await open.database.insertInto('mails').values(many).execute()
  await expect(add(ana, 'late@example.org')).rejects.toMatchObject({ status: 429, code: 'mail_limit' })
  expect(await memberOf(ana, 'late@example.org')).toBeUndefined()
  // A link is for one's own mailbox to send.
  await invitedBy(ana.client, ana.tenantId, 'late@example.org')
  stack.clock.advance(hours(1))
  await add(ana, 'later@example.org')
})

test('ownership may go to somebody who has not answered an invitation', async () => {
  await using all = await start()
  const { stack, ana, bob } = all
  const invited = await invitedBy(ana.client, ana.tenantId, 'bob@example.org')
  await stack.internal.updateNamespaceByName({ params: { name: 'ana' }, body: { owner: 'bob' } })
  expect((await bob.client.switchNamespace({ params: { tenant: ana.tenantId } })).body.role).toBe('owner')
  await expect(accept(bob.client, invited)).rejects.toMatchObject(unknown)
})

test('without consent members are members at once, and unknown addresses are none', async () => {
  const [, edition] = editions
  await using all = await start({ edition })
  const { stack, ana, bob } = all
  await add(ana, 'bob@example.org')
  expect(await memberOf(ana, 'bob@example.org')).toMatchObject({ status: 'accepted' })
  await expect(add(ana, 'guest@example.org')).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
  // One that is only kept free for somebody is no user yet.
  const invited = await invitedBy(ana.client, ana.tenantId, 'guest@example.org')
  await expect(add(ana, 'guest@example.org')).rejects.toMatchObject({ code: 'user_not_found' })
  // Nor is one whose address anybody may have typed.
  await stack.anonymous.registerUser({ body: registration('carla') })
  await expect(add(ana, 'carla@example.org')).rejects.toMatchObject({ code: 'user_not_found' })
  // Whoever is added after all needs no link any more.
  const eve = await stack.signUp('eve')
  const other = await invitedBy(ana.client, ana.tenantId, 'eve@example.org')
  await add(ana, 'eve@example.org')
  await expect(accept(eve.client, other)).rejects.toMatchObject(unknown)
  await ana.client.removeMember({ params: { tenant: ana.tenantId, uid: bob.id } })
  await accept(bob.client, await invitedBy(ana.client, ana.tenantId, 'bob@example.org'))
  // An account that the administrator makes for the address takes over what was kept free.
  await stack.internal.createUser({
    body: { username: 'guest', email: 'guest@example.org', password: testPassword },
  })
  const guest = await stack.signIn('guest')
  expect(guest.id).toBe(invited.id)
  await accept(guest.client, invited)
})
