import { limits } from '@sshore/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { acceptedDevice, openSession } from '../../test-device.ts'
import { startTestServer, testPassword, type TestServer } from '../../test-server.ts'
import { newKey, newRule } from '../../test-world.ts'

const containing = (name: string, value: string): string =>
  Buffer.from(JSON.stringify([{ type: 'property', params: { name, operator: 'contains', value } }])).toString('base64')

/** A user who looks after the server, and belongs to no namespace of others. */
async function administrator(stack: TestServer) {
  const body = { username: 'root', email: 'root@example.org', password: testPassword }
  await stack.internal.createUser({ body })
  await stack.internal.setAdministrator({ params: { username: 'root' }, body: { administrator: true } })
  const { token } = (await stack.anonymous.adminLogin({ body: { username: 'root', password: testPassword } })).body
  return stack.as(token)
}

test('an administrator of the server sees and changes what is in every namespace, and the logs say who it was', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'ana-pi' })
  await acceptedDevice(stack, bob, { hostname: 'bob-pi' })
  await openSession(stack, uid)
  const root = await administrator(stack)
  expect((await root.adminListDevices()).body.map(({ name, namespace }) => `${namespace}.${name}`).toSorted()).toEqual([
    'ana.ana-pi',
    'bob.bob-pi',
  ])
  expect((await root.adminListDevices({ query: { tenant_id: bob.tenantId } })).headers['X-Total-Count']).toBe('1')
  expect((await root.adminListSessions()).body).toMatchObject([{ device_uid: uid, device: { name: 'ana-pi' } }])
  expect((await root.adminGetStats()).body).toMatchObject({
    ...{ registered_users: 3, registered_namespaces: 2, registered_devices: 2, active_sessions: 1 },
  })
  await root.adminRenameDevice({ params: { uid }, body: { name: 'renamed' } })
  expect((await ana.client.getDevice({ params: { uid } })).body.name).toBe('renamed')
  const { body: log } = await ana.client.listAudit({ query: { per_page: 1 } })
  expect(log[0]).toMatchObject({ action: 'device.update', actor: { kind: 'administrator', name: 'root' } })
  const rule = { tenant_id: ana.tenantId, ...newRule() }
  const { id } = (await root.adminCreateFirewallRule({ body: rule })).body
  await ana.client.getFirewallRule({ params: { id } })
  const other = root.adminGetFirewallRule({ params: { id }, query: { tenant_id: bob.tenantId } })
  await expect(other).rejects.toMatchObject({ code: 'firewall_rule_not_found' })
  const { fingerprint } = (await root.adminCreatePublicKey({ body: { tenant_id: ana.tenantId, ...newKey() } })).body
  await bob.client.createPublicKey({ body: { ...newKey(), name: "bob's" } })
  const query = { filter: containing('name', 'BOB') }
  expect((await root.adminListPublicKeys({ query })).body.map(({ tenant_id: of }) => of)).toEqual([bob.tenantId])
  const elsewhere = root.adminDeletePublicKey({ params: { fingerprint }, query: { tenant_id: bob.tenantId } })
  await expect(elsewhere).rejects.toMatchObject({ code: 'public_key_not_found' })
  await root.adminDeletePublicKey({ params: { fingerprint }, query: { tenant_id: ana.tenantId } })
  expect((await ana.client.listPublicKeys()).body).toEqual([])
  const tenant = ana.tenantId
  await root.adminUpdateNamespace({ params: { tenant }, body: { max_devices: 7, owner: bob.id } })
  expect((await root.adminGetNamespace({ params: { tenant } })).body).toMatchObject({ max_devices: 7, owner: bob.id })
  await root.adminDeleteNamespace({ params: { tenant } })
  expect((await root.adminListNamespaces()).body.map(({ name }) => name)).toEqual(['bob'])
})

test('who is no administrator of the server is kept out, with whatever they own, and an API key always is', async () => {
  await using stack = await startTestServer()
  const root = await administrator(stack)
  const ana = await stack.signUp('ana')
  await expect(ana.client.adminListUsers()).rejects.toMatchObject({ status: 403, code: 'not_administrator' })
  const login = stack.anonymous.adminLogin({ body: { username: 'ana', password: testPassword } })
  await expect(login).rejects.toMatchObject({ status: 403, code: 'not_administrator' })
  await expect(stack.anonymous.adminListUsers()).rejects.toMatchObject({ status: 401 })
  // A key of an administrator's own namespace.
  await root.createNamespace({ body: { name: 'home' } })
  const { client } = await stack.signIn('root')
  const key = (await client.createApiKey({ body: { name: 'deploy', expires_at: 30 } })).body.id
  const byKey = await stack.server.transport({ method: 'GET', path: '/admin/api/users', headers: { 'x-api-key': key } })
  expect([byKey.status, JSON.parse(byKey.text)]).toMatchObject([403, { code: 'api_key_not_allowed' }])
  // From the next call on.
  await stack.internal.setAdministrator({ params: { username: 'root' }, body: { administrator: false } })
  await expect(root.adminListUsers()).rejects.toMatchObject({ code: 'not_administrator' })
})

test('users are made, found, changed and deleted', async () => {
  await using stack = await startTestServer()
  const root = await administrator(stack)
  const account = { username: 'Carol', email: 'carol@example.org', name: 'Carol', password: testPassword }
  const { id } = (await root.adminCreateUser({ body: { ...account, confirmed: false, max_namespaces: 1 } })).body
  const login = () => stack.anonymous.login({ body: { username: 'carol', password: testPassword } })
  await expect(login()).rejects.toMatchObject({ code: 'user_not_confirmed' })
  await root.adminUpdateUser({ params: { id }, body: { confirmed: true } })
  const token = (await login()).body.token
  const again = root.adminCreateUser({ body: account })
  await expect(again).rejects.toMatchObject({ status: 409, fields: ['username', 'email'] })
  expect((await root.adminListUsers({ query: { filter: containing('email', 'CAROL') } })).body).toMatchObject([
    { id, username: 'carol' },
  ])
  await root.adminUpdateUser({ params: { id }, body: { password: 'another one', username: 'caroline' } })
  await expect(stack.as(token).getAuthUser()).rejects.toMatchObject({ code: 'unauthenticated' })
  const taken = root.adminUpdateUser({ params: { id }, body: { email: 'root@example.org' } })
  await expect(taken).rejects.toMatchObject({ status: 409, fields: ['email'] })
  expect((await root.adminGetUser({ params: { id } })).body).toMatchObject({
    user: { username: 'caroline' },
    ...{ namespacesOwned: 0, auth_methods: ['local'], mfa: false },
  })
  await expect(root.adminResetPassword({ params: { id } })).rejects.toMatchObject({ code: 'user_has_password' })
  await root.adminDeleteUser({ params: { id } })
  await expect(root.adminGetUser({ params: { id } })).rejects.toMatchObject({ status: 404 })
  const ana = await stack.signUp('ana')
  expect((await root.adminGetUser({ params: { id: ana.id } })).body).toMatchObject({
    namespacesOwned: 1,
    namespaces: [{ tenant_id: ana.tenantId, name: 'ana', role: 'owner', status: 'accepted' }],
    recovery_email: '',
  })
  await expect(root.adminDeleteUser({ params: { id: ana.id } })).rejects.toMatchObject({ code: 'user_owns_namespaces' })
})

test('a user without a password is given one, which is shown once', async () => {
  await using stack = await startTestServer()
  const root = await administrator(stack)
  const ana = await stack.signUp('ana')
  await using open = await stack.openDatabase()
  await open.database.updateTable('user_credentials').set({ password_hash: '' }).where('user_id', '=', ana.id).execute()
  const { password } = (await root.adminResetPassword({ params: { id: ana.id } })).body
  expect(password).toMatch(/^[A-Za-z0-9]{16}$/)
  await stack.anonymous.login({ body: { username: 'ana', password } })
})

test('who acts as a user does so for an hour, under both names, and never as an administrator', async () => {
  await using stack = await startTestServer()
  const root = await administrator(stack)
  const ana = await stack.signUp('ana')
  const { token, expires_at: end } = (await root.adminGetUserToken({ params: { id: ana.id } })).body
  expect(Date.parse(end) - stack.clock.now()).toBeLessThanOrEqual(hours(limits.actingTokenHours))
  const acting = stack.as(token)
  const { uid } = await acceptedDevice(stack, ana)
  await acting.renameDevice({ params: { uid }, body: { name: 'seen-to' } })
  const { body: log } = await ana.client.listAudit({ query: { per_page: 100 } })
  expect(log[0]).toMatchObject({ action: 'device.update', actor: { kind: 'user', id: ana.id, name: 'ana (by root)' } })
  expect(log).toContainEqual(
    expect.objectContaining({ action: 'user.impersonate', actor: expect.objectContaining({ name: 'root' }) }),
  )
  // A fresh token is no way out of it.
  const renewed = stack.as((await acting.getAuthUser()).body.token)
  await renewed.renameDevice({ params: { uid }, body: { name: 'seen-to-again' } })
  const { body: later } = await ana.client.listAudit({ query: { per_page: 1 } })
  expect(later[0]?.actor.name).toBe('ana (by root)')
  const reachable = (recovery_email: string) => acting.updateUser({ body: { recovery_email } })
  await expect(reachable('root@recovery.example.org')).rejects.toMatchObject({ code: 'only_themselves' })
  await acting.updateUser({ body: { name: 'Ana herself' } })
  await stack.internal.setAdministrator({ params: { username: 'ana' }, body: { administrator: true } })
  await expect(acting.adminListUsers()).rejects.toMatchObject({ code: 'not_administrator' })
  // Clients that show an administration ask for this.
  expect([await root.getAuthUser(), await acting.getAuthUser()].map(({ body }) => body.administrator)).toEqual([
    true,
    false,
  ])
  const protectedOne = root.adminGetUserToken({ params: { id: ana.id } })
  await expect(protectedOne).rejects.toMatchObject({ code: 'administrator_protected' })
  // Who no longer looks after the server acts as nobody.
  const mark = (administrator: boolean) =>
    stack.internal.setAdministrator({ params: { username: 'root' }, body: { administrator } })
  await mark(false)
  await expect(acting.getAuthUser()).rejects.toMatchObject({ code: 'unauthenticated' })
  await mark(true)
  stack.clock.advance(hours(limits.actingTokenHours) / 2)
  const late = stack.as((await renewed.getAuthUser()).body.token)
  stack.clock.advance(hours(limits.actingTokenHours) / 2 + 6000)
  await expect(acting.getAuthUser()).rejects.toMatchObject({ code: 'unauthenticated' })
  // Nor is it a way to go on for ever.
  await expect(late.getAuthUser()).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('exports list everything without secrets, and are written down', async () => {
  await using stack = await startTestServer()
  const root = await administrator(stack)
  await stack.signUp('ana')
  const { token } = await stack.signIn('root')
  const get = async (path: string) =>
    (await stack.server.transport({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } })).text
  const users = await get('/admin/api/export/users')
  const lines = users
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ username: 'root', administrator: true }))
  expect(lines).toContainEqual(expect.objectContaining({ username: 'ana', administrator: false }))
  expect(users).not.toContain('argon2')
  const namespaces = (await get('/admin/api/export/namespaces')).trim().split('\n')
  expect(namespaces.map((line): unknown => JSON.parse(line))).toMatchObject([{ name: 'ana', members: [{}] }])
  const { body: log } = await root.adminListAudit({ query: { per_page: 2 } })
  expect(log.map(({ action, actor, after }) => [action, actor.name, after?.['of']])).toEqual([
    ['server.export', 'root', 'namespaces'],
    ['server.export', 'root', 'users'],
  ])
})

test('the server says what it runs on', async () => {
  const lastBackup = async () => new Date('2026-06-01T10:00:00Z')
  await using stack = await startTestServer({ lastBackup })
  const root = await administrator(stack)
  const { body } = await root.adminGetServer()
  expect(body).toMatchObject({
    edition: expect.any(String),
    node: process.versions.node,
    database: { engine: expect.stringMatching(/^(sqlite|postgres)$/), version: expect.stringMatching(/^\d+\.\d+/) },
    recordings: { store: 'folder', count: 0, bytes: 0, running: 0, retention_days: limits.recordings.retentionDays },
    mail: { server: false, waiting: 0, failed: 0 },
    key: { fingerprint: expect.stringMatching(/^SHA256:/), private: true },
    last_backup: '2026-06-01T10:00:00.000Z',
  })
  expect(body.database.bytes).toBeGreaterThan(1000)
  expect(body.data_folder.disk_bytes).toBeGreaterThan(body.data_folder.free_bytes)
  expect(Date.parse(body.started_at)).toBeLessThanOrEqual(stack.clock.now())
  // Sums over whole tables are held for a minute.
  const uid = await openSession(stack, (await acceptedDevice(stack, await stack.signUp('ana'))).uid)
  const screen = { kind: 'terminal', policy: 'best_effort', term: 'xterm', columns: 80, rows: 24 } as const
  await stack.internal.openRecording({ params: { uid, seat: 0 }, body: screen })
  await using open = await stack.openDatabase()
  const bytesOfOne = 5_000_000_000
  await open.database.updateTable('recordings').set({ bytes: bytesOfOne }).execute()
  await stack.internal.tryMail({ body: { to: 'ana@example.org' } })
  await open.database.updateTable('mails').set({ status: 'failed' }).execute()
  await sql`create table padding as with recursive n(x) as (select 1 union all select x + 1 from n where x < 20000) select x, 'padding' as y from n`.execute(
    open.database,
  )
  const { database, recordings, mail } = body
  expect((await root.adminGetServer()).body).toMatchObject({ database, recordings, mail })
  stack.clock.advance(60_000)
  const later = (await root.adminGetServer()).body
  expect(later.database.bytes).toBeGreaterThan(database.bytes)
  expect(later).toMatchObject({ recordings: { count: 1, bytes: bytesOfOne, running: 1 }, mail: { failed: 1 } })
})

test('whoever sets a server up looks after it', async () => {
  await using stack = await startTestServer()
  const { sign } = (await stack.internal.getSetup()).body
  const body = { name: 'Ana Lima', email: 'ana@example.org', username: 'ana', password: testPassword }
  await stack.anonymous.setup({ query: { sign }, body })
  const { client } = await stack.signIn('ana')
  expect((await client.adminListUsers()).body).toMatchObject([{ username: 'ana', administrator: true }])
})
