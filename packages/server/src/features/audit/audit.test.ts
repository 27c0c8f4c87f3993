import { type contract, type QueryOf, secretFields } from '@sshore/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { serverActor } from '../../platform/actor.ts'
import { change } from '../../platform/change.ts'
import { scopeOf } from '../../platform/scope.ts'
import { acceptedDevice, heard, openSession, register, secondServices } from '../../test-device.ts'
import { encodeFilter } from '../../test-filter.ts'
import { startTestServer, testPassword, type TestServer } from '../../test-server.ts'
import { keepForDays } from './retention.ts'
import { verifyLogs } from './verification.ts'

type Member = Awaited<ReturnType<TestServer['signUp']>>
type Query = QueryOf<typeof contract.listAudit>

const entriesOf = async (member: Member, query: Query = {}) =>
  (await member.client.listAudit({ query: { per_page: 100, ...query } })).body

const actionsOf = async (member: Member, query: Query = {}) =>
  (await entriesOf(member, query)).map(({ action }) => action)

const about = (name: string, operator: 'eq' | 'contains', value: string) =>
  encodeFilter([{ type: 'property', params: { name, operator, value } }])

const renamed = async (member: Member, stack: TestServer, times: number) => {
  const { uid } = await acceptedDevice(stack, member)
  for (let index = 0; index < times; index += 1) {
    await member.client.updateDevice({ params: { uid }, body: { name: `name-${index}` } })
  }
  return uid
}

test('an entry says who did what to what, from where, before and after', async () => {
  await using stack = await startTestServer({ trustedProxies: ['127.0.0.1'] })
  const ana = await stack.signUp('ana')
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'lab-pi' })
  const reply = await stack.server.transport({
    method: 'PUT',
    path: `/api/devices/${uid}`,
    headers: {
      authorization: `Bearer ${ana.token}`,
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.77',
      'user-agent': `test/1 ${'x'.repeat(1000)}`,
    },
    body: JSON.stringify({ name: 'roof' }),
  })
  const [newest] = await entriesOf(ana)
  expect(newest).toMatchObject({
    action: 'device.update',
    time: new Date(stack.clock.now()).toISOString(),
    actor: { kind: 'user', id: ana.id, name: 'ana' },
    target: { kind: 'device', id: uid, name: 'roof' },
    address: '203.0.113.77',
    request_id: reply.header('x-request-id'),
    before: { name: 'lab-pi' },
    after: { name: 'roof' },
  })
  expect(newest?.user_agent).toHaveLength(256)
})

test('an entry calls members and sessions by their names', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const ben = await stack.signUp('ben')
  const { uid: device_uid } = await acceptedDevice(stack, ana, { hostname: 'lab-pi' })
  const tenant = ana.tenantId
  await ana.client.addMember({ params: { tenant }, body: { email: ben.email, role: 'observer' } })
  const uid = await openSession(stack, device_uid)
  await ana.client.closeSession({ params: { uid }, body: { device: device_uid } })
  await stack.internal.finishSession({ params: { uid } })
  await ana.client.removeMember({ params: { tenant, uid: ben.id } })
  const targets = (await entriesOf(ana)).slice(0, 5).map(({ action, target }) => [action, target.name])
  expect(targets).toEqual([
    ['member.remove', 'ben'],
    ['session.end', 'root@lab-pi'],
    ['session.close', 'root@lab-pi'],
    ['session.open', 'root@lab-pi'],
    ['member.invite', 'ben'],
  ])
})

test('API keys, devices, the command line and the server are told apart', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { body: key } = await ana.client.createApiKey({ body: { name: 'deploy', expires_at: 30 } })
  const { uid } = await register(stack, ana)
  await stack.server.transport({
    method: 'PATCH',
    path: `/api/devices/${uid}/accept`,
    headers: { 'x-api-key': key.id },
  })
  await stack.internal.updateNamespaceByName({
    params: { name: 'ana' },
    body: { settings: { allow_local_forwarding: false } },
  })
  await openSession(stack, uid)
  const entries = (await entriesOf(ana)).map(({ action, actor, address }) => ({ action, actor, address }))
  expect(entries.slice(0, 4)).toEqual([
    { action: 'session.open', actor: { kind: 'server', id: '', name: '' }, address: '203.0.113.9' },
    { action: 'namespace.update', actor: { kind: 'command-line', id: '', name: '' }, address: '127.0.0.1' },
    { action: 'device.status', actor: { kind: 'api-key', id: ana.id, name: 'deploy' }, address: '127.0.0.1' },
    { action: 'device.register', actor: { kind: 'anybody', id: '', name: '' }, address: '127.0.0.1' },
  ])
})

test('logins are in the namespace that the user starts in: good ones, bad ones, and the lockout', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const wrong = () => stack.anonymous.login({ body: { username: 'ana', password: 'wrong one' } }).catch(() => undefined)
  for (let times = 0; times < 3; times += 1) await wrong()
  const logins = { filter: about('action', 'contains', 'user.login') }
  expect(await actionsOf(ana, logins)).toEqual([
    'user.login-locked',
    'user.login-failed',
    'user.login-failed',
    'user.login',
  ])
  // While it is locked nothing is looked at, and nothing is written either.
  await wrong()
  expect(await actionsOf(ana, logins)).toHaveLength(4)
  stack.clock.advance(minutes(2))
  await stack.signIn('ana')
  expect((await actionsOf(ana, logins))[0]).toBe('user.login')
})

test('a failed login under an unknown name is written down without the name', async () => {
  await using stack = await startTestServer()
  await stack.anonymous.login({ body: { username: 'hunter2secret', password: testPassword } }).catch(() => undefined)
  const { body } = await stack.internal.listAuditOf({})
  expect(body[0]).toMatchObject({ action: 'user.login-failed', target: { kind: 'user', id: '', name: '' } })
  expect(JSON.stringify(body)).not.toContain('hunter2secret')
  // Whoever tries names without end does not fill the log with them.
  const failures = async () =>
    (await stack.internal.listAuditOf({})).body.filter(({ action }) => action === 'user.login-failed')
  const spray = (name: string) =>
    stack.anonymous.login({ body: { username: name, password: testPassword } }).catch(() => undefined)
  await spray('nobody1')
  expect(await failures()).toHaveLength(1)
  stack.clock.advance(minutes(1))
  await spray('nobody2')
  expect(await failures()).toHaveLength(2)
})

test('who is kept from a device is written down and told, repeated attempts once a minute', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid } = await register(stack, ana)
  const knock = () =>
    stack.internal.resolveAddress({ body: { address: uid, username: 'root', ip_address: '198.51.100.4' } })
  const refusals = { filter: about('action', 'eq', 'device.connection-refused') }
  const events = heard(stack.server.bus, 'namespace.event')
  for (let times = 0; times < 5; times += 1) await knock()
  expect(events.map(({ type }) => type)).toEqual(['connection.refused'])
  expect(await entriesOf(ana, refusals)).toMatchObject([
    { address: '198.51.100.4', target: { id: uid }, after: { username: 'root' } },
  ])
  stack.clock.advance(minutes(1))
  await knock()
  expect(await entriesOf(ana, refusals)).toHaveLength(2)
})

test('a refusal whose entry was not committed is written down the next time', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid } = await register(stack, ana)
  const knock = () =>
    stack.internal.resolveAddress({ body: { address: uid, username: 'root', ip_address: '198.51.100.4' } })
  await using open = await stack.openDatabase()
  await sql`alter table webhooks rename to hidden`.execute(open.database)
  await expect(knock()).rejects.toMatchObject({ status: 500 })
  await sql`alter table hidden rename to webhooks`.execute(open.database)
  await knock()
  expect(await actionsOf(ana)).toContain('device.connection-refused')
})

test('a change that fails is not written down, and one whose entry cannot be written does not happen', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'lab-pi' })
  await acceptedDevice(stack, ana, { hostname: 'taken' })
  const rename = (name: string) => ana.client.updateDevice({ params: { uid }, body: { name } })
  const before = await entriesOf(ana)
  await expect(rename('taken')).rejects.toMatchObject({ code: 'device_name_taken' })
  expect(await entriesOf(ana)).toEqual(before)
  await using open = await stack.openDatabase()
  await sql`alter table audit_entries rename to hidden`.execute(open.database)
  await expect(rename('roof')).rejects.toMatchObject({ status: 500 })
  await sql`alter table hidden rename to audit_entries`.execute(open.database)
  expect((await ana.client.getDevice({ params: { uid } })).body.name).toBe('lab-pi')
  await rename('roof')
  expect((await actionsOf(ana))[0]).toBe('device.update')
})

test('the list is filtered, sorted, paged and counted; observers and others do not see it', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const bob = await stack.signUp('bob')
  await renamed(ana, stack, 5)
  const filter = about('action', 'eq', 'device.update')
  const page = await ana.client.listAudit({ query: { filter, page: 2, per_page: 2, order_by: 'asc' } })
  expect(page.headers['X-Total-Count']).toBe('5')
  expect(page.body.map(({ after }) => after?.['name'])).toEqual(['name-2', 'name-3'])
  expect(await entriesOf(ana, { filter: about('actor.name', 'eq', 'bob') })).toEqual([])
  expect(await actionsOf(bob)).toEqual(['user.login', 'namespace.create'])
  const wrong = ana.client.listAudit({ query: { filter: about('seal', 'eq', 'x') } })
  await expect(wrong).rejects.toMatchObject({ status: 400, fields: ['filter'] })
  for (const role of ['observer', 'operator'] as const) {
    const username = `the-${role}`
    await stack.internal.createUser({ body: { username, email: `${role}@example.org`, password: testPassword } })
    await stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user: username, role } })
    const { client } = await stack.signIn(username)
    await expect(client.listAudit({})).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    await expect(client.exportAudit({})).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  }
})

test('the export is all of it, one object a line, oldest first, over real HTTP', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const bob = await stack.signUp('bob')
  await using services = await secondServices(stack)
  const { manifestsOf } = await import('../../editions.ts')
  for (const manifest of manifestsOf(stack.options.edition)) manifest.hooks?.(services)
  await change(services, serverActor, scopeOf(ana.tenantId), async ({ changed }) => {
    for (let index = 0; index < 1200; index += 1) {
      await changed({ what: 'device.update', target: { kind: 'device', id: `device-${index}` } })
    }
  })
  const { port } = await stack.server.listen('127.0.0.1', 0)
  const reply = await fetch(`http://127.0.0.1:${port}/api/audit/export`, {
    headers: { authorization: `Bearer ${ana.token}` },
  })
  expect(reply.headers.get('content-type')).toBe('application/x-ndjson')
  expect(reply.headers.get('transfer-encoding')).toBe('chunked')
  const lines = (await reply.text()).trimEnd().split('\n')
  const ids = lines.map((line) => (JSON.parse(line) as { id: number }).id)
  expect(ids).toEqual(Array.from({ length: 1202 }, (_, index) => index + 1))
  const others = await fetch(`http://127.0.0.1:${port}/api/audit/export`, {
    headers: { authorization: `Bearer ${bob.token}` },
  })
  expect((await others.text()).trimEnd().split('\n')).toHaveLength(2)
})

test('no secret that was sent or handed out is in any entry', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { body: key } = await ana.client.createApiKey({ body: { name: 'deploy', expires_at: 30 } })
  await ana.client.updateUserPassword({
    params: { id: ana.id },
    body: { current_password: testPassword, new_password: 'battery staple' },
  })
  await using services = await secondServices(stack)
  const { manifestsOf } = await import('../../editions.ts')
  for (const manifest of manifestsOf(stack.options.edition)) manifest.hooks?.(services)
  const facts = Object.fromEntries([...secretFields, 'settings.token'].map((name) => [name, 'planted-secret']))
  const target = { kind: 'device', id: 'x' } as const
  await change(services, serverActor, scopeOf(ana.tenantId), ({ changed }) =>
    changed({ what: 'device.update', target, before: { ...facts, name: 'shown' }, after: facts }),
  )
  await using open = await stack.openDatabase()
  const rows = JSON.stringify(await open.database.selectFrom('audit_entries').selectAll().execute())
  for (const secret of [key.id, testPassword, 'battery staple', ana.token, 'planted-secret']) {
    expect(rows).not.toContain(secret)
  }
  expect(rows).toContain('shown')
})

test('the check finds what was changed, added, or taken out past the server', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await renamed(ana, stack, 5)
  await using open = await stack.openDatabase()
  const { database } = open
  const verdict = async () => (await stack.internal.verifyAudit()).body.find(({ log }) => log === 'ana')
  const length = (await entriesOf(ana)).length
  expect(await verdict()).toEqual({ log: 'ana', entries: length, intact: true, problem: '' })
  const row = await database
    .selectFrom('audit_entries')
    .selectAll()
    .where('log', '=', ana.tenantId)
    .where('number', '=', 4)
    .executeTakeFirstOrThrow()
  const at = (number: number) =>
    database.deleteFrom('audit_entries').where('log', '=', ana.tenantId).where('number', '=', number)
  const put = () => database.insertInto('audit_entries').values(row).execute()

  await at(4).execute()
  expect(await verdict()).toMatchObject({ intact: false, problem: 'Entry 4 is missing.' })
  await database
    .insertInto('audit_entries')
    .values({ ...row, actor_name: 'bob' })
    .execute()
  expect(await verdict()).toMatchObject({ intact: false, problem: 'Entry 4, or one before it, was changed.' })
  await at(4).execute()
  await put()
  expect(await verdict()).toMatchObject({ intact: true })
  await at(length).execute()
  expect(await verdict()).toMatchObject({ intact: false, problem: `Entry ${length} is missing.` })
})

test('a check lets others have their turn, and takes what goes meanwhile for no harm', async () => {
  await using stack = await startTestServer({ auditRetentionDays: 30 })
  const ana = await stack.signUp('ana')
  await renamed(ana, stack, 3)
  await using services = await secondServices(stack)
  stack.clock.advance(hours(24 * 31))
  const check = async (): Promise<number> => {
    const verdicts = await verifyLogs(services)
    expect(verdicts.map(({ intact }) => intact)).not.toContain(false)
    return verdicts.reduce((sum, { entries }) => sum + entries, 0)
  }
  let turned = false
  setImmediate(() => (turned = true))
  const all = await check()
  expect(turned).toBe(true)
  await Promise.all([check(), keepForDays(services)])
  expect(await check()).toBeLessThan(all)
})

test('entries go when their time is over, the oldest first, and what is left still verifies', async () => {
  await using stack = await startTestServer({ auditRetentionDays: 30 })
  const ana = await stack.signUp('ana')
  const uid = await renamed(ana, stack, 3)
  const old = (await entriesOf(ana)).length
  stack.clock.advance(hours(24 * 20))
  const { client } = await stack.signIn('ana')
  await client.updateDevice({ params: { uid }, body: { name: 'later' } })
  await using services = await secondServices(stack)
  await keepForDays(services)
  const member = { ...ana, client }
  expect(await entriesOf(member)).toHaveLength(old + 2)
  stack.clock.advance(hours(24 * 11))
  const again = { ...ana, client: (await stack.signIn('ana')).client }
  await keepForDays(services)
  expect(await actionsOf(again)).toEqual(['user.login', 'device.update', 'user.login'])
  const { body } = await stack.internal.verifyAudit()
  expect(body.map(({ intact }) => intact)).not.toContain(false)
})

test('what was done to a namespace stays known to the server when it is gone', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await ana.client.deleteNamespace({ params: { tenant: ana.tenantId } })
  const { body } = await stack.internal.verifyAudit()
  expect(body).toContainEqual({ log: ana.tenantId, entries: 3, intact: true, problem: '' })
})
